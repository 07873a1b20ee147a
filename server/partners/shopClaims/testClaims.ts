import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type * as v from 'valibot';
import {
  TEST_PROMOCODES,
  type ShopClaimCreated,
  type ShopClaimDetails,
  type TestClaimMove,
} from '#core/contract/shop.ts';
import { canTransition, CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';
import {
  type CatalogueSnapshot,
  readCatalogueSnapshot,
  type Currency,
} from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { PromocodeRow } from '#server/platform/database/catalogueRows.ts';
import { buildClaimDraft } from '#server/exchange/claims/create/claimDraft.ts';
import type { ClaimAmounts } from '#server/exchange/claims/create/claimAmounts.ts';
import { getPairIds, type ClaimBody } from '#server/exchange/claims/create/parseClaimBody.ts';
import { hashRequestBody, type IdempotentRequest } from '#server/exchange/claims/idempotency.ts';
import { getPaymentWindowMs } from '#server/exchange/claims/payment/paymentTarget.ts';
import { VERIFICATION_WINDOW_MS } from '#server/exchange/claims/status/claimDeadline.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { lockNames, lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db, DatabaseSchema } from '#server/platform/database/schema.ts';
import type { TestClaimRow } from '#server/platform/database/shopRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import type { ShopClient } from '../keys/authorizeShopKey.ts';
import { recordPartnerEvent } from '../referral/partnerEvents.ts';
import { readShopClaim, type ReadContext } from './readShopClaims.ts';

const rows = new Map<string, PromocodeRow>(
  Object.entries(TEST_PROMOCODES).map(([code, { percent, state }]) => [
    code,
    {
      code,
      percent,
      single_use: state === 'used' ? 1n : 0n,
      used: state === 'used' ? 1n : 0n,
      active: 1n,
      valid_until: state === 'expired' ? 0n : null,
    },
  ]),
);

/**
 * Returns the catalogue of test claims, with its own promocodes. The promocodes of clients are unknown to a test key,
 * because it could try any number of them.
 */
export const replacePromocodes = (snapshot: CatalogueSnapshot): CatalogueSnapshot => ({
  ...snapshot,
  promocodes: rows,
});

/** Maximum number of test claims of a shop; old ones are deleted. */
const MAX_TEST_CLAIMS = 1_000;

/** Maximum number of statuses of a test claim: otherwise hold and back could be repeated without end. */
export const MAX_TEST_EVENTS = 100;

/** How long a test claim is kept, milliseconds. */
export const TEST_CLAIM_LIFETIME_MS = 30 * 86_400_000;

/** The amount of a completed test claim's accrual: an example, because a test has no profit. */
const TEST_ACCRUAL_SUMMA = '1.0000';
const TEST_ACCRUAL_HOLD_MS = 72 * 3_600_000;

/** The partner whose test claims are read or changed. */
type TestShop = ShopClient['partner'];

interface TestClaimRequest {
  body: ClaimBody;
  sub: string;
  /** The data that must be equal when the key is used again. */
  keyedRequest: object;
  /** Hash of the Idempotency-Key. */
  key: string;
}

/**
 * Creates a test claim: checked like any other, at the real course, but without money. It holds no reserve, has no
 * payment target and sends no e-mail.
 */
export async function createTestClaim(
  context: ExchangeContext,
  partner: TestShop,
  { body, sub, keyedRequest, key }: TestClaimRequest,
): Promise<ShopClaimCreated> {
  const request = { key, hashes: hashRequestBody(context.keys, keyedRequest) };
  const id = await writeTestClaim(context, partner, request, async trx => ({
    ...(await validateTestClaim(context, trx, body)),
    sub,
  }));
  return { ...(await readTestClaim(context, partner, id)), url: null };
}

/** Reads a test claim with its history; 404 if the shop has no such claim. */
export const readTestClaim = (context: ReadContext, partner: TestShop, id: string) =>
  readShopClaim(context, { mode: 'test', partner }, id);

/** A valid test claim. */
interface NewTestClaim extends Pick<TestClaimRow, 'sub' | 'course'> {
  status: 'waiting' | 'verification';
  from: Pick<Currency, 'id' | 'kind'>;
  to: Pick<Currency, 'id'>;
  amounts: ClaimAmounts;
}

/**
 * Inserts the test claim that `build` returns, and returns its id; the id of the earlier claim with the same key. 409
 * for another body, 429 if the shop has too many.
 */
export function writeTestClaim(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  { id: partner_id }: TestShop,
  { key: idempotency_key, hashes }: IdempotentRequest,
  build: (trx: Transaction<DatabaseSchema>) => Promise<NewTestClaim>,
): Promise<string> {
  return runInTransaction(db, async trx => {
    await lockNames(trx, [`test claims:${partner_id}`]);
    const ofPartner = trx.selectFrom('test_claims').where('partner_id', '=', partner_id);
    const earlier = await ofPartner
      .select(['id', 'body_hash'])
      .where('idempotency_key', '=', idempotency_key)
      .executeTakeFirst();
    if (earlier && !hashes.includes(earlier.body_hash)) throw createProblem(409, 'idempotency_conflict');
    if (earlier) return earlier.id;
    const { from, to, amounts, ...columns } = await build(trx);
    if ((await countRows(ofPartner)) >= MAX_TEST_CLAIMS) throw createProblem(429, 'test_claims_limit');
    const at = now();
    const windowMs =
      columns.status === 'verification' ? VERIFICATION_WINDOW_MS : getPaymentWindowMs(from.kind);
    const [body_hash = ''] = hashes;
    const row: TestClaimRow = {
      ...columns,
      id: randomUUID(),
      partner_id,
      idempotency_key,
      body_hash,
      reason: null,
      from_id: BigInt(from.id),
      to_id: BigInt(to.id),
      from_amount: amounts.from,
      to_amount: amounts.to,
      deadline: BigInt(at + windowMs),
      created_at: BigInt(at),
      updated_at: BigInt(at),
    };
    await trx.insertInto('test_claims').values(row).execute();
    await recordTestStatus(trx, row, null);
    return row.id;
  });
}

/** Checks a request like that of a real claim. */
async function validateTestClaim(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  body: ClaimBody,
): Promise<Omit<NewTestClaim, 'sub'>> {
  const snapshot = replacePromocodes(await readCatalogueSnapshot(trx, getPairIds(body)));
  const { draft } = await buildClaimDraft(context, trx, body, { snapshot, account: null, isTest: true });
  const { from, to, amounts, price, needsVerification } = draft;
  const status = needsVerification ? 'verification' : 'waiting';
  return { status, from, to, amounts, course: price.course };
}

/**
 * Moves a test claim to an allowed next status. 409 `transition_forbidden` lists the allowed ones; 409
 * `test_moves_limit` for a claim that has had 100 statuses. A repetition changes nothing.
 */
export async function moveTestClaim(
  context: ReadContext,
  { partner, id }: { partner: TestShop; id: string },
  { status, reason }: v.InferOutput<typeof TestClaimMove>,
): Promise<ShopClaimDetails> {
  await runInTransaction(context.db, async trx => {
    const query = trx
      .selectFrom('test_claims')
      .selectAll()
      .where('id', '=', id)
      .where('partner_id', '=', partner.id);
    const claim = await lockRows(trx, query).executeTakeFirstOrThrow(() => notFoundProblem);
    if (claim.status === status && claim.reason === reason) return;
    if (!canTransition(claim.status, status))
      throw createProblem(409, 'transition_forbidden', {
        status: claim.status,
        next: CLAIM_STATUS_RULES[claim.status].next,
      });
    const events = await countRows(trx.selectFrom('test_claim_events').where('claim_id', '=', id));
    if (events >= MAX_TEST_EVENTS) throw createProblem(409, 'test_moves_limit');
    const updated_at = BigInt(context.now());
    await trx.updateTable('test_claims').set({ status, reason, updated_at }).where('id', '=', id).execute();
    await recordTestStatus(trx, { ...claim, status, reason, updated_at }, claim.status);
  });
  return readTestClaim(context, partner, id);
}

/** Records a new status in the claim's history and for webhooks. */
async function recordTestStatus(
  trx: Db,
  claim: TestClaimRow,
  from_status: ClaimStatusCode | null,
): Promise<void> {
  const { id: claim_id, partner_id, status, reason, updated_at: at } = claim;
  const event = { partner_id, mode: 'test', claim_id, at } as const;
  await trx.insertInto('test_claim_events').values({ claim_id, status, reason, at }).execute();
  await recordPartnerEvent(trx, {
    ...event,
    kind: from_status === null ? 'claim.created' : 'claim.status',
    data: { from_status, to_status: status, reason },
  });
  if (status === 'completed')
    await recordPartnerEvent(trx, {
      ...event,
      kind: 'accrual.created',
      data: {
        entry: `test-${claim_id}`,
        summa: TEST_ACCRUAL_SUMMA,
        available_at: new Date(Number(at) + TEST_ACCRUAL_HOLD_MS).toISOString(),
      },
    });
}
