import type { Transaction } from 'kysely';
import { listRequisiteFields } from '../../catalogue/requisiteFields.ts';
import type { CatalogueSnapshot, Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '../../context.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { MAINTENANCE_RETRY_SECONDS } from '../../catalogue/maintenance.ts';
import type { CoursePrice } from '../../courses/courseCap.ts';
import { calculateTerms, type AccountDiscount } from '../../courses/pricing.ts';
import { isCardApproved } from '../../requisites/cardApproval.ts';
import { getCardVerificationThreshold } from '../../requisites/cardVerificationThreshold.ts';
import { findCardNumber } from '../../requisites/storedCard.ts';
import type { PricedRequest } from './changedTerms.ts';
import type { ClaimAmounts } from './claimAmounts.ts';
import type { ClaimBody } from './parseClaimBody.ts';
import { validateRequisites } from './validateRequisites.ts';
import { resolvePrice } from './resolvePrice.ts';
import {
  createFieldProblem,
  createProblem,
  Problem,
  type FieldErrors,
} from '#server/platform/http/problem.ts';

/**
 * A request that passed the checks of catalogue, course and limits. Claim limits and promocode use are checked later.
 */
export interface ClaimDraft {
  from: Currency;
  to: Currency;
  amounts: ClaimAmounts;
  price: CoursePrice;
  /** Whether the amounts use the verification course. */
  usesVerificationCourse: boolean;
  /**
   * Whether the card must be verified before the payment target is shown. False if it was approved in the last year.
   */
  needsVerification: boolean;
  email: string;
  fromRequisites: Record<string, string>;
  toRequisites: Record<string, string>;
  city: string | null;
  /** In upper case. */
  promocode: string | null;
  refferal: string | null;
  usePublicId: boolean;
}

/** A valid request, and the reference that its amounts were checked against. */
export interface ValidatedRequest {
  draft: ClaimDraft;
  priced: PricedRequest;
}

/**
 * Validates a request body against the facts, which `trx` has read. A refusal lists every invalid field. `account`: of
 * a logged-in client. `isTest`: ignores data about clients, so no card counts as approved.
 */
export async function buildClaimDraft(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  body: ClaimBody,
  {
    snapshot,
    account,
    isTest = false,
  }: { snapshot: CatalogueSnapshot; account: AccountDiscount | null; isTest?: boolean },
): Promise<ValidatedRequest> {
  const { tech } = snapshot.settings;
  if (tech.tech) throw createProblem(503, 'maintenance', { retryAfter: MAINTENANCE_RETRY_SECONDS });
  const pair = calculateTerms(context, body.fromPs, body.toPs, {
    snapshot,
    account,
    promocode: body.promocode,
  });
  if (!pair.ok && pair.code === 'pair_unknown') throw createProblem(404, pair.code);
  if (!pair.ok && 'from' in pair) throw createProblem(409, pair.code);
  if (!pair.ok) throw createFieldProblem({ promocode: { code: pair.code } });
  if (pair.closed) throw new Problem(409, pair.closed);
  const { from, to } = pair;
  const usesVerificationCourse = body.withVerificationCourse && pair.courses.verification !== null;
  const validateSide = async (side: 'from' | 'to', currency: Currency) =>
    validateRequisites({
      path: `${side}Requisites`,
      code: currency.code,
      fields: listRequisiteFields(currency, side, usesVerificationCourse ? 'verification' : 'default'),
      values: side === 'from' ? body.fromRequisites : body.toRequisites,
    });
  const [sentRequisites, receivedRequisites] = [
    await validateSide('from', from),
    await validateSide('to', to),
  ];
  const city = findCity(from.kind === 'cash' ? from : to, body.city);
  const fieldErrors: FieldErrors = {
    ...sentRequisites.fieldErrors,
    ...receivedRequisites.fieldErrors,
    ...city.fieldErrors,
  };
  const priced = { snapshot, terms: pair, usesVerificationCourse };
  const { amounts, price } = resolvePrice(context, priced, body, fieldErrors);
  const cardNumber = findCardNumber(sentRequisites.values, receivedRequisites.values);
  const requiresCard = usesVerificationCourse || isLargeCardPayment(from, amounts);
  return {
    priced,
    draft: {
      from,
      to,
      amounts,
      price,
      usesVerificationCourse,
      needsVerification:
        requiresCard && (isTest || !(await isCardApproved(trx, context.keys, cardNumber, context.now()))),
      email: body.email,
      fromRequisites: sentRequisites.values,
      toRequisites: receivedRequisites.values,
      city: city.code,
      promocode: pair.promocode,
      refferal: body.refferal?.trim() || null,
      usePublicId: snapshot.settings.usePublicId,
    },
  };
}

function isLargeCardPayment(currency: Currency, { from }: ClaimAmounts): boolean {
  const threshold = getCardVerificationThreshold(currency);
  return threshold !== null && from >= threshold;
}

/** Finds the catalogue's code of the city, ignoring case. The code is null if the currency is not cash. */
function findCity(
  currency: Currency,
  cityCode: string | null,
): { code: string | null; fieldErrors: FieldErrors } {
  if (currency.kind !== 'cash') return { code: null, fieldErrors: {} };
  if (!cityCode) return { code: null, fieldErrors: { city: { code: 'empty' } } };
  const city = currency.cities.find(({ code }) => code.toUpperCase() === cityCode.trim().toUpperCase());
  return city
    ? { code: city.code, fieldErrors: {} }
    : { code: null, fieldErrors: { city: { code: 'city_unknown' } } };
}
