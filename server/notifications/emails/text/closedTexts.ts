import type { ClaimReason } from '#core/claim/status.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import type { ClaimEmailFacts } from '../claimEmailFacts.ts';
import type { ClaimEmailText } from './claimEmailText.ts';
import { MONEY_WORDS } from './moneyWords.ts';
import {
  formatPayoutPlace,
  formatPlace,
  formatAmount,
  listClaimAmounts,
  listTransactionLines,
  listUnfinishedAmounts,
} from './amountLines.ts';

/** Texts about a refund that needs refund requisites from the client. Null if they are complete. */
export function composeRefundingText({ claim, from }: ClaimEmailFacts): ClaimEmailText | null {
  // Not `can`, which lacks the refund during maintenance.
  if (claim.refundTo !== null) return null;
  const amount = claim.received ?? claim.fromSumma;
  return {
    headline: 'укажите, куда вернуть деньги',
    nextStep: `Откройте заявку и укажите, куда вернуть ${formatAmount(amount, from)}. Без этого вернуть не сможем.`,
    amounts: [`К возврату: ${formatMoney(amount, from.ticker)}, ${formatPlace(from)}`],
    outlook: 'Напишем, когда вернём деньги.',
  };
}

/** Texts about a finished exchange: the amount paid out and its destination. */
export function composeCompletedText(facts: ClaimEmailFacts): ClaimEmailText {
  const { claim, to } = facts;
  const { paidOutHeadline, paidOut, ifMissing } = MONEY_WORDS[to.kind];
  return {
    headline: paidOutHeadline,
    nextStep: `${paidOut} ${formatMoney(claim.toSumma, to.ticker)}: ${formatPayoutPlace(facts)}. ${ifMissing}, напишите в поддержку.`,
    amounts: [...listClaimAmounts(facts, ['Отдали', 'Получили']), ...listTransactionLines(facts, 'payout')],
  };
}

/** Texts about cash that the client can collect. Null for a transfer, which needs no action. */
export function composePayoutText(facts: ClaimEmailFacts): ClaimEmailText | null {
  const { claim, to } = facts;
  if (claim.meeting?.side !== 'to') return null;
  const { city, place, hours } = claim.meeting;
  const where = [city, place, hours].filter(Boolean).join(', ');
  return {
    headline: 'можно забрать наличные',
    nextStep: `Заберите ${formatMoney(claim.toSumma, to.ticker)}: ${where}. Возьмите документ на имя из заявки и назовите её номер.`,
    amounts: listClaimAmounts(facts, ['Отдали', 'Получаете']),
  };
}

/** Texts about a refund that is done. */
export function composeRefundedText(facts: ClaimEmailFacts): ClaimEmailText {
  const { claim, from } = facts;
  const amount = claim.received ?? claim.fromSumma;
  const target = claim.refundTo === null ? '' : `: ${claim.refundTo}`;
  return {
    headline: 'деньги возвращены',
    nextStep: `Мы вернули ${formatAmount(amount, from)}${target}. ${MONEY_WORDS[from.kind].ifMissing}, напишите в поддержку.`,
    amounts: [
      `Вернули: ${formatMoney(amount, from.ticker)}, ${formatPlace(from, claim.refundTo)}`,
      ...listTransactionLines(facts, 'refund'),
    ],
  };
}

const REJECTION_CAUSES: Partial<Readonly<Record<ClaimReason, string>>> = {
  verification_failed: 'Карту не удалось подтвердить.',
  aml_risk: 'Проверка монет показала риск.',
  sender_mismatch: 'Отправитель не тот, что указан в заявке.',
};

/** Texts about a claim that the operator closed without an exchange. */
export function composeRejectedText(facts: ClaimEmailFacts): ClaimEmailText {
  const { claim, from } = facts;
  const { ifPaid, payNothing, received } = MONEY_WORDS[from.kind];
  const cause = (claim.reason && REJECTION_CAUSES[claim.reason]) ?? 'Заявку закрыл оператор.';
  const moneyText =
    claim.received === null
      ? `По этой заявке ${payNothing}. ${cause} ${ifPaid}, напишите в поддержку: вернём их или продолжим обмен.`
      : `Напишите в поддержку: вернём деньги или продолжим обмен. ${cause} ${received} ${formatMoney(claim.received, from.ticker)}.`;
  return {
    headline: 'заявка отклонена',
    nextStep: moneyText,
    amounts: listUnfinishedAmounts(facts),
  };
}

/** Texts about a claim that expired while it waited for the payment or for the photo of a card. */
export function composeExpiredText(facts: ClaimEmailFacts): ClaimEmailText {
  const { previousStatus, from } = facts;
  const { ifPaid, find, payNothing } = MONEY_WORDS[from.kind];
  const isUnverified = previousStatus === 'verification';
  return {
    headline: isUnverified ? 'фото карты не пришло вовремя' : 'время оплаты истекло',
    nextStep: [
      `По этой заявке ${payNothing}: она закрыта. Если обмен ещё нужен, создайте новую.`,
      ...(isUnverified ? [] : [`${ifPaid}, напишите в поддержку: ${find}пересчитаем.`]),
    ].join(' '),
    amounts: listUnfinishedAmounts(facts),
  };
}

/** Texts about a cancelled claim: by the operator, or at the deadline of a new price. Null if the client cancelled. */
export function composeCancelledText(facts: ClaimEmailFacts): ClaimEmailText | null {
  if (facts.isChangedByClient) return null;
  const { ifPaid, find, payNothing } = MONEY_WORDS[facts.from.kind];
  const cause =
    facts.claim.reason === 'rate_moved'
      ? 'курс изменился, а вашего решения не было. Если обмен ещё нужен, создайте новую.'
      : `оператор её отменил. ${ifPaid}, напишите в поддержку: ${find}вернём их.`;
  return {
    headline: 'заявка отменена',
    nextStep: `По этой заявке ${payNothing}: ${cause}`,
    amounts: listUnfinishedAmounts(facts),
  };
}
