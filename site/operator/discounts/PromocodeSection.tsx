import type { OperatorPromocode } from '#core/contract/operator/terms/discounts.ts';
import { pluralize } from '#core/pluralize.ts';
import { ActionButton } from '../ActionButton.tsx';
import { formatPercent } from '../deskTexts.ts';
import { ListNotice } from '../ListNotice.tsx';
import { useChosenAction } from '../values/useChosenAction.ts';
import { ValueAction } from '../values/ValueAction.tsx';
import { AddPromocodeForm } from './AddPromocodeForm.tsx';
import { formatCapped } from './formatCapped.ts';

/** What the form is about that adds a promocode: no code has small letters. */
const NEW = 'new';

/** The promocodes, which a dealer adds and switches on and off. */
export function PromocodeSection({
  promocodes,
  canChange,
  onChanged,
}: {
  promocodes: readonly OperatorPromocode[];
  canChange: boolean;
  /** Called when a promocode has changed, by this person or another. */
  onChanged: () => void;
}) {
  /** The action is that of a promocode, or `NEW`. */
  const { chosen, notice, choose, end } = useChosenAction(onChanged);
  return (
    <section className="value-group" aria-labelledby="promocodes">
      <h2 id="promocodes">Промокоды</h2>
      {promocodes.length === 0 && <p className="section-text">Промокодов нет.</p>}
      <ul className="line-list">
        {promocodes.map(promocode => {
          const { code, isActive } = promocode;
          const isChosen = chosen === code;
          const text = isActive ? 'Выключить' : 'Включить';
          return (
            <li key={code}>
              <div className="value-line" data-row="">
                <span className="numeric">
                  {code}
                  <small>{describePromocode(promocode)}</small>
                </span>
                {canChange && (
                  <button
                    type="button"
                    className="button quiet"
                    aria-expanded={isChosen}
                    aria-label={`${text} ${code}`}
                    onClick={() => choose(isChosen ? null : code)}
                  >
                    {text}
                  </button>
                )}
              </div>
              {isChosen && (
                <ValueAction
                  target={{ table: 'promocodes', key: code, field: 'active' }}
                  present={isActive ? 'on' : 'off'}
                  value={isActive ? 'off' : 'on'}
                  text={text}
                  label={`${text} ${code}`}
                  effects={[
                    isActive ? 'В новых заявках он не сработает' : 'В новых заявках он снова сработает',
                    'Скидка в уже созданных заявках останется',
                  ]}
                  message={isActive ? `${code} выключен.` : `${code} включён.`}
                  {...end}
                  onStale={stale => end.onStale(`${code}. ${stale}`)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {canChange && (
        <ul className="claim-action-list">
          <ActionButton text="Добавить промокод" name={NEW} chosen={chosen} onChoose={choose} />
        </ul>
      )}
      <ListNotice notice={notice} />
      {chosen === NEW && <AddPromocodeForm onAdded={end.onSaved} onClose={end.onClose} />}
    </section>
  );
}

/** «Включён, 50 % маржи, сколько угодно раз, до 31.05.2036, использован 3 раза.» */
function describePromocode({ percent, isActive, isSingleUse, until, used, capped }: OperatorPromocode) {
  return [
    isActive ? 'включён' : 'выключен',
    `${formatPercent(percent)} маржи`,
    isSingleUse ? 'на одну заявку' : 'на любое число заявок',
    until !== null && `до ${until.split('-').toReversed().join('.')}`,
    used === 0 ? 'не использован' : `использован ${pluralize(used, ['раз', 'раза', 'раз'])}`,
    isActive && formatCapped(capped),
  ]
    .filter(Boolean)
    .join(', ');
}
