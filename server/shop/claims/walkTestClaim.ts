import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { ShopClaimDetails, TestClaimMove, TestClaimWalk } from '#core/contract/shop.ts';
import { parseCourse, toReceiveUnits } from '#core/exchange/course.ts';
import type { CatalogueSnapshot, Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ServerContext } from '../../context.ts';
import { createProblem, notFoundProblem, type ProblemResult } from '../../http/problemResult.ts';
import { calculateTerms, type PairTerms } from '../../rates/pricing.ts';
import { isTestEvent } from '../../referral/partnerEvents.ts';
import { ensurePartner, findPartner } from '../../referral/partners.ts';
import { buildPayload, loadPayloadClaims } from '../../webhooks/webhookPayload.ts';
import { findTestClaim } from './readShopClaims.ts';
import { insertTestClaim, moveTestClaim } from './testClaims.ts';

type WalkContext = Pick<ServerContext, 'catalogue' | 'config' | 'db' | 'now' | 'rates'>;
type WalkResult = { ok: true; claim: TestClaimWalk } | ProblemResult;

/** Creates a test claim of an open pair with its smallest sum, for the page that explains the API. */
export async function startTestClaim(context: ServerContext, userId: string): Promise<WalkResult> {
  const pair = findOpenPair(context, context.catalogue.getSnapshot());
  if (!pair) return createProblem(409, 'direction_closed');
  const { id: partnerId } = await ensurePartner(context.db, userId, context.now());
  const { course } = pair.courses.default;
  const sent = pair.limits.from.min;
  const inserted = await insertTestClaim(context, partnerId, {
    sub: 'test',
    idempotency_key: randomUUID(),
    body_hash: '',
    status: 'waiting',
    from: pair.from,
    to: pair.to,
    sums: { from: sent, to: toReceiveUnits(sent, parseCourse(course), pair.decimals, 'down') },
    course,
  });
  return inserted.ok ? readWalk(context, partnerId, inserted.id) : inserted;
}

/** Finds a pair that is open: coins for money, as most shops use. */
function findOpenPair(context: ServerContext, snapshot: CatalogueSnapshot): PairTerms | null {
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

/** Reads a test claim of an account with what its statuses have sent. 404 if it has no such claim. */
export async function readTestClaim(context: WalkContext, userId: string, id: string): Promise<WalkResult> {
  const partner = await findPartner(context.db, userId);
  return partner ? readWalk(context, partner.id, id) : notFoundProblem;
}

/** Moves a test claim of an account, as a test key does. */
export async function walkTestClaim(
  context: WalkContext,
  { userId, id }: { userId: string; id: string },
  move: v.InferOutput<typeof TestClaimMove>,
): Promise<WalkResult> {
  const partner = await findPartner(context.db, userId);
  if (!partner) return notFoundProblem;
  const moved = await moveTestClaim(context, { partnerId: partner.id, id }, move);
  return moved.ok ? addWebhooks(context, moved.claim) : moved;
}

async function readWalk(context: WalkContext, partnerId: string, id: string): Promise<WalkResult> {
  const claim = await findTestClaim(context, partnerId, id);
  return claim ? addWebhooks(context, claim) : notFoundProblem;
}

async function addWebhooks(context: WalkContext, claim: ShopClaimDetails): Promise<WalkResult> {
  const events = await context.db
    .selectFrom('partner_events')
    .select(['kind', 'mode', 'claim_id', 'data', 'at'])
    .where('claim_id', '=', claim.id)
    .where(isTestEvent)
    .orderBy('id')
    .execute();
  const claims = await loadPayloadClaims(context, context.db, events);
  const webhooks = events.map(event => JSON.stringify(buildPayload(event, claims)));
  return { ok: true, claim: { ...claim, next: [...CLAIM_STATUS_RULES[claim.status].next], webhooks } };
}
