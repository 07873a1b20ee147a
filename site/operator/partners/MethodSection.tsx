import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { OperatorPartners } from '#core/contract/operator/partners.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { useAccount } from '../../account/accountContext.ts';
import { useCurrencyOptions } from '../../account/list/useCurrencyOptions.ts';
import { ActionButton } from '../ActionButton.tsx';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { AddMethodForm, MethodForm, type MethodField } from './MethodForm.tsx';

/** What the form is about that adds a currency: no code has small letters. */
const NEW = 'new';

/** The currencies in which partners are paid, with their fees. */
export function MethodSection({
  methods,
  canChange,
  onChanged,
}: {
  methods: OperatorPartners['methods'];
  canChange: boolean;
  onChanged: () => void;
}) {
  useSignals();
  const { api } = useAccount();
  const currencies = useCurrencyOptions(api);
  /** The currency and the field of the open form, or `NEW`. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [notice, setNotice] = useState(NO_NOTICE);
  const choose = (name: string | null) => {
    setNotice(NO_NOTICE);
    setChosen(name);
  };
  const finish = (text: string, isRefusal: boolean) => {
    setNotice({ text, isRefusal });
    setChosen(null);
    onChanged();
  };
  const formProps = {
    onSaved: (text: string) => finish(text, false),
    onStale: (text: string) => finish(text, true),
  };
  return (
    <section className="value-group" aria-labelledby="methods">
      <h2 id="methods">Чем платим партнёрам</h2>
      <p className="section-text">
        Комиссию платит партнёр. Уже созданные выплаты сохранят свой курс и&nbsp;комиссию.
      </p>
      <ListNotice notice={notice} />
      <ul className="line-list">
        {methods.map(({ to, fee, closed, course }) => {
          const name = formatSide(to);
          const field = (['fee', 'closed'] as const).find(one => chosen === `${to.code} ${one}`);
          const renderButton = (one: MethodField, text: string) => (
            <button
              type="button"
              className={one === 'fee' ? 'rate-value numeric' : 'button quiet'}
              aria-expanded={field === one}
              aria-label={`${name}: ${text}`}
              onClick={() => choose(field === one ? null : `${to.code} ${one}`)}
            >
              {text}
            </button>
          );
          const feeText = `комиссия ${formatUsd(fee)}`;
          return (
            <li key={to.code}>
              <div className="value-line" data-row="">
                <span>
                  {name}
                  <small>
                    {[closed !== null && `закрыто: ${closed}`, course === null && 'сейчас нет цены']
                      .filter(Boolean)
                      .join(', ')}
                  </small>
                </span>
                <span className="numeric">
                  {canChange ? renderButton('fee', feeText) : feeText}
                  {canChange && renderButton('closed', closed === null ? 'Закрыть' : 'Открыть')}
                </span>
              </div>
              {field && (
                <MethodForm
                  key={field}
                  code={to.code}
                  name={name}
                  field={field}
                  present={field === 'fee' ? trimTrailingZeros(fee) : (closed ?? '')}
                  {...formProps}
                />
              )}
            </li>
          );
        })}
      </ul>
      {canChange && (
        <ul className="claim-action-list">
          <ActionButton text="Добавить валюту" name={NEW} chosen={chosen} onChoose={choose} />
        </ul>
      )}
      {chosen === NEW && (
        <AddMethodForm
          currencies={currencies.filter(
            ({ code, kind }) => kind !== 'cash' && !methods.some(({ to }) => to.code === code),
          )}
          {...formProps}
        />
      )}
    </section>
  );
}
