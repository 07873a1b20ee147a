import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ShopClaimDetails, TestClaimMove, TestClaimWalk } from '#core/contract/shop.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import type { CatalogueSnapshot, Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { PartnerRow } from '#server/platform/database/partnerRows.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { calculateTerms, type PairTerms } from '#server/exchange/courses/pricing.ts';
import { isTestEvent } from '../referral/partnerEvents.ts';
import { ensurePartner, findPartner } from '../referral/partners.ts';
import { buildPayload, loadPayloadClaims } from '../webhooks/webhookPayload.ts';
import type { ReadContext } from './readShopClaims.ts';
import { moveTestClaim, readTestClaim, writeTestClaim } from './testClaims.ts';

/** A test claim of an account. */
interface OwnTestClaim {
  userId: string;
  id: string;
}

/** Creates a test claim of an open pair with its smallest amount, for the page about the API. */
export async function startTestClaim(context: ExchangeContext, userId: string): Promise<TestClaimWalk> {
  const pair = findOpenPair(context, context.catalogue.getSnapshot());
  if (!pair) throw createProblem(409, 'direction_closed');
  const partner = await ensurePartner(context.db, userId, context.now());
  const { course } = pair.courses.default;
  const sent = pair.limits.from.min;
  const id = await writeTestClaim(context, partner, { key: randomUUID(), hashes: [] }, async () => ({
    sub: 'test',
    status: 'waiting',
    from: pair.from,
    to: pair.to,
    amounts: { from: sent, to: toReceiveUnits(sent, parseCourse(course), pair.decimals, 'down') },
    course,
  }));
  return addWebhooks(context, await readTestClaim(context, partner, id));
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
export async function readOwnTestClaim(
  context: ReadContext,
  { userId, id }: OwnTestClaim,
): Promise<TestClaimWalk> {
  return addWebhooks(context, await readTestClaim(context, await loadPartner(context, userId), id));
}

/** Moves a test claim of an account, like a request with a test key. */
export async function advanceTestClaim(
  context: ReadContext,
  { userId, id }: OwnTestClaim,
  move: v.InferOutput<typeof TestClaimMove>,
): Promise<TestClaimWalk> {
  const partner = await loadPartner(context, userId);
  return addWebhooks(context, await moveTestClaim(context, { partner, id }, move));
}

async function loadPartner({ db }: ReadContext, userId: string): Promise<PartnerRow> {
  const partner = await findPartner(db, userId);
  if (!partner) throw notFoundProblem;
  return partner;
}

async function addWebhooks(context: ReadContext, claim: ShopClaimDetails): Promise<TestClaimWalk> {
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
