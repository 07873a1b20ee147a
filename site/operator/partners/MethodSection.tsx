import { useSignals } from '@preact/signals-react/runtime';
import type { OperatorPartners } from '#core/contract/operator/partners.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { formatSide } from '#core/exchange/sideName.ts';
import { useAccount } from '../../account/accountContext.ts';
import { useCurrencyOptions } from '../../account/list/useCurrencyOptions.ts';
import { ActionButton } from '../ActionButton.tsx';
import { ListNotice } from '../ListNotice.tsx';
import { useChosenAction } from '../values/useChosenAction.ts';
import { ValueAction } from '../values/ValueAction.tsx';
import { ValueButton } from '../values/ValueLine.tsx';
import { AddMethodForm, FeeForm } from './FeeForm.tsx';

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
  /** The action is that of a currency and a field, or `NEW`. */
  const { chosen, notice, choose, end } = useChosenAction(onChanged);
  return (
    <section className="value-group" aria-labelledby="methods">
      <h2 id="methods">Чем платим партнёрам</h2>
      <p className="section-text">
        Комиссию платит партнёр. Уже созданные выплаты сохранят свой курс и комиссию.
      </p>
      <ListNotice notice={notice} />
      <ul className="line-list">
        {methods.map(({ to, fee, closed, course }) => {
          const name = formatSide(to);
          const isOpen = closed === null;
          const closingText = isOpen ? 'Закрыть' : 'Открыть';
          const [feeKey, closingKey] = [`${to.code} fee`, `${to.code} closed`];
          const toggle = (key: string) => choose(chosen === key ? null : key);
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
                  <ValueButton
                    id={feeKey}
                    text={feeText}
                    label={`${name}: ${feeText}`}
                    isEdited={chosen === feeKey}
                    onEdit={canChange ? () => toggle(feeKey) : null}
                  />
                  {canChange && (
                    <button
                      type="button"
                      className="button quiet"
                      aria-expanded={chosen === closingKey}
                      aria-label={`${name}: ${closingText}`}
                      onClick={() => toggle(closingKey)}
                    >
                      {closingText}
                    </button>
                  )}
                </span>
              </div>
              {chosen === feeKey && (
                <FeeForm code={to.code} name={name} present={trimTrailingZeros(fee)} {...end} />
              )}
              {chosen === closingKey && (
                <ValueAction
                  target={{ table: 'methods', key: to.code, field: 'closed' }}
                  present={closed ?? ''}
                  value={isOpen ? undefined : ''}
                  text={closingText}
                  label={`${name}: ${closingText}`}
                  effects={isOpen ? [] : ['Партнёры снова смогут выбрать эту валюту']}
                  reasonHint="Партнёры прочтут её. Открытые выплаты идут дальше."
                  message={`${name}: ${isOpen ? 'закрыто' : 'открыто'}.`}
                  {...end}
                  onStale={text => end.onStale(`${name}. ${text}`)}
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
          {...end}
        />
      )}
    </section>
  );
}
