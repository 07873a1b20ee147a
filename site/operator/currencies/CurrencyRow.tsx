import { useState } from 'react';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import type { CurrencyField, OperatorCurrency } from '#core/contract/operator/currencies.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { useStaff } from '../staffContext.ts';
import { ValueRow } from '../ValueRow.tsx';
import { CURRENCY_FIELD_TEXTS, describeValue } from './currencyFields.ts';

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
  const { rights } = useStaff();
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
            <ul className="line-list value-list" aria-label={`Значения ${code}`}>
              {values.map(value => (
                <ValueRow
                  key={value.field}
                  {...describeValue(currency, value)}
                  canEdit={rights.includes(CURRENCY_FIELD_TEXTS[value.field].right)}
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
