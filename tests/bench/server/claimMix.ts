import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { decimalToUnits, unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits, type PairDecimals } from '#core/exchange/course.ts';
import { createClaimClient } from '#tests/support/claimClient.ts';

/** The pairs of the load, in turn: coins to cards, cards to coins, coins to coins. */
const PAIR_CODES = [
  ['USDTTRC20', 'SBERRUB'],
  ['BTC', 'TCSBRUB'],
  ['SBERRUB', 'BTC'],
  ['ETH', 'USDTTRC20'],
  ['TCSBRUB', 'USDTTRC20'],
  ['LTC', 'BTC'],
  ['TON', 'ACRUB'],
  ['XRP', 'ETH'],
] as const;

/** Mailboxes of the clients. */
export const MAILBOX_COUNT = 100_000;

/** A prime, so that consecutive claims have mailboxes that are far from each other. */
const MAILBOX_STEP = 7919;

/** Each amount exceeds the one before by this part of the pair's minimum, at least by one unit. */
const AMOUNT_STEP_DIVISOR = 100_000n;

/** A pair with what its claims have in common. */
export interface ClaimPair {
  template: ClaimCreate;
  minUnits: Units;
  decimals: PairDecimals;
  course: string;
  /** The quote of the last course response. */
  quote: string | null;
}

/** Reads the pairs of the load from a running server. */
export async function fetchClaimPairs(origin: string): Promise<ClaimPair[]> {
  const client = createClaimClient((path, init) => fetch(origin + path, init));
  const pairs: ClaimPair[] = [];
  for (const [from, to] of PAIR_CODES) {
    const template = await client.buildClaim(from, to);
    const { course, quote } = await client.fetchPair(from, to);
    const decimals = {
      from: (await client.findItem(from)).decimals,
      to: (await client.findItem(to)).decimals,
    };
    const minUnits = decimalToUnits(template.fromSumma, decimals.from);
    pairs.push({ template, minUnits, decimals, course, quote });
  }
  return pairs;
}

/** Returns the pair of the claim with this number, from 0. */
export function getClaimPair(pairs: readonly ClaimPair[], number: number): ClaimPair {
  const pair = pairs[number % pairs.length];
  if (!pair) throw new Error('there are no pairs');
  return pair;
}

/** Returns the mailbox of the claim with this number. */
function getMailboxAddress(number: number): string {
  return `client${(number * MAILBOX_STEP) % MAILBOX_COUNT}@example.com`;
}

/** Returns the difference between two amounts of a pair, in units. */
export const getAmountStep = ({ minUnits }: ClaimPair) => minUnits / AMOUNT_STEP_DIVISOR || 1n;

/** Builds the body of the claim with this number. No two numbers have the same amount in a currency. */
export function buildClaimBody(pair: ClaimPair, number: number): ClaimCreate {
  const { template, minUnits, decimals, course, quote } = pair;
  const sent = minUnits + getAmountStep(pair) * BigInt(number);
  const received = toReceiveUnits(sent, parseCourse(course), decimals, 'down');
  return {
    ...template,
    email: getMailboxAddress(number),
    fromSumma: unitsToDecimal(sent, decimals.from),
    toSumma: unitsToDecimal(received, decimals.to),
    quote,
  };
}
