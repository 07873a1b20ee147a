import { useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type { OperatorPromocode } from '#core/contract/operator/terms/discounts.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { pluralize } from '#core/pluralize.ts';
import { useAccount } from '../../account/accountContext.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { ActionButton, EffectList } from '../ActionButton.tsx';
import { formatPercent } from '../deskTexts.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useValueForm } from '../rates/useValueForm.tsx';
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
  /** The promocode whose form is open, or `NEW`. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [notice, setNotice] = useState(NO_NOTICE);
  const choose = (name: string | null) => {
    setNotice(NO_NOTICE);
    setChosen(name);
  };
  const finish = (text: string, isRefusal = false) => {
    setNotice({ text, isRefusal });
    setChosen(null);
    onChanged();
  };
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
                <SwitchForm
                  promocode={promocode}
                  onSaved={finish}
                  onStale={stale => finish(`${code}. ${stale}`, true)}
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
      {chosen === NEW && <AddPromocodeForm onAdded={finish} />}
    </section>
  );
}

/** «Включён, 50 % маржи, сколько угодно раз, до 31.05.2036, использован 3 раза.» */
function describePromocode({ percent, isActive, isSingleUse, until, used, capped }: OperatorPromocode) {
  return [
    isActive ? 'включён' : 'выключен',
    `${formatPercent(percent)} маржи`,
    isSingleUse ? 'на\u00a0одну заявку' : 'на\u00a0любое число заявок',
    until !== null && `до\u00a0${until.split('-').toReversed().join('.')}`,
    used === 0 ? 'не\u00a0использован' : `использован ${pluralize(used, ['раз', 'раза', 'раз'])}`,
    isActive && formatCapped(capped),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Switches a promocode on or off. */
function SwitchForm({
  promocode: { code, isActive: isNow },
  onSaved,
  onStale,
}: {
  promocode: OperatorPromocode;
  /** Called with a message. */
  onSaved: (text: string) => void;
  /** Called with who was faster. */
  onStale: (text: string) => void;
}) {
  const { api } = useAccount();
  // Somebody else may change it while the form is open: it must not turn into the opposite.
  const [isActive] = useState(isNow);
  const text = isActive ? 'Выключить' : 'Включить';
  const { form, endNote } = useValueForm({
    present: isActive ? 'on' : 'off',
    value: isActive ? 'off' : 'on',
    send: (body, options) =>
      sendCall(api, changeValueCall, {
        table: 'promocodes',
        key: code,
        field: 'active',
        body,
        ...options,
      }),
    onSaved: () => onSaved(isActive ? `${code} выключен.` : `${code} включён.`),
    onStale,
  });
  return (
    <form {...form.props} className="claim-action-form rate-editor" aria-label={`${text} ${code}`}>
      <EffectList
        texts={[
          isActive ? 'В\u00a0новых заявках он не\u00a0сработает' : 'В\u00a0новых заявках он снова сработает',
          'Скидка в\u00a0уже созданных заявках останется',
        ]}
      />
      {endNote}
      <FormEnd form={form} text={text} sendingText="Записываем…" />
    </form>
  );
}
