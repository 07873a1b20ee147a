import { useId, type ReactNode } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimRepeatModel, RepeatHint } from '#core/account/claims/repeat/claimRepeatModel.ts';
import type { SideName } from '#core/exchange/course.ts';
import { appendUnit, getUnitSymbol } from '#core/exchange/formatMoney.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import '../../../elements/form/form.css';

const SIDE_LABELS = { from: 'Вы отдаёте', to: 'Вы получаете' } as const;

/** One amount of the new claim with its hint: the limits as buttons, or what is wrong with it. */
export function RepeatAmount({
  model,
  side,
  currency,
  error,
  isReadOnly,
}: {
  model: ClaimRepeatModel;
  side: SideName;
  currency: string;
  /** Why the server refused this amount; null if it did not. */
  error: string | null;
  isReadOnly: boolean;
}) {
  useSignals();
  const id = useId();
  const hint = model.amountHint[side].value;
  const isInvalid = error !== null || ['below_min', 'above_max', 'unreadable'].includes(hint.kind);
  return (
    <div className="form-field">
      <label htmlFor={id}>{SIDE_LABELS[side]}</label>
      <div className={isInvalid ? 'input-frame invalid' : 'input-frame'}>
        <input
          id={id}
          name={side === 'from' ? 'fromSumma' : 'toSumma'}
          className="numeric"
          inputMode="decimal"
          autoComplete="off"
          readOnly={isReadOnly}
          value={model.amountText[side].value}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-hint`}
          onChange={event => model.typeAmount(side, event.target.value)}
          onBlur={() => void (isReadOnly || model.commitAmount())}
        />
        <span className="repeat-unit" aria-hidden="true">
          {getUnitSymbol(currency)}
        </span>
      </div>
      <div className={isInvalid ? 'form-error numeric' : 'form-hint numeric'} id={`${id}-hint`}>
        {error === null ? (
          <AmountHint model={model} side={side} hint={hint} currency={currency} />
        ) : (
          `${error}.`
        )}
      </div>
    </div>
  );
}

function AmountHint({
  model,
  side,
  hint,
  currency,
}: {
  model: ClaimRepeatModel;
  side: SideName;
  hint: RepeatHint;
  currency: string;
}): ReactNode {
  const verb = side === 'from' ? 'Отдайте' : 'Получите';
  const renderLimit = (limit: 'min' | 'max', text: string) => (
    <button
      type="button"
      className="repeat-limit"
      // Keeps the focus in the field: leaving it would change the hint before the click.
      onMouseDown={event => event.preventDefault()}
      onClick={() => model.setToLimit(side, limit)}
    >
      {text}
    </button>
  );
  switch (hint.kind) {
    case 'none':
      return null;
    case 'limits':
      return (
        <>
          от {renderLimit('min', hint.min.text)}
          {hint.max && <> до {renderLimit('max', hint.max.text)}</>}&nbsp;{getUnitSymbol(currency)}
        </>
      );
    case 'below_min':
      return (
        <>
          Меньше минимума. {verb} от {renderLimit('min', appendUnit(hint.limit.text, currency))}
        </>
      );
    case 'above_max':
      return (
        <>
          Больше максимума. {verb} до {renderLimit('max', appendUnit(hint.limit.text, currency))}
        </>
      );
    case 'unreadable':
      return `${formatAccountMessage('number_format')}.`;
  }
}
