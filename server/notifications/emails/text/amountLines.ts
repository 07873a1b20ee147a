import { buildTransactionUrl } from '#core/claim/transaction.ts';
import type { Recalculation } from '#core/contract/claim.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import {
  formatComparedCourses,
  formatCourseLine,
  formatMoney,
  getNetworkName,
} from '#core/exchange/formatMoney.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { ClaimEmailFacts } from '../claimEmailFacts.ts';
import { MONEY_WORDS } from './moneyWords.ts';

/** Formats an amount within a sentence: «50,00 USDT в сети TRC20», «4 000,00 ₽». */
export function formatAmount(amount: string, currency: Currency): string {
  const money = formatMoney(amount, currency.ticker);
  return currency.kind === 'crypto' ? `${money} в сети ${getNetworkName(currency)}` : money;
}

/** Formats the network, bank or city of a side: «сеть TRC20», «Сбербанк, 2200 •••• 0004», «Наличные, Москва». */
export function formatPlace(currency: Currency, ...details: readonly (string | null)[]): string {
  const place = currency.kind === 'crypto' ? `сеть ${getNetworkName(currency)}` : currency.name;
  return [place, ...details].filter(Boolean).join(', ');
}

/** The names of the two lines with the claim's amounts. */
export type AmountNames = readonly [sent: string, received: string];

/** Lists the claim's amounts with their networks or banks, and its course. */
export function listClaimAmounts(facts: ClaimEmailFacts, [sent, received]: AmountNames): string[] {
  const { claim, from, to } = facts;
  const { sentPlace, receivedPlace } = formatPlaces(facts);
  return [
    `${sent}: ${formatMoney(claim.fromSumma, from.ticker)}, ${sentPlace}`,
    `${received}: ${formatMoney(claim.toSumma, to.ticker)}, ${receivedPlace}`,
    `Курс: ${formatCourseLine(toDisplayedCourse(claim.course, from.ticker, to.ticker))}`,
  ];
}

/** Lists the amounts of a claim that is not paid out: the agreed ones, and the received part. */
export function listUnfinishedAmounts(facts: ClaimEmailFacts): string[] {
  const [expected = '', ...rest] = listClaimAmounts(facts, ['Ждали', 'К получению']);
  const { received } = facts.claim;
  return received === null ? [expected, ...rest] : [expected, formatReceivedLine(facts, received), ...rest];
}

/** Lists the agreed amounts, the received amount if there is one, and the offered amount. */
export function listOfferedAmounts(facts: ClaimEmailFacts, offer: Recalculation): string[] {
  const { claim, from, to } = facts;
  const { sentPlace, receivedPlace } = formatPlaces(facts);
  const [agreedCourse, offeredCourse] = formatComparedCourses(
    [claim.course, offer.course],
    from.ticker,
    to.ticker,
  );
  const [agreed, offered] = [claim.toSumma, offer.toSumma].map(amount => formatMoney(amount, to.ticker));
  const agreedAmount = `${formatMoney(claim.fromSumma, from.ticker)}, ${sentPlace}`;
  return [
    ...(claim.received === null
      ? [`Отдаёте: ${agreedAmount}`]
      : [`Ждали: ${agreedAmount}`, formatReceivedLine(facts, offer.fromSumma)]),
    `Получите: ${offered}${agreed === offered ? '' : ` вместо ${agreed}`}, ${receivedPlace}`,
    `Курс: ${offeredCourse}${agreedCourse === offeredCourse ? '' : ` вместо ${agreedCourse}`}`,
  ];
}

function formatReceivedLine({ from }: ClaimEmailFacts, amount: string): string {
  return `${MONEY_WORDS[from.kind].received}: ${formatMoney(amount, from.ticker)}`;
}

/** Formats the payout destination: «Сбербанк, 2200 •••• 0004», «Наличные, Москва». */
export function formatPayoutPlace({ claim, to }: ClaimEmailFacts): string {
  return formatPlace(to, claim.meeting?.side === 'to' ? claim.meeting.city : claim.toRequisite);
}

function formatPlaces(facts: ClaimEmailFacts) {
  const { meeting } = facts.claim;
  return {
    sentPlace: formatPlace(facts.from, meeting?.side === 'from' ? meeting.city : null),
    receivedPlace: formatPayoutPlace(facts),
  };
}

/** Lists the transactions of the payouts or refunds with their explorer's page, if the network is supported. */
export function listTransactionLines({ claim }: ClaimEmailFacts, kind: 'payout' | 'refund'): string[] {
  const side = kind === 'payout' ? claim.to : claim.from;
  return claim.transfers
    .filter(transfer => transfer.kind === kind)
    .map(({ transaction }) => `Перевод: ${buildTransactionUrl(side, transaction) ?? transaction}`);
}
