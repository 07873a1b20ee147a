import { useState } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import type { CurrencyField, CurrencyValue, OperatorCurrency } from '#core/contract/operator/currencies.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { useReplacedFocus } from '../../elements/useReplacedFocus.ts';
import { useStaff } from '../staffContext.ts';
import { CurrencyEditor } from './CurrencyEditor.tsx';
import { CURRENCY_FIELD_TEXTS, formatCurrencyValue } from './currencyFields.ts';

/** A currency: its limits, and opened all its values, which are edited in place. */
export function CurrencyRow({
  currency,
  isOnly,
  onChanged,
}: {
  currency: OperatorCurrency;
  /** Whether the search finds no other. */
  isOnly: boolean;
  onChanged: () => void;
}) {
  const { code, name, currency: ticker, min, max, values } = currency;
  const [isOpen, setIsOpen] = useState(false);
  const [edited, setEdited] = useState<CurrencyField | null>(null);
  const [message, setMessage] = useState('');
  const isShown = isOpen || isOnly;
  return (
    <li>
      <details
        className="row-details"
        open={isShown}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary data-row="">
          <Icon d={ICON_PATHS.down} size={18} />
          <span>
            {name}
            <small>{code}</small>
          </span>
          <span className="numeric">
            от&nbsp;{formatMoney(min, ticker)}
            <small>{max === null ? 'без максимума' : `до\u00a0${formatMoney(max, ticker)}`}</small>
          </span>
        </summary>
        {isShown && (
          <>
            <p className="form-hint" role="status">
              {message}
            </p>
            <ul className="line-list currency-values" aria-label={`Значения ${code}`}>
              {values.map(value => (
                <ValueRow
                  key={value.field}
                  currency={currency}
                  value={value}
                  isEdited={edited === value.field}
                  onEdit={() => {
                    setMessage('');
                    setEdited(value.field);
                  }}
                  onClose={text => {
                    setMessage(text);
                    setEdited(null);
                  }}
                  onChanged={onChanged}
                />
              ))}
            </ul>
          </>
        )}
      </details>
    </li>
  );
}

function ValueRow({
  currency,
  value,
  isEdited,
  onEdit,
  ...editorProps
}: {
  currency: OperatorCurrency;
  value: CurrencyValue;
  isEdited: boolean;
  onEdit: () => void;
  onClose: (message: string) => void;
  onChanged: () => void;
}) {
  const { rights } = useStaff();
  const ref = useReplacedFocus(String(isEdited));
  const { field, value: present, standard } = value;
  const { name, right } = CURRENCY_FIELD_TEXTS[field];
  const { code, currency: ticker } = currency;
  const text = formatCurrencyValue(value, ticker);
  return (
    <li>
      <div ref={ref}>
        {isEdited ? (
          <CurrencyEditor currency={currency} value={value} {...editorProps} />
        ) : (
          <div className="currency-value">
            <span>{name}</span>
            <span>
              {rights.includes(right) ? (
                <button
                  type="button"
                  className="rate-value numeric"
                  aria-label={`${name} ${code}: ${text}`}
                  onClick={onEdit}
                >
                  {text}
                </button>
              ) : (
                <span className="numeric">{text}</span>
              )}
              {present === 'none' && standard !== null && <small>по&nbsp;умолчанию</small>}
            </span>
          </div>
        )}
      </div>
    </li>
  );
}
