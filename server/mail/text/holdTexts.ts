import type { Recalculation } from '#core/contract/claim.ts';
import type { ClaimReason } from '#core/claim/status.ts';
import { formatMoney } from '#core/exchange/formatMoney.ts';
import type { ClaimMailFacts } from '../claimMailFacts.ts';
import type { ClaimMailText } from './claimMailText.ts';
import { MONEY_WORDS } from './moneyWords.ts';
import { formatSum, listOfferedSums, listUnfinishedSums } from './sumLines.ts';

/** Reasons that lead to new sums. */
type OfferReason = Extract<ClaimReason, 'underpaid' | 'overpaid' | 'paid_late' | 'rate_moved'>;

const OFFER_HEADLINES: Readonly<Record<OfferReason, string>> = {
  underpaid: 'пришло меньше',
  overpaid: 'пришло больше',
  paid_late: 'оплата пришла после срока',
  rate_moved: 'курс изменился',
};

/** What happens next without an offer, for the other reasons. */
const CHECK_TEXTS: Readonly<Record<Exclude<ClaimReason, OfferReason | 'sender_mismatch'>, string>> = {
  aml_risk: 'Оператор проверяет, откуда пришли монеты.',
  verification_failed: 'Карту не\u00a0удалось подтвердить, оператор проверяет заявку.',
  manual: 'Оператор проверяет заявку.',
};

const isOfferReason = (reason: ClaimReason): reason is OfferReason => Object.hasOwn(OFFER_HEADLINES, reason);

/** Texts about a claim that is on hold: new sums to accept, a receipt to send, or a check by the operator. */
export function composeHoldText(facts: ClaimMailFacts): ClaimMailText {
  const { claim, offer } = facts;
  const reason = claim.reason ?? 'manual';
  if (offer && isOfferReason(offer.reason)) return composeOfferText(facts, offer, offer.reason);
  const sums = listUnfinishedSums(facts);
  if (reason === 'sender_mismatch')
    return {
      headline: 'другой отправитель, нужен чек',
      nextStep:
        'Откройте заявку и\u00a0приложите чек, на\u00a0котором видно имя отправителя. Отправитель не\u00a0тот, что указан в\u00a0заявке.',
      sums,
    };
  if (isOfferReason(reason))
    return {
      headline: `${OFFER_HEADLINES[reason]}, пересчитываем`,
      nextStep:
        'Делать пока ничего не\u00a0нужно: пересчитаем заявку и\u00a0напишем, когда понадобится ваше решение.',
      sums,
    };
  return {
    headline: 'заявка на\u00a0проверке',
    nextStep: `Делать пока ничего не\u00a0нужно. ${CHECK_TEXTS[reason]} Если будут вопросы, он напишет на\u00a0эту почту.`,
    sums,
  };
}

function composeOfferText(facts: ClaimMailFacts, offer: Recalculation, reason: OfferReason): ClaimMailText {
  const { claim, from, to } = facts;
  const { received: verb, getBack } = MONEY_WORDS[from.kind];
  const received = `${verb} ${formatMoney(offer.fromSumma, from.ticker)}`;
  const expected = formatMoney(claim.fromSumma, from.ticker);
  const causes: Readonly<Record<OfferReason, string>> = {
    underpaid: `${received} вместо ${expected}.`,
    overpaid: `${received} вместо ${expected}.`,
    paid_late: `${received} после срока оплаты, поэтому сумма посчитана заново.`,
    rate_moved: `${received}, но\u00a0курс заметно изменился, поэтому сумма посчитана заново.`,
  };
  return {
    headline: `${OFFER_HEADLINES[reason]}, нужно ваше решение`,
    nextStep: `Откройте заявку и\u00a0выберите: получить ${formatSum(offer.toSumma, to)} или ${getBack}. ${causes[reason]}`,
    sums: listOfferedSums(facts, offer),
  };
}
