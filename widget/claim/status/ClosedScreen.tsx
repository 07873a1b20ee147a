import type { ClaimStatus } from '#core/contract/claim.ts';
import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';
import { localizeDecimal, trimTrailingZeros } from '#core/exchange/amount.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatCourseLine, formatMoney } from '#core/exchange/formatMoney.ts';
import { formatDestination } from '../../format.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import { getClaimWording } from '../cash/claimWording.ts';
import { ClaimNotes, ClaimFooter } from './ClaimFooter.tsx';
import { StepHeader } from '../elements/StepHeader.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import { describeClaimStatus, formatRefundAmount } from './describeClaimStatus.ts';
import { SummaryList, type SummaryLine } from '../elements/SummaryList.tsx';
import { SupportLink } from '../elements/SupportLink.tsx';
import { formatMoment, formatElapsedTime } from '../format/formatTime.ts';
import { LazyTransfers } from './LazyTransfers.tsx';
import type { ScreenContext } from '../screenContext.ts';

type ClosedStatus = Extract<ClaimStatusCode, 'completed' | 'refunded' | 'rejected' | 'expired' | 'cancelled'>;

const closedTitles: Readonly<Record<ClosedStatus, string>> = {
  completed: 'Деньги отправлены',
  refunded: 'Деньги возвращены',
  rejected: 'Обмен не состоялся',
  expired: 'Перевод не пришёл вовремя',
  cancelled: 'Обмен отменён',
};

/** A closed claim: amount and destination, or what happened and what to do if money was sent. */
export function ClosedScreen({ context, claim }: { context: ScreenContext; claim: ClaimStatus }) {
  const status = claim.status as ClosedStatus;
  /** The primary button: support if money may be missing, else the next exchange. */
  const isSupportFirst = status === 'expired' || status === 'rejected';
  const isNewExchangeFirst = !isSupportFirst && status !== 'completed';
  const isSuccessful = status === 'completed' || status === 'refunded';
  // Repeats the exchange: the form keeps pair and amount.
  const repeatExchange = () => {
    context.claimModel.startOver();
    const selection = {
      from: claim.from.code,
      to: claim.to.code,
      amount: localizeDecimal(trimTrailingZeros(claim.fromSumma)),
    };
    void context.controller.exchange.requestPair(selection, 'attribute');
  };
  const startNewExchange = () => context.claimModel.startOver();
  return (
    <section className="panel" part="panel" aria-label="Статус заявки">
      <span className={isSuccessful ? 'badge' : 'badge error'}>
        <Icon d={isSuccessful ? ICON_PATHS.check : ICON_PATHS.close} size={26} />
      </span>
      <StepHeader
        title={getClaimWording(claim).titles?.[status] ?? closedTitles[status]}
        subtitle={`Заявка № ${claim.number} · ${CLAIM_STATUS_RULES[status].label}`}
        hasInteracted={context.hasInteracted}
      />
      <ClaimNotes claim={claim} />
      {status === 'completed' && (
        <p className="main-amount numeric">{formatMoney(claim.toSumma, claim.to.currency)}</p>
      )}
      {status === 'refunded' && <p className="main-amount numeric">{formatRefundAmount(claim)}</p>}
      <p className="explanation">{describeClaimStatus(claim)}</p>
      <SummaryList lines={buildSummaryLines(claim, status)} />
      <LazyTransfers claim={claim} />
      {isSupportFirst && (
        <SupportLink controller={context.controller} claimNumber={claim.number} variant="" />
      )}
      {status === 'completed' && (
        <button className="button" part="button" type="button" onClick={repeatExchange}>
          <Icon d={CLAIM_ICON_PATHS.repeat} />
          Повторить обмен
        </button>
      )}
      <button
        className={isNewExchangeFirst ? 'button' : 'button text'}
        part={isNewExchangeFirst ? 'button' : undefined}
        type="button"
        onClick={startNewExchange}
      >
        Новый обмен
      </button>
      <ClaimFooter context={context} claim={claim} supportVariant={isSupportFirst ? 'none' : 'text'} />
    </section>
  );
}

function buildSummaryLines(claim: ClaimStatus, status: ClosedStatus): SummaryLine[] {
  const sentAmount = formatMoney(claim.fromSumma, claim.from.currency);
  const closedAt = claim.history.at(-1)?.at;
  const durationLine = closedAt
    ? [{ name: 'Заняло', value: formatElapsedTime(claim.createdAt, closedAt) }]
    : [];
  switch (status) {
    case 'completed':
      return [
        { name: 'Отдали', value: sentAmount, big: true },
        { name: 'Куда', value: formatDestination(claim) },
        {
          name: 'Курс',
          value: formatCourseLine(toDisplayedCourse(claim.course, claim.from.currency, claim.to.currency)),
        },
        ...durationLine,
      ];
    case 'refunded':
      return [
        { name: 'Вернули', value: formatRefundAmount(claim), big: true },
        ...(claim.refundTo ? [{ name: 'Куда', value: claim.refundTo }] : []),
        ...durationLine,
      ];
    case 'expired':
      return [
        { name: 'Ждали', value: sentAmount, big: true },
        ...(claim.deadline ? [{ name: 'Срок', value: `до ${formatMoment(claim.deadline, claim.now)}` }] : []),
      ];
    default:
      return [{ name: 'Сумма', value: sentAmount, big: true }];
  }
}
