import { formatMoney } from '#core/exchange/formatMoney.ts';
import type { ClaimEmailFacts } from '../claimEmailFacts.ts';
import type { ClaimEmailText } from './claimEmailText.ts';
import { formatUntil } from '#server/platform/email/emailTimes.ts';
import { MONEY_WORDS } from './moneyWords.ts';
import { formatAmount, listClaimAmounts, type AmountNames } from './amountLines.ts';

const OPEN_AMOUNT_NAMES: AmountNames = ['Отдаёте', 'Получаете'];
const OUTLOOK = 'Напишем, когда обмен завершится или понадобится ваше решение.';

/** Texts about the payment to make. */
export function composePaymentText(facts: ClaimEmailFacts): ClaimEmailText {
  const { claim, previousStatus } = facts;
  const headlineStart =
    previousStatus === 'verification'
      ? 'карта подтверждена, '
      : previousStatus === 'requisites'
        ? 'реквизиты готовы, '
        : '';
  return {
    headline: `${headlineStart}ждём оплату`,
    nextStep: claim.merchant ? describeMerchantPayment(facts) : describePayment(facts),
    amounts: listClaimAmounts(facts, OPEN_AMOUNT_NAMES),
    outlook: OUTLOOK,
  };
}

function describeMerchantPayment({ claim, from }: ClaimEmailFacts): string {
  const amount = formatAmount(claim.fromSumma, from);
  return `Оплатите ${amount}${formatUntil(claim.deadline)}. Страница платёжной системы откроется из заявки.`;
}

function describePayment({ claim, from, requisite }: ClaimEmailFacts): string {
  const { pay, howToPay, afterPayment, amountNote, received } = MONEY_WORDS[from.kind];
  const missing = formatAmount(requisite?.amount ?? claim.fromSumma, from);
  return [
    `${pay} ${missing}${formatUntil(claim.deadline)}.`,
    ...(claim.received === null
      ? []
      : [
          `${received} ${formatMoney(claim.received, from.ticker)} из ${formatMoney(claim.fromSumma, from.ticker)}.`,
        ]),
    `${howToPay} ${afterPayment}`,
    ...(amountNote === null ? [] : [amountNote]),
  ].join(' ');
}

/** Texts about the photo of a card to send. Null while the operator checks one. */
export function composeVerificationText(facts: ClaimEmailFacts): ClaimEmailText | null {
  const { claim, from, cardRejection } = facts;
  if (claim.verification?.status === 'pending') return null;
  const until = formatUntil(claim.deadline);
  const payNothing = `Пока ${MONEY_WORDS[from.kind].payNothing}.`;
  const amounts = listClaimAmounts(facts, OPEN_AMOUNT_NAMES);
  if (claim.verification?.status === 'rejected')
    return {
      headline: 'карту не подтвердили, нужно новое фото',
      nextStep: [
        `Откройте заявку и пришлите новое фото карты${until}.`,
        ...(cardRejection === null ? [] : [toSentence(cardRejection)]),
        payNothing,
      ].join(' '),
      amounts,
    };
  return {
    headline: 'нужна верификация карты',
    nextStep: `Откройте заявку и пришлите фото карты${until}. Реквизиты для оплаты появятся после проверки. ${payNothing}`,
    amounts,
    outlook: 'Напишем, когда проверим карту.',
  };
}

/** Ends an operator's text with one full stop, on one line. */
function toSentence(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[.\s]*$/, '.');
}

/** Text for a claim that needs no action of its client. Used only in its first e-mail, which contains the link. */
export function composeProgressText(facts: ClaimEmailFacts): ClaimEmailText {
  const { claim, from } = facts;
  const amounts = listClaimAmounts(facts, OPEN_AMOUNT_NAMES);
  const { payNothing } = MONEY_WORDS[from.kind];
  switch (claim.status) {
    case 'verification':
      return {
        headline: 'проверяем карту',
        nextStep: `Пока ${payNothing}: напишем, когда проверим карту.`,
        amounts,
      };
    case 'new':
    case 'requisites':
      return {
        headline: 'заявка создана, подбираем реквизиты',
        nextStep: `Пока ${payNothing}: напишем, когда реквизиты для оплаты будут готовы.`,
        amounts,
      };
    case 'refunding':
      return {
        headline: 'оформляем возврат',
        nextStep: 'Делать ничего не нужно: напишем, когда вернём деньги.',
        amounts,
      };
    default:
      return {
        headline: 'обмен идёт',
        nextStep: `Делать ничего не нужно. ${OUTLOOK}`,
        amounts,
      };
  }
}
