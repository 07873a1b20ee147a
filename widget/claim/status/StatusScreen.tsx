import { useEffect } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { getAllowedActions } from '#core/claim/allowedActions.ts';
import { isSentClaim } from '#core/claim/sentClaim.ts';
import { createLazyModule } from '../../lazy/lazyModule.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { lazyCashWording } from '../cash/claimWording.ts';
import { ClaimDeadline } from '../payment/ClaimDeadline.tsx';
import { Receipts } from '../upload/Receipts.tsx';
import { ClaimNotes, ClaimFooter } from './ClaimFooter.tsx';
import { StepHeader } from '../elements/StepHeader.tsx';
import { describeClaimStatus, getStatusTitle } from './describeClaimStatus.ts';
import { SummaryList } from '../elements/SummaryList.tsx';
import { ClaimTimeline } from './ClaimTimeline.tsx';
import { LazyTransfers } from './LazyTransfers.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Loaded lazily: few claims need these screens. */
const lazyDecision = createLazyModule(() => import('../recalculation/RecalculationDecision.tsx'));
const lazyVerification = createLazyModule(() => import('../upload/CardVerification.tsx'));

/** An open claim: reason, next step, possible actions, timeline. */
export function StatusScreen({
  context,
  claim,
  isPaidToAddress,
}: {
  context: ScreenContext;
  claim: ClaimStatus;
  /** A payment to an address has no bank receipt. */
  isPaidToAddress: boolean;
}) {
  useSignals();
  const { status } = claim;
  const allowed = getAllowedActions(claim);
  const [needsDecision, needsVerification] = [
    allowed.includes('accept') || allowed.includes('refund') || claim.offerRefusal !== null,
    allowed.includes('verify'),
  ];
  useEffect(() => {
    if (needsDecision) void lazyDecision.load();
    if (needsVerification) void lazyVerification.load();
  }, [needsDecision, needsVerification]);
  const RecalculationDecision = lazyDecision.module.value?.RecalculationDecision;
  const CardVerification = lazyVerification.module.value?.CardVerification;
  const isPaidInCash = claim.meeting?.side === 'from';
  const MeetingDetails = lazyCashWording.module.value?.MeetingDetails;
  return (
    <section className="panel" part="panel" aria-label="Статус заявки">
      <StepHeader
        title={getStatusTitle(claim)}
        subtitle={`Заявка № ${claim.number}`}
        hasInteracted={context.hasInteracted}
      />
      <ClaimNotes claim={claim} />
      <p className="explanation">{describeClaimStatus(claim)}</p>
      <ClaimDeadline
        claimModel={context.claimModel}
        label={needsVerification ? 'Заявка действует' : isPaidInCash ? 'Ждём наличные' : 'Ждём перевод'}
      />
      {needsDecision &&
        (RecalculationDecision ? (
          <RecalculationDecision context={context} claim={claim} />
        ) : (
          <span className="skeleton block" />
        ))}
      {needsVerification &&
        (CardVerification ? (
          <CardVerification context={context} claim={claim} />
        ) : (
          <span className="skeleton block" />
        ))}
      <ClaimTimeline claim={claim} />
      <LazyTransfers claim={claim} />
      {allowed.includes('bill') && !isPaidInCash && !(isPaidToAddress && status !== 'hold') && (
        <Receipts context={context} claim={claim} />
      )}
      {!needsDecision && status !== 'refunding' && (
        <SummaryList
          lines={[
            { name: 'Отдаёте', value: formatMoney(claim.fromSumma, claim.from.currency), big: true },
            { name: 'Получаете', value: formatMoney(claim.toSumma, claim.to.currency), big: true },
          ]}
        />
      )}
      {claim.meeting && MeetingDetails && <MeetingDetails claim={claim} meeting={claim.meeting} />}
      <Notice icon={ICON_PATHS.info}>
        Страницу можно закрыть: заявка сохранена в этом браузере.
        {!isSentClaim(claim) && (
          <>
            {claim.emailConfirmed
              ? ' О важном напишем на '
              : ' Чтобы получать письма о ней, откройте ссылку из первого письма на '}
            {claim.email}.
          </>
        )}
      </Notice>
      <ClaimFooter context={context} claim={claim} supportVariant="secondary" />
    </section>
  );
}
