import type { Transaction } from 'kysely';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import type { SimulatorCreate } from '#core/contract/simulator.ts';
import { decimalToExactUnits } from '#core/exchange/amount.ts';
import { toReceiveUnits, parseCourse } from '#core/exchange/course.ts';
import { listRequisiteFields } from '#server/exchange/catalogue/requisiteFields.ts';
import { readCatalogueSnapshot, type Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { UNKNOWN_SOURCE } from '#server/exchange/claims/claimSubscribers.ts';
import { insertClaim } from '#server/exchange/claims/create/insertClaim.ts';
import type { ClaimDraft } from '#server/exchange/claims/create/claimDraft.ts';
import { selectClaimNumber } from '#server/exchange/claims/claimNumber.ts';
import { OPEN_STATUSES, UNPAYABLE_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import { buildClaimRow, getPayableClaim } from '#server/exchange/claims/create/buildClaimRow.ts';
import { choosePaymentTarget } from '#server/exchange/claims/payment/choosePaymentTarget.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { calculateTerms, getCoursePrice, type PairTerms } from '#server/exchange/courses/pricing.ts';
import { countRows } from '#server/platform/database/countRows.ts';

/** Maximum number of open simulated claims: they hold reserve like all claims. */
const MAX_OPEN_SIMULATED_CLAIMS = 100;

/** Creates a simulated claim with the status `new`. */
export async function createSimulatedClaim(
  context: ServerContext,
  trx: Transaction<DatabaseSchema>,
  request: SimulatorCreate,
): Promise<ClaimRow> {
  const { catalogue, now } = context;
  const [from, to] = [catalogue.findCurrencyByCode(request.from), catalogue.findCurrencyByCode(request.to)];
  if (!from || !to) throw createProblem(404, 'pair_unknown');
  const snapshot = await readCatalogueSnapshot(trx, [from.id, to.id]);
  const pairTerms = calculateTerms(context, from.id, to.id, { snapshot });
  if (!pairTerms.ok) throw createProblem('from' in pairTerms ? 409 : 404, pairTerms.code);
  const usesVerificationCourse = request.status === 'verification' && pairTerms.courses.verification !== null;
  const sent = getSentAmount(pairTerms, request, usesVerificationCourse);
  if (sent === null || sent <= 0n) throw createFieldProblem({ fromSumma: { code: 'number_format' } });
  const price = getCoursePrice(pairTerms, usesVerificationCourse);
  const received = toReceiveUnits(sent, parseCourse(price.course), pairTerms.decimals, 'down');
  if (received <= 0n) throw createFieldProblem({ fromSumma: { code: 'number_format' } });
  const draft: ClaimDraft = {
    from,
    to,
    amounts: { from: sent, to: received },
    price,
    usesVerificationCourse,
    needsVerification: UNPAYABLE_STATUSES.has(request.status),
    email: 'simulator@example.com',
    fromRequisites: usesVerificationCourse
      ? fillSampleRequisites(listRequisiteFields(from, 'from', 'verification'))
      : {},
    toRequisites: fillSampleRequisites(
      listRequisiteFields(to, 'to', usesVerificationCourse ? 'verification' : 'default'),
    ),
    city: findFirstCity(from) ?? findFirstCity(to),
    promocode: null,
    refferal: null,
    usePublicId: snapshot.settings.usePublicId,
  };
  if ((await countOpenSimulatedClaims(trx)) >= MAX_OPEN_SIMULATED_CLAIMS)
    throw createProblem(429, 'claims_limit');
  const { number } = await selectClaimNumber(trx).executeTakeFirstOrThrow();
  // A simulated claim is never paid, so its amount may equal another claim's.
  const payable = { ...getPayableClaim(context, draft, number), amount: null };
  const chosen = draft.needsVerification
    ? null
    : await choosePaymentTarget(trx, payable, context.config.merchants);
  const claim = buildClaimRow(context, draft, {
    payable,
    client: { network: 'simulator', userId: null },
    status: 'new',
    payTo: chosen?.target ?? null,
    now: now(),
  });
  const { requisite = null } = chosen ?? {};
  const newClaim = { claim, requisite, isSimulated: true, requisites: draft, source: UNKNOWN_SOURCE };
  await insertClaim(context, trx, newClaim);
  return claim;
}

/** Returns the requested amount in units, or the pair's minimum. Null if the requested amount has too many digits. */
function getSentAmount(
  pairTerms: PairTerms,
  { fromSumma, reason }: SimulatorCreate,
  usesVerificationCourse: boolean,
): bigint | null {
  if (fromSumma !== null) return decimalToExactUnits(fromSumma, pairTerms.decimals.from);
  const { min } = (usesVerificationCourse ? pairTerms.limitsVerification : pairTerms.limits).from;
  // The received part of an underpaid amount must reach the minimum, or it could not be accepted.
  return reason === 'underpaid' ? min * 2n : min;
}

/** Fills each visible field with a sample value. Nothing is ever paid to these requisites. */
function fillSampleRequisites(fields: readonly RequisiteField[]): Record<string, string> {
  return Object.fromEntries(
    fields.filter(({ visible }) => visible).map(field => [field.name, getSampleValue(field)]),
  );
}

const SAMPLE_VALUES = {
  card: '2200000000000004',
  phone: '+79000000000',
  address: 'DEMOaddressNOTPAYABLE0000000000demo',
  memo: '1234',
};

function getSampleValue({ name, type, options }: RequisiteField): string {
  if (type === 'select') return options?.[0]?.value ?? '';
  if (type === 'text') return /telegram/i.test(name) ? '@razmen_demo' : 'Иванов Иван';
  return SAMPLE_VALUES[type];
}

function findFirstCity({ kind, cities }: Currency): string | null {
  return kind === 'cash' ? (cities[0]?.code ?? null) : null;
}

const countOpenSimulatedClaims = (trx: Transaction<DatabaseSchema>): Promise<number> =>
  countRows(
    trx
      .selectFrom('simulated_claims')
      .innerJoin('claims', 'claims.id', 'simulated_claims.claim_id')
      .where('claims.status', 'in', OPEN_STATUSES),
  );
