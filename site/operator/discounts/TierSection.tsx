import { useEffect, useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import type { OperatorTier } from '#core/contract/operator/terms/discounts.ts';
import { changeValueCall } from '#core/contract/operator/values.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { useAccount } from '../../account/accountContext.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionButton } from '../ActionButton.tsx';
import { formatPercent } from '../deskTexts.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useValueForm } from '../rates/useValueForm.tsx';
import { formatCapped } from './formatCapped.ts';

interface TierSectionProps {
  tiers: readonly OperatorTier[];
  canChange: boolean;
  /** Called when a tier has changed, by this person or another. */
  onChanged: () => void;
}

/** What the form is about that adds a tier. */
const NEW = 'new';

/** The discounts by turnover, which a dealer adds, edits and removes. */
export function TierSection({ tiers, canChange, onChanged }: TierSectionProps) {
  /** The turnover of the edited tier, or `NEW`. */
  const [edited, setEdited] = useState<string | null>(null);
  const [notice, setNotice] = useState(NO_NOTICE);
  const edit = (name: string | null) => {
    setNotice(NO_NOTICE);
    setEdited(name);
  };
  const formProps = {
    tiers,
    onChanged,
    onClose(text: string) {
      setEdited(null);
      if (text !== '') setNotice({ text, isRefusal: false });
      else document.querySelector<HTMLElement>(`[data-value="${edited}"]`)?.focus();
    },
  };
  return (
    <section className="value-group" aria-labelledby="tiers">
      <h2 id="tiers">Скидки за&nbsp;оборот</h2>
      <p className="section-text">
        {tiers.length === 0
          ? 'Уровней нет: скидок за\u00a0оборот клиенты не\u00a0получают.'
          : 'Оборот аккаунта за\u00a012\u00a0месяцев. Больший оборот не\u00a0даёт меньшую скидку. Заявки не\u00a0меняются.'}
      </p>
      <ul className="line-list">
        {tiers.map(tier => {
          const { turnover, percent, capped } = tier;
          const title = `От ${formatUsd(turnover)}`;
          const isEdited = edited === turnover;
          return (
            <li key={turnover}>
              <div className="value-line" data-row="">
                <span className="numeric">
                  {title}
                  <small>{formatCapped(capped)}</small>
                </span>
                {canChange ? (
                  <button
                    type="button"
                    className="rate-value numeric"
                    data-value={turnover}
                    aria-expanded={isEdited}
                    aria-label={`${title}: ${formatPercent(percent)}`}
                    onClick={() => edit(isEdited ? null : turnover)}
                  >
                    {formatPercent(percent)}
                  </button>
                ) : (
                  <span className="numeric">{formatPercent(percent)}</span>
                )}
              </div>
              {isEdited && <TierForm tier={tier} title={title} {...formProps} />}
            </li>
          );
        })}
      </ul>
      {canChange && (
        <ul className="claim-action-list">
          <ActionButton text="Добавить уровень" name={NEW} chosen={edited} onChoose={edit} />
        </ul>
      )}
      <ListNotice notice={notice} />
      {edited === NEW && <TierForm tier={null} title="Добавить уровень" {...formProps} />}
    </section>
  );
}

/** The message about a turnover from which no new tier can begin; null if one can. */
function findTurnoverError(turnover: string, tiers: readonly OperatorTier[]): string | null {
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(turnover) || Number(turnover) === 0)
    return formatStaffMessage('amount_positive');
  return tiers.some(tier => Number(tier.turnover) === Number(turnover))
    ? formatStaffMessage('tier_exists')
    : null;
}

/** Adds a tier, or changes or removes one. */
function TierForm({
  tier,
  title,
  tiers,
  onClose,
  onChanged,
}: Pick<TierSectionProps, 'tiers' | 'onChanged'> & {
  /** Null: a new one. */
  tier: OperatorTier | null;
  title: string;
  /** Called with a message when the form ends; "" if nothing is saved. */
  onClose: (message: string) => void;
}) {
  const { api } = useAccount();
  const [turnover, setTurnover] = useState('');
  const [percent, setPercent] = useState(tier ? localizeDecimal(tier.percent) : '');
  const key = tier?.turnover ?? normalizeDecimal(turnover);
  const value = normalizeDecimal(percent);
  const { form, endNote } = useValueForm({
    present: tier?.percent ?? 'none',
    value: tier ? value || 'none' : value,
    isRequired: true,
    validate(): Record<string, string> {
      const error = tier ? null : findTurnoverError(key, tiers);
      return error === null ? {} : { turnover: error };
    },
    send: (body, options) =>
      sendCall(api, changeValueCall, { table: 'tiers', key, field: 'percent', body, ...options }),
    onStale: onChanged,
    onSaved() {
      onChanged();
      const name = `От ${formatUsd(key)}`;
      onClose(value === '' ? `${name}: скидки больше нет.` : `${name}: скидка ${formatPercent(value)}.`);
    },
  });
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.select(), []);
  return (
    <form
      {...form.props}
      className="claim-action-form rate-editor"
      aria-label={title}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose('');
      }}
    >
      {tier === null && (
        <TextField
          form={form}
          inputRef={ref}
          name="turnover"
          label="Оборот, $"
          hint="За 12&nbsp;месяцев, с&nbsp;этой суммы."
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={turnover}
          onChange={({ target }) => setTurnover(target.value)}
        />
      )}
      <TextField
        form={form}
        inputRef={tier ? ref : undefined}
        name="value"
        label="Скидка, %"
        hint={tier ? 'Пусто\u00a0— убрать уровень.' : 'От\u00a0курса.'}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={percent}
        onChange={({ target }) => setPercent(target.value)}
      />
      {endNote}
      <div className="claim-action-list">
        <FormEnd form={form} text="Сохранить" sendingText="Сохраняем…" />
        <button type="button" className="button quiet" onClick={() => onClose('')}>
          Отмена <kbd>Esc</kbd>
        </button>
      </div>
    </form>
  );
}
