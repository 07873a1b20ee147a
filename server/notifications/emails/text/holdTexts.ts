import type { OfferRefusal, Recalculation } from '#core/contract/claim.ts';
import type { ClaimReason } from '#core/claim/status.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import type { ClaimEmailFacts } from '../claimEmailFacts.ts';
import type { ClaimEmailText } from './claimEmailText.ts';
import { formatUntil } from '#server/platform/email/emailTimes.ts';
import { MONEY_WORDS } from './moneyWords.ts';
import { formatAmount, listOfferedAmounts, listUnfinishedAmounts } from './amountLines.ts';

/** Reasons for which the operator decides on the destination of a refund. */
type RefundReason = Extract<ClaimReason, 'refund_elsewhere' | 'refund_disputed'>;

const REFUND_TEXTS: Readonly<Record<RefundReason, { headline: string; cause: string }>> = {
  refund_elsewhere: {
    headline: 'проверяем, куда вернуть деньги',
    cause:
      'Возврат просят не на те реквизиты, с которых пришла оплата, поэтому сначала его проверит оператор.',
  },
  refund_disputed: {
    headline: 'возврат остановлен',
    cause:
      'В письме о возврате нажали «Остановить возврат», поэтому дальше решит оператор. Деньги пока у нас.',
  },
};

const isRefundReason = (reason: ClaimReason): reason is RefundReason => Object.hasOwn(REFUND_TEXTS, reason);

/** Reasons that lead to new amounts. */
type OfferReason = Extract<ClaimReason, 'underpaid' | 'overpaid' | 'paid_late' | 'rate_moved'>;

const OFFER_HEADLINES: Readonly<Record<OfferReason, string>> = {
  underpaid: 'пришло меньше',
  overpaid: 'пришло больше',
  paid_late: 'оплата пришла после срока',
  rate_moved: 'курс изменился',
};

/** The next step without an offer, for the other reasons. */
const CHECK_TEXTS: Readonly<
  Record<Exclude<ClaimReason, OfferReason | 'sender_mismatch' | RefundReason>, string>
> = {
  aml_risk: 'Оператор проверяет, откуда пришли монеты.',
  verification_failed: 'Карту не удалось подтвердить, оператор проверяет заявку.',
  manual: 'Оператор проверяет заявку.',
};

const isOfferReason = (reason: ClaimReason): reason is OfferReason => Object.hasOwn(OFFER_HEADLINES, reason);

/** Texts about a claim that is on hold: new amounts to accept, a receipt to send, or a check by the operator. */
export function composeHoldText(facts: ClaimEmailFacts): ClaimEmailText {
  const { claim, offer } = facts;
  const reason = claim.cause ?? claim.reason ?? 'manual';
  if (offer && claim.received === null) return composeRepricedText(facts, offer);
  const cause = claim.offerRefusal === null ? undefined : REFUSAL_CAUSES[claim.offerRefusal];
  if (offer && cause !== undefined) return composeRefusedOfferText(facts, offer, cause);
  if (offer && isOfferReason(offer.reason)) return composeOfferText(facts, offer, offer.reason);
  const amounts = listUnfinishedAmounts(facts);
  if (reason === 'sender_mismatch')
    return {
      headline: 'другой отправитель, нужен чек',
      nextStep:
        'Откройте заявку и приложите чек, на котором видно имя отправителя. Отправитель не тот, что указан в заявке.',
      amounts,
    };
  if (isRefundReason(reason)) {
    const { headline, cause } = REFUND_TEXTS[reason];
    const target = claim.refundTo === null ? [] : [`Просят вернуть: ${claim.refundTo}`];
    return {
      headline,
      nextStep: `Делать пока ничего не нужно. ${cause} Если будут вопросы, он напишет на эту почту.`,
      amounts: [...amounts, ...target],
    };
  }
  if (isOfferReason(reason))
    return {
      headline: `${OFFER_HEADLINES[reason]}, пересчитываем`,
      nextStep: 'Делать пока ничего не нужно: пересчитаем заявку и напишем, когда понадобится ваше решение.',
      amounts,
    };
  return {
    headline: 'заявка на проверке',
    nextStep: `Делать пока ничего не нужно. ${CHECK_TEXTS[reason]} Если будут вопросы, он напишет на эту почту.`,
    amounts,
  };
}

