import type * as v from 'valibot';
import type { ClaimRepeat } from '#core/contract/account/accountClaim.ts';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { decimalToUnits, unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { parseCourse, toReceiveUnits, toSendUnits } from '#core/exchange/course.ts';
import type { ClaimCreator } from '#server/exchange/claims/create/createClaim.ts';
import { findClaimById } from '#server/exchange/claims/findClaimById.ts';
import { parseStoredRequisites } from '#server/exchange/claims/storedRequisites.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { loadAccountDiscount } from '../overview/accountDiscount.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { calculateTerms, getCoursePrice, type AccountDiscount } from '#server/exchange/courses/pricing.ts';

/** Data of a request to repeat a claim. */
export interface RepeatRequest {
  userId: string;
  /** The account's e-mail. */
  email: string;
  /** The id of the claim to repeat. */
  id: string;
  /** The body. */
  amounts: v.InferOutput<typeof ClaimRepeat>;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** The client's network. */
  network: string;
}

/**
 * Creates a claim for the same exchange with the same requisites, at the current course. Without amounts the same
 * amount is sent; with one amount the other one follows from the course. 404 for a claim of somebody else, 409
 * `requisites_erased` if its requisites are erased; other refusals as for a new claim.
 */
export async function repeatClaim(
  context: ExchangeContext,
  createClaim: ClaimCreator,
  { userId, email, id, amounts, key, network }: RepeatRequest,
): ReturnType<ClaimCreator> {
  const claim = await findClaimById(context.db, id.toLowerCase());
  if (!claim || claim.user_id !== userId) throw notFoundProblem;
  if (claim.erased_at !== null) throw createProblem(409, 'requisites_erased');
  const request: ClaimCreate = {
    email,
    fromPs: Number(claim.from_id),
    toPs: Number(claim.to_id),
    ...calculateAmounts(context, claim, amounts, await loadAccountDiscount(context, userId)),
    fromRequisites: parseStoredRequisites(claim.from_requisites),
    toRequisites: parseStoredRequisites(claim.to_requisites),
    withVerificationCourse: claim.verification === 1n,
    quote: amounts.quote,
    city: claim.city,
  };
  // The course may have changed when the client repeats the request after a lost response.
  const keyedRequest = { repeated: claim.id, ...amounts };
  return createClaim({ text: JSON.stringify(request), key, keyedRequest, network, userId });
}

/**
 * Calculates the amounts of the new claim. A closed pair has no course: the creation refuses it whatever the amounts
 * are.
 */
function calculateAmounts(
  context: ExchangeContext,
  claim: ClaimRow,
  { fromSumma, toSumma }: v.InferOutput<typeof ClaimRepeat>,
  account: AccountDiscount,
): Pick<ClaimCreate, 'fromSumma' | 'toSumma'> {
  const terms = calculateTerms(context, Number(claim.from_id), Number(claim.to_id), { account });
  if (!terms.ok) return { fromSumma: fromSumma ?? '0', toSumma: toSumma ?? '0' };
  const { decimals } = terms;
  const rate = parseCourse(getCoursePrice(terms, claim.verification === 1n).course);
  const format = (units: Units, side: 'from' | 'to') => unitsToDecimal(units, decimals[side]);
  if (fromSumma === undefined && toSumma !== undefined) {
    const received = decimalToUnits(toSumma, decimals.to);
    return { fromSumma: format(toSendUnits(received, rate, decimals, 'up'), 'from'), toSumma };
  }
  const sent = fromSumma === undefined ? claim.from_amount : decimalToUnits(fromSumma, decimals.from);
  return {
    fromSumma: fromSumma ?? format(sent, 'from'),
    toSumma: toSumma ?? format(toReceiveUnits(sent, rate, decimals, 'down'), 'to'),
  };
}
