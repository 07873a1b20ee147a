import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ShopClaimDetails, TestClaimMove, TestClaimWalk } from '#core/contract/shop.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import type { CatalogueSnapshot, Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { calculateTerms, type PairTerms } from '#server/exchange/courses/pricing.ts';
import { isTestEvent } from '../referral/partnerEvents.ts';
import { ensurePartner, findPartner } from '../referral/partners.ts';
import { buildPayload, loadPayloadClaims } from '../webhooks/webhookPayload.ts';
import { insertTestClaim, loadTestClaim, moveTestClaim } from './testClaims.ts';

type TestClaimContext = Pick<ExchangeContext, 'catalogue' | 'config' | 'db' | 'now' | 'rates'>;

/** Creates a test claim of an open pair with its smallest sum, for the page about the API. */
export async function startTestClaim(context: ExchangeContext, userId: string): Promise<TestClaimWalk> {
  const pair = findOpenPair(context, context.catalogue.getSnapshot());
  if (!pair) throw createProblem(409, 'direction_closed');
  const { id: partnerId } = await ensurePartner(context.db, userId, context.now());
  const { course } = pair.courses.default;
  const sent = pair.limits.from.min;
  const id = await insertTestClaim(context, partnerId, {
    sub: 'test',
    idempotency_key: randomUUID(),
    body_hash: '',
    status: 'waiting',
    from: pair.from,
    to: pair.to,
    sums: { from: sent, to: toReceiveUnits(sent, parseCourse(course), pair.decimals, 'down') },
    course,
  });
  return addWebhooks(context, await loadTestClaim(context, partnerId, id));
}

/** Finds an open pair from crypto to fiat, the usual case of shops. */
function findOpenPair(context: ExchangeContext, snapshot: CatalogueSnapshot): PairTerms | null {
  const isOpen = ({ sendVisible, receiveVisible, sendClosed, receiveClosed }: Currency) =>
    sendVisible && receiveVisible && sendClosed === null && receiveClosed === null;
  const open = snapshot.currencies.filter(isOpen);
  for (const from of open.filter(({ kind }) => kind === 'crypto'))
    for (const to of open.filter(({ kind }) => kind !== 'crypto' && kind !== 'cash')) {
      const terms = calculateTerms(context, from.id, to.id, { snapshot });
      if (terms.ok && !terms.closed) return terms;
    }
  return null;
}

/** Reads a test claim of an account with the events of its statuses. 404 if it has no such claim. */
export async function readTestClaim(
  context: TestClaimContext,
  userId: string,
  id: string,
): Promise<TestClaimWalk> {
  const partner = await findPartner(context.db, userId);
  if (!partner) throw notFoundProblem;
  return addWebhooks(context, await loadTestClaim(context, partner.id, id));
}

/** Moves a test claim of an account, like a request with a test key. */
export async function advanceTestClaim(
  context: TestClaimContext,
  { userId, id }: { userId: string; id: string },
  move: v.InferOutput<typeof TestClaimMove>,
): Promise<TestClaimWalk> {
  const partner = await findPartner(context.db, userId);
  if (!partner) throw notFoundProblem;
  return addWebhooks(context, await moveTestClaim(context, { partnerId: partner.id, id }, move));
}

async function addWebhooks(context: TestClaimContext, claim: ShopClaimDetails): Promise<TestClaimWalk> {
  const events = await context.db
    .selectFrom('partner_events')
    .select(['kind', 'mode', 'claim_id', 'data', 'at'])
    .where('claim_id', '=', claim.id)
    .where(isTestEvent)
    .orderBy('id')
    .execute();
  const claims = await loadPayloadClaims(context, context.db, events);
  const webhooks = events.map(event => JSON.stringify(buildPayload(event, claims)));
  return { ...claim, next: [...CLAIM_STATUS_RULES[claim.status].next], webhooks };
}
