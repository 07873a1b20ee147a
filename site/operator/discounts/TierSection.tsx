import { useState } from 'react';
import type { OperatorTier } from '#core/contract/operator/terms/discounts.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatUsd } from '#core/exchange/formatUsd.ts';
import { normalizeDecimal } from '#core/operator/reserveChange.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';
import { TextField } from '../../elements/form/TextField.tsx';
import { ActionButton } from '../ActionButton.tsx';
import { formatPercent } from '../deskTexts.ts';
import { ListNotice, NO_NOTICE } from '../ListNotice.tsx';
import { useEditedValue } from '../values/useEditedValue.ts';
import { useValueForm } from '../values/useValueForm.tsx';
import { ValueEditor } from '../values/ValueEditor.tsx';
import { ValueLine } from '../values/ValueLine.tsx';
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
  const { edited, edit, close } = useEditedValue();
  const [notice, setNotice] = useState(NO_NOTICE);
  const open = (key: string | null) => {
    setNotice(NO_NOTICE);
    edit(key);
  };
  const formProps = {
    tiers,
    onChanged,
    onClose(text: string) {
      close('');
      // The tier may be gone.
      if (text !== '') setNotice({ text, isRefusal: false });
    },
  };
  return (
    <section className="value-group" aria-labelledby="tiers">
      <h2 id="tiers">Скидки за оборот</h2>
      <p className="section-text">
        {tiers.length === 0
          ? 'Уровней нет: скидок за оборот клиенты не получают.'
          : 'Оборот аккаунта за 12 месяцев. Больший оборот не даёт меньшую скидку. Заявки не меняются.'}
      </p>
      <ul className="line-list">
        {tiers.map(tier => {
          const { turnover, percent, capped } = tier;
          const title = `От ${formatUsd(turnover)}`;
          const isEdited = edited === turnover;
          return (
            <ValueLine
              key={turnover}
              id={turnover}
              name={<span className="numeric">{title}</span>}
              note={formatCapped(capped)}
              text={formatPercent(percent)}
              label={`${title}: ${formatPercent(percent)}`}
              isEdited={isEdited}
              onEdit={canChange ? isOpening => open(isOpening ? turnover : null) : null}
            >
              {isEdited && <TierForm tier={tier} title={title} {...formProps} />}
            </ValueLine>
          );
        })}
      </ul>
      {canChange && (
        <ul className="claim-action-list">
          <ActionButton text="Добавить уровень" name={NEW} chosen={edited} onChoose={open} />
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
  const [turnover, setTurnover] = useState('');
  const [percent, setPercent] = useState(tier ? localizeDecimal(tier.percent) : '');
  const key = tier?.turnover ?? normalizeDecimal(turnover);
  const value = normalizeDecimal(percent);
  const valueForm = useValueForm({
    target: { table: 'tiers', key, field: 'percent' },
    present: tier?.percent ?? 'none',
    value: tier ? value || 'none' : value,
    isRequired: true,
    validate(): Record<string, string> {
      const error = tier ? null : findTurnoverError(key, tiers);
      return error === null ? {} : { turnover: error };
    },
    onStale: onChanged,
    onSaved() {
      onChanged();
      const name = `От ${formatUsd(key)}`;
      onClose(value === '' ? `${name}: скидки больше нет.` : `${name}: скидка ${formatPercent(value)}.`);
    },
  });
  const { form } = valueForm;
  return (
    <ValueEditor label={title} valueForm={valueForm} onClose={onClose}>
      {tier === null && (
        <TextField
          form={form}
          name="turnover"
          label="Оборот, $"
          hint="За 12 месяцев, с этой суммы."
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={turnover}
          onChange={({ target }) => setTurnover(target.value)}
        />
      )}
      <TextField
        form={form}
        name="value"
        label="Скидка, %"
        hint={tier ? 'Пусто — убрать уровень.' : 'От курса.'}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={percent}
        onChange={({ target }) => setPercent(target.value)}
      />
    </ValueEditor>
  );
}
