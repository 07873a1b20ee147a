import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimPhase } from '#core/claim/claimModel.ts';
import { isCreationRetryable } from '#core/claim/create/creationErrors.ts';
import { localizeDecimal } from '#core/exchange/amount.ts';
import { formatMessage } from '#core/messages.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { StepHeader } from '../elements/StepHeader.tsx';
import { SupportLink } from '../elements/SupportLink.tsx';
import type { ScreenContext } from '../screenContext.ts';

type PhaseOf<Name extends ClaimPhase['phase']> = Extract<ClaimPhase, { phase: Name }>;

/** How many other open claims are listed at most. */
const MAX_OFFERED_CLAIMS = 3;

/** The claim was not created: shows the reason, and a retry or the step where it can be corrected. */
export function CreateFailedScreen({ phase, context }: { phase: PhaseOf<'failed'>; context: ScreenContext }) {
  useSignals();
  const { claimModel } = context;
  // If the limit of open claims is reached, list them.
  const openClaims =
    phase.code === 'claims_limit' ? claimModel.unfinishedClaims.value.slice(0, MAX_OFFERED_CLAIMS) : [];
  const { exchange } = context.controller;
  // `reserve_short` names no field, but its limit is an amount to receive.
  const side = phase.field === 'toSumma' || phase.code === 'reserve_short' ? 'to' : 'from';
  const limitText =
    phase.limit && appendUnit(localizeDecimal(phase.limit), exchange[side].peek()?.ticker ?? '');
  const messageParams = {
    side,
    ...(limitText && { min: limitText, max: limitText }),
    ...(phase.retryAfter !== undefined && { after: phase.retryAfter }),
  } as const;
  const isRetryable = isCreationRetryable(phase);
  const isSignedOut = phase.code === 'token_not_valid';
  // The course is requested again on return of the connection.
  const isConnectionBack = phase.code === 'network' && exchange.freshness.value === 'fresh';
  return (
    <section className="panel" part="panel" aria-label="Заявка не создана">
      <StepHeader
        title="Заявка не создана"
        hasInteracted={context.hasInteracted}
        onBack={() => claimModel.goBack()}
      />
      {isConnectionBack ? (
        <Notice icon={ICON_PATHS.info} role="status">
          Связь восстановилась. Повторите: заявка ещё не создана.
        </Notice>
      ) : (
        <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
          {formatMessage(phase.code, messageParams)}
          {isSignedOut && ' или создайте заявку без входа'}.
        </Notice>
      )}
      {isRetryable && (
        <button
          className="button"
          part="button"
          type="button"
          onClick={() => void claimModel.retryCreation()}
        >
          {isSignedOut ? 'Создать без входа' : 'Повторить'}
        </button>
      )}
      {isSignedOut && (
        <a
          className="button secondary"
          href={`/login?next=${encodeURIComponent(location.pathname + location.search)}`}
        >
          Войти
        </a>
      )}
      <button
        className={isRetryable ? 'button secondary' : 'button'}
        part={isRetryable ? undefined : 'button'}
        type="button"
        onClick={() => claimModel.goBack()}
      >
        {phase.returnTo === 'confirm' ? 'Вернуться к заявке' : 'Исправить'}
      </button>
      {openClaims.map(({ id, number }) => (
        <button
          className="button secondary"
          type="button"
          key={id}
          onClick={() => void claimModel.openClaim(id)}
        >
          Открыть заявку № {number}
        </button>
      ))}
      <SupportLink controller={context.controller} />
    </section>
  );
}
