import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';
import type { ClaimPhase } from '#core/claim/claimModel.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { StepHeader } from '../elements/StepHeader.tsx';
import { ConnectionLost } from '../elements/ConnectionLost.tsx';
import { nextStepTexts } from './describeClaimStatus.ts';
import { SupportLink } from '../elements/SupportLink.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Statuses whose next step is visible to the claim's owner only. */
const unpaidStatuses: readonly ClaimStatusCode[] = ['new', 'verification', 'requisites', 'waiting'];

/** A claim opened without its secret: only the status is shown. */
export function LockedScreen({
  phase,
  context,
}: {
  phase: Extract<ClaimPhase, { phase: 'locked' }>;
  context: ScreenContext;
}) {
  return (
    <section className="panel" part="panel" aria-label="Статус заявки">
      <StepHeader title={CLAIM_STATUS_RULES[phase.status].label} hasInteracted={context.hasInteracted} />
      <p className="explanation" role="status">
        {unpaidStatuses.includes(phase.status) ? 'Заявка ещё не оплачена.' : nextStepTexts[phase.status]}
      </p>
      <Notice icon={ICON_PATHS.shield}>
        Суммы и реквизиты видны в браузере, где заявку создали, и по её полной ссылке.
      </Notice>
      {phase.connection === 'lost' && <ConnectionLost />}
      <button className="button" part="button" type="button" onClick={() => context.claimModel.startOver()}>
        Новый обмен
      </button>
      <SupportLink controller={context.controller} />
    </section>
  );
}
