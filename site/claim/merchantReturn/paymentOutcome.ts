import { isClosedStatus, CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { describeClaimStatus } from '#widget/claim/status/describeClaimStatus.ts';
import { pluralize } from '#core/pluralize.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import { formatDestination } from '#widget/format.ts';
import { formatTimeOfDay } from '#core/timeFormat.ts';

/** Result according to the merchant's redirect. It only changes the wording; the claim's status decides. */
export type MerchantResult = 'success' | 'fail';

/** Texts about a claim when its payer returns from the merchant. */
export interface PaymentOutcome {
  /** Whether the claim is closed, and how. */
  verdict: 'success' | 'failure' | null;
  title: string;
  text: string;
  /** Whether the page shows the payout (the amount received) in large type. */
  showsPayout: boolean;
  lines: [name: string, value: string][];
  /** Whether the payment can be retried. */
  canRetry: boolean;
}

/** Texts for a claim by its status. The merchant's result is used only until the payment is found. */
export function describePaymentOutcome(claim: ClaimStatus, merchantResult: MerchantResult): PaymentOutcome {
  const { status } = claim;
  const numberLine: [string, string] = ['Заявка', `№ ${claim.number}`];
  const sentAmount = formatMoney(claim.fromSumma, claim.from.currency);
  const elapsed = formatProcessingTime(claim);
  const pending = { verdict: null, showsPayout: false, canRetry: false } as const;
  if (status === 'completed')
    return {
      verdict: 'success',
      title: 'Деньги отправлены',
      text: formatDestination(claim),
      showsPayout: true,
      lines: [
        numberLine,
        ['Отдали', sentAmount],
        ...(elapsed ? [['Заняло', elapsed] as [string, string]] : []),
      ],
      canRetry: false,
    };
  if (isClosedStatus(status))
    return {
      verdict: status === 'refunded' ? 'success' : 'failure',
      title: status === 'expired' ? 'Перевод не пришёл вовремя' : CLAIM_STATUS_RULES[status].label,
      text: describeClaimStatus(claim),
      showsPayout: false,
      lines: [numberLine, [status === 'expired' ? 'Ждали' : 'Отдаёте', sentAmount]],
      canRetry: false,
    };
  const lines: PaymentOutcome['lines'] = [
    numberLine,
    ['Отдаёте', sentAmount],
    ['Получаете', formatMoney(claim.toSumma, claim.to.currency)],
  ];
  if (status !== 'waiting')
    return { ...pending, title: CLAIM_STATUS_RULES[status].label, text: describeClaimStatus(claim), lines };
  const deadlineText = claim.deadline ? ` до ${formatTimeOfDay(claim.deadline)}` : '';
  if (merchantResult === 'success')
    return {
      ...pending,
      title: 'Ждём подтверждения оплаты',
      text: 'Банк ещё не сообщил нам о платеже. Когда деньги придут, статус изменится. Платить второй раз не нужно.',
      lines,
    };
  return {
    ...pending,
    title: 'Оплата не прошла',
    text: `Заявка ждёт оплаты${deadlineText}. Если деньги всё же списали, не платите второй раз: напишите нам, найдём платёж.`,
    lines,
    canRetry: true,
  };
}

/** Time from creation to completion: «14 минут». Null if the server sends no time. */
function formatProcessingTime({ createdAt, history }: ClaimStatus): string | null {
  const completion = history.findLast(event => event.status === 'completed');
  if (!completion) return null;
  const elapsedMinutes = Math.max(
    1,
    Math.round((Date.parse(completion.at) - Date.parse(createdAt)) / 60_000),
  );
  return pluralize(elapsedMinutes, ['минута', 'минуты', 'минут']);
}
