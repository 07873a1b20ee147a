import type { ClaimStatus } from '#core/contract/claim.ts';
import { CLAIM_STATUS_RULES, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatDestination } from '../../format.ts';
import { getClaimWording } from '../cash/claimWording.ts';
import { formatRefundAmount, getStatusTitle } from './describeClaimStatus.ts';

/** A step of the timeline: done, current or next. `progress`: completed fraction of the current one, 0…1. */
export interface TimelineStep {
  state: 'done' | 'now' | 'todo';
  name: string;
  description?: string | undefined;
  /** Time of completion, ISO 8601. */
  at?: string | undefined;
  progress?: number | undefined;
}

/** Text of a completed status; null if the timeline omits it. */
const pastTexts: Readonly<Record<ClaimStatusCode, string | null>> = {
  new: 'Заявка создана',
  verification: 'Карта на проверке',
  requisites: null,
  waiting: null,
  claimed: 'Вы сообщили об оплате',
  confirming: 'Перевод найден',
  aml: CLAIM_STATUS_RULES.aml.label,
  hold: 'Заявка на проверке',
  paid: 'Деньги получены',
  // One step with the next status.
  payout: null,
  payout_error: 'Выплата задержалась',
  refunding: 'Решили вернуть деньги',
  completed: 'Деньги отправлены',
  refunded: 'Деньги возвращены',
  rejected: 'Заявка отклонена',
  expired: 'Время оплаты истекло',
  cancelled: 'Заявка отменена',
};

const reasonNotes: Readonly<Record<ClaimReason, string>> = {
  underpaid: 'пришло меньше',
  overpaid: 'пришло больше',
  paid_late: 'оплата пришла после срока',
  rate_moved: 'курс изменился',
  aml_risk: 'риск по монетам',
  sender_mismatch: 'другой отправитель',
  verification_failed: 'карта не подтверждена',
  manual: 'решение оператора',
  refund_elsewhere: 'другие реквизиты',
  refund_disputed: 'возврат остановлен',
};

/** Returns the steps in order: completed with times, current, next. */
export function buildTimelineSteps(claim: ClaimStatus): TimelineStep[] {
  const { status, history, createdAt, confirmations, received } = claim;
  const reason = claim.cause ?? claim.reason;
  const { pastSteps: pastWording } = getClaimWording(claim);
  const pastSteps = history.flatMap((event, index): TimelineStep[] => {
    const { status: pastStatus, at } = event;
    const name = pastWording?.[pastStatus] ?? pastTexts[pastStatus];
    const next = history[index + 1];
    // A payment passes through the client's report, and one taken back through a hold, which nobody saw.
    const isPassed = next?.at === at && ['claimed', 'hold'].includes(pastStatus);
    if (!name || !index || !next || isPassed) return [];
    const pastReason = event.cause ?? event.reason;
    const receivedAmount =
      pastStatus === 'confirming' && received ? formatMoney(received, claim.from.currency) : undefined;
    return [{ state: 'done', name, at, description: pastReason ? reasonNotes[pastReason] : receivedAmount }];
  });
  // Claims start in different statuses, but the first step is always its creation.
  const createdStep: TimelineStep = {
    state: 'done',
    name: pastTexts.new ?? '',
    at: history[0]?.at ?? createdAt,
  };
  const currentDescription =
    status === 'confirming' && confirmations
      ? `${confirmations.have} из ${confirmations.need}`
      : reason
        ? reasonNotes[reason]
        : undefined;
  const confirmationProgress =
    confirmations && confirmations.need > 0 ? confirmations.have / confirmations.need : undefined;
  const currentStep: TimelineStep = {
    state: 'now',
    name: getStatusTitle(claim),
    description: currentDescription,
    progress: status === 'confirming' ? confirmationProgress : undefined,
  };
  // These two are the first and the last step.
  const currentSteps = status === 'new' || status === 'payout' ? [] : [currentStep];
  return [createdStep, ...pastSteps, ...currentSteps, ...buildNextSteps(claim)];
}

/** Steps that follow if all goes well. The payout is one step, which runs in its status. */
function buildNextSteps(claim: ClaimStatus): TimelineStep[] {
  const futureStep = (name: string, description?: string): TimelineStep => ({
    state: 'todo',
    name,
    description,
  });
  const latestOffer = claim.recalculations.findLast(({ state }) => state !== 'refused');
  const payoutAmount = formatMoney(latestOffer?.toSumma ?? claim.toSumma, claim.to.currency);
  const { titles, futureSteps: wording } = getClaimWording(claim);
  const payoutStep = futureStep(
    wording?.payout?.(payoutAmount) ?? `Отправим ${payoutAmount}`,
    formatDestination(claim),
  );
  switch (claim.status) {
    case 'new':
    case 'verification':
    case 'requisites':
    case 'waiting':
      return [futureStep(wording?.payment ?? 'Ждём оплату'), payoutStep];
    case 'claimed':
      return [futureStep(wording?.receipt ?? 'Найдём перевод'), payoutStep];
    case 'confirming':
      return [futureStep(CLAIM_STATUS_RULES.aml.label), payoutStep];
    case 'payout':
      return [{ ...payoutStep, state: 'now', name: titles?.payout ?? `Отправляем ${payoutAmount}` }];
    case 'hold':
      return [futureStep('Отправим деньги или вернём их')];
    case 'refunding':
      return [futureStep(`Вернём ${formatRefundAmount(claim)}`, claim.refundTo ?? undefined)];
    default:
      return [payoutStep];
  }
}
