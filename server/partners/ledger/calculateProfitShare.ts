import { REFERRAL_DECIMALS, type Reckoning } from '#core/contract/account/referral.ts';
import {
  countFractionDigits,
  decimalToUnits,
  divideRounded,
  powerOfTen,
  unitsToDecimal,
  unitsToShortDecimal,
  type Units,
} from '#core/exchange/amount.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';

/** A decimal without rounding; `units` may be negative. */
interface ExactDecimal {
  units: bigint;
  decimals: number;
}

/** Number of displayed decimals of an infinite fraction. */
const SHOWN_DECIMALS = 12;

/** Data of a profit: the price of a claim, and `exchanged` units sent. */
export interface ProfitFacts {
  claim: Pick<
    ClaimRow,
    'course' | 'source_course' | 'uncapped_course' | 'margin' | 'discount' | 'to_amount' | 'usd_price'
  >;
  currencies: Record<'from' | 'to', { code: string; decimals: bigint | number }>;
  exchanged: Units;
  /** The partner's share. */
  percent: string;
}

/** What a profit alone needs. */
interface ExchangeFacts extends Pick<ProfitFacts, 'currencies' | 'exchanged'> {
  claim: Pick<ClaimRow, 'source_course' | 'to_amount' | 'usd_price'>;
}

/** A reckoning, and its result in units of 1/10,000 USD; 0n without a profit. */
export interface ProfitShare {
  reckoning: Reckoning;
  amount: Units;
}

/**
 * Calculates the profit of a claim, units of 1/10,000 USD: the amount that the client would get at the market's course,
 * less the amount that the client gets, at the price in USD of its creation. Rounded once, down, a loss away from zero.
 * Null without a price in USD.
 */
export function calculateProfit(facts: ExchangeFacts): Units | null {
  const { value, sourceCourse } = reckonProfit(facts);
  if (value === null) return null;
  const amount = divide(value, sourceCourse, REFERRAL_DECIMALS);
  const exact = multiply({ units: amount, decimals: REFERRAL_DECIMALS }, sourceCourse);
  return subtract(exact, value).units > 0n ? amount - 1n : amount;
}

/** Both sides of a claim, its profit in the currency received, and `value` ÷ `sourceCourse`: the profit in USD. */
function reckonProfit({ claim, currencies: { from, to }, exchanged }: ExchangeFacts) {
  const sent = { units: exchanged, decimals: Number(from.decimals) };
  const received = { units: claim.to_amount, decimals: Number(to.decimals) };
  const sourceCourse = parseExact(claim.source_course);
  const source = multiply(sent, sourceCourse);
  const profit = subtract(source, received);
  const value = claim.usd_price === null ? null : multiply(profit, parseExact(claim.usd_price));
  return { sent, received, sourceCourse, source, profit, value };
}

/**
 * Calculates a partner's share of the profit of a claim, `calculateProfit`. All values are exact; only the result is
 * rounded, down. Null without a price in USD.
 */
export function calculateProfitShare(facts: ProfitFacts): ProfitShare | null {
  const { claim, currencies, percent } = facts;
  const { from, to } = currencies;
  const { sent, received, sourceCourse, source, profit, value } = reckonProfit(facts);
  if (claim.usd_price === null || value === null) return null;
  const margin = takeShare(source, claim.margin);
  const discount = takeShare(subtract(source, margin), claim.discount);
  const uncapped = claim.uncapped_course ?? claim.course;
  const cap = multiply(sent, subtract(parseExact(uncapped), parseExact(claim.course)));
  const share = takeShare(value, percent);
  const amount = divide(share, sourceCourse, REFERRAL_DECIMALS);
  const cut = (dividend: ExactDecimal) =>
    format({ units: divide(dividend, sourceCourse, SHOWN_DECIMALS), decimals: SHOWN_DECIMALS });
  const paid = amount > 0n ? amount : 0n;
  return {
    amount: paid,
    reckoning: {
      from: from.code,
      fromSumma: format(sent),
      to: to.code,
      toSumma: format(received),
      sourceCourse: claim.source_course,
      sourceSumma: format(source),
      margin: claim.margin,
      marginSumma: format(margin),
      discount: claim.discount,
      discountSumma: format(discount),
      capSumma: format(cap),
      otherSumma: format(subtract(subtract(received, discount), subtract(subtract(source, margin), cap))),
      profit: format(profit),
      usdPrice: claim.usd_price,
      profitUsd: cut(value),
      percent,
      exact: cut(share),
      summa: unitsToDecimal(paid, REFERRAL_DECIMALS),
    },
  };
}

function parseExact(text: string): ExactDecimal {
  const decimals = countFractionDigits(text);
  return { units: decimalToUnits(text, decimals), decimals };
}

const multiply = (a: ExactDecimal, b: ExactDecimal): ExactDecimal => ({
  units: a.units * b.units,
  decimals: a.decimals + b.decimals,
});

function subtract(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const decimals = Math.max(a.decimals, b.decimals);
  const scale = (value: ExactDecimal) => value.units * powerOfTen(decimals - value.decimals);
  return { units: scale(a) - scale(b), decimals };
}

function takeShare(value: ExactDecimal, percent: string): ExactDecimal {
  const { units, decimals } = multiply(value, parseExact(percent));
  return { units, decimals: decimals + 2 };
}

/** a ÷ b in units of `decimals`, toward zero; b is positive. */
function divide(a: ExactDecimal, b: ExactDecimal, decimals: number): bigint {
  const dividend = a.units * powerOfTen(b.decimals + decimals);
  return divideRounded(dividend, b.units * powerOfTen(a.decimals), 'down');
}

const format = ({ units, decimals }: ExactDecimal): string => unitsToShortDecimal(units, decimals);
