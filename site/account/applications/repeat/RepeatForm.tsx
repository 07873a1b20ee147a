import { useSignals } from '@preact/signals-react/runtime';
import { Link } from 'react-router';
import type {
  ClaimRepeatModel,
  ClaimRepeatPhase,
  RepeatFailure,
} from '#core/account/claims/repeat/claimRepeatModel.ts';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import type { SideName } from '#core/exchange/course.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { routePaths } from '../../../routePaths.ts';
import { RepeatAmount } from './RepeatAmount.tsx';
import { RepeatComparison } from './RepeatComparison.tsx';

type FormPhase = Extract<ClaimRepeatPhase, { phase: 'editing' | 'sending' | 'created' }>;

/** The amounts of the new claim, what has changed since the old one, and the button that creates it. */
export function RepeatForm({
  model,
  phase,
  claim,
  email,
  onClose,
}: {
  model: ClaimRepeatModel;
  phase: FormPhase;
  claim: DetailedClaim;
  email: string;
  onClose: () => void;
}) {
  useSignals();
  const failure = phase.phase === 'editing' ? phase.failure : null;
  const isSending = phase.phase !== 'editing';
  const isOutcomeUnknown = phase.phase === 'sending' && phase.isOutcomeUnknown;
  const courseError = model.courseError.value;
  const getFieldError = (side: SideName) => (failure?.side === side ? describeFailure(failure, claim) : null);
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void model.send();
      }}
    >
      <div className="repeat-amounts">
        {(['from', 'to'] as const).map(side => (
          <RepeatAmount
            key={side}
            model={model}
            side={side}
            currency={claim[side].currency}
            error={getFieldError(side)}
            isReadOnly={isSending}
          />
        ))}
      </div>
      <RepeatComparison model={model} claim={claim} />
      <p className="repeat-note">Реквизиты те же. Письма о заявке придут на {email}.</p>
      {courseError !== null && !isSending && (
        <p className="repeat-note" role="status">
          {formatAccountMessage<string>(courseError)}. Показан прежний курс.
        </p>
      )}
      {isOutcomeUnknown && (
        <p className="repeat-note" role="status">
          Ответа пока нет. Проверяем, создана ли заявка: второй такой же не будет.
        </p>
      )}
      {failure && failure.side === undefined && (
        <div className="form-error" role="alert">
          {describeFailure(failure, claim)}.
          {failure.code === 'claims_limit' && (
            <>
              {' '}
              <Link to={`${routePaths.applications}?status=open`} onClick={onClose}>
                Открытые заявки
              </Link>
            </>
          )}
        </div>
      )}
      <div className="repeat-actions">
        <button type="submit" className="button primary" aria-disabled={isSending}>
          {isSending ? 'Создаём заявку…' : 'Создать заявку'}
        </button>
        {(!isSending || isOutcomeUnknown) && (
          <button type="button" className="button quiet" onClick={onClose}>
            {isOutcomeUnknown ? 'Закрыть' : 'Отмена'}
          </button>
        )}
      </div>
    </form>
  );
}

function describeFailure({ code, side, limit, after }: RepeatFailure, claim: DetailedClaim): string {
  const limitText =
    limit === undefined || side === undefined
      ? null
      : appendUnit(localizeDecimal(limit), claim[side].currency);
  return formatAccountMessage<string>(code, {
    ...(side && { side }),
    ...(limitText !== null && { min: limitText, max: limitText }),
    ...(after !== undefined && { after }),
  });
}