/** Texts about a claim whose course changed before the payment. */
function composeRepricedText(facts: ClaimEmailFacts, offer: Recalculation): ClaimEmailText {
  const { claim, from, to } = facts;
  const cause =
    offer.toSumma === claim.toSumma
      ? `За ${formatMoney(claim.fromSumma, from.ticker)} по-прежнему выходит ${formatMoney(offer.toSumma, to.ticker)}.`
      : `Курс изменился до оплаты, за ${formatMoney(claim.fromSumma, from.ticker)} теперь выходит ${formatMoney(offer.toSumma, to.ticker)} вместо ${formatMoney(claim.toSumma, to.ticker)}.`;
  const canAccept = claim.offerRefusal === null || claim.offerRefusal === 'expired';
  const choice = canAccept
    ? `Откройте заявку и выберите: получить ${formatAmount(offer.toSumma, to)} или отменить её${formatUntil(claim.deadline)}.`
    : 'Откройте заявку и отмените её: такую сумму мы сейчас не меняем.';
  return {
    headline: `${OFFER_HEADLINES.rate_moved}, нужно ваше решение`,
    nextStep: `${choice} ${cause} Пока ${MONEY_WORDS[from.kind].payNothing}.`,
    amounts: listOfferedAmounts(facts, offer),
    ...(canAccept && { outlook: OFFER_OUTLOOK }),
  };
}

const OFFER_OUTLOOK = 'Суммы действуют 15 минут, потом мы посчитаем их заново.';

/** Why the received amount cannot be exchanged. An expired offer is replaced within a second. */
const REFUSAL_CAUSES: Readonly<Partial<Record<string, string>>> = {
  below_min: 'Это меньше минимума обмена.',
  above_max: 'Это больше максимума обмена.',
  card_unverified: 'Такую сумму меняем только с подтверждённой картой.',
  requisites_erased: 'Заявка завершилась давно, реквизиты для выплаты стёрты.',
} satisfies Record<Exclude<OfferRefusal, 'expired'>, string>;

function composeRefusedOfferText(
  facts: ClaimEmailFacts,
  offer: Recalculation,
  cause: string,
): ClaimEmailText {
  const { from } = facts;
  const { received } = MONEY_WORDS[from.kind];
  return {
    headline: 'укажите, куда вернуть деньги',
    nextStep: `Откройте заявку и укажите, куда вернуть деньги, или напишите в поддержку. ${received} ${formatMoney(offer.fromSumma, from.ticker)}. ${cause}`,
    amounts: listUnfinishedAmounts(facts),
  };
}

function composeOfferText(facts: ClaimEmailFacts, offer: Recalculation, reason: OfferReason): ClaimEmailText {
  const { claim, from, to } = facts;
  const { received: verb, getBack } = MONEY_WORDS[from.kind];
  const received = `${verb} ${formatMoney(offer.fromSumma, from.ticker)}`;
  const expected = formatMoney(claim.fromSumma, from.ticker);
  const causes: Readonly<Record<OfferReason, string>> = {
    underpaid: `${received} вместо ${expected}.`,
    overpaid: `${received} вместо ${expected}.`,
    paid_late: `${received} после срока оплаты, поэтому сумма посчитана заново.`,
    rate_moved: `${received}, но курс заметно изменился, поэтому сумма посчитана заново.`,
  };
  return {
    headline: `${OFFER_HEADLINES[reason]}, нужно ваше решение`,
    nextStep: `Откройте заявку и выберите: получить ${formatAmount(offer.toSumma, to)} или ${getBack}. ${causes[reason]}`,
    amounts: listOfferedAmounts(facts, offer),
    outlook: OFFER_OUTLOOK,
  };
}
