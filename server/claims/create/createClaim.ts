import type { Transaction } from 'kysely';
import type { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import type { CaptchaVerifier } from '../../captchaVerifier.ts';
import type { ServerContext } from '../../context.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { isDatabaseUnavailable } from '../../database/databaseError.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { insertClaim } from './insertClaim.ts';
import { parseClaimBody } from './parseClaimBody.ts';
import type { ClaimBody } from './parseClaimBody.ts';
import { buildClaimDraft, type ValidatedRequest } from './claimDraft.ts';
import { findTakenAmount } from './takenAmount.ts';
import {
  isIdempotencyKey,
  hashRequestBody,
  findIdempotentAnswer,
  recordIdempotentAnswer,
} from '../idempotency.ts';
import { getOpenClaimRetrySeconds } from './openClaimLimit.ts';
import { getNextClaimNumber } from '../claimNumber.ts';
import { loadClaimById } from '../findClaimById.ts';
import { createFieldProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { buildClaimRow } from './buildClaimRow.ts';
import { deriveClaimSecret } from '../claimSecret.ts';
import { redeemPromocode } from '../promocodeUse.ts';
import { transitionClaim } from '../status/transitionClaim.ts';
import { buildClaimStatus } from '../view/claimStatus.ts';

/** Retry-After while the captcha provider is unreachable. */
const CAPTCHA_RETRY_SECONDS = 60;

/** A request to create a claim, not parsed yet. */
export interface CreateClaimRequest {
  /** The body: JSON text. */
  text: string;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** The client's network (IPv4 address or IPv6 /64); stored only as a hash. */
  network: string;
}

/** The claim with its secret, created by this request or by an earlier one with the same key. */
export interface CreateClaimSuccess {
  ok: true;
  created: ClaimCreated;
}

/** An idempotency key and the hashes of the request's body. */
interface IdempotentRequest {
  key: string;
  hashes: readonly string[];
}

/** Creates a claim, or returns the reason for the refusal. When it resolves with `ok`, the claim is committed. */
export type ClaimCreator = (request: CreateClaimRequest) => Promise<CreateClaimSuccess | ProblemResult>;

/** Returns the function that creates claims. Requests with the same idempotency key run one after the other. */
export function createClaimCreator(context: ServerContext, captchaVerifier: CaptchaVerifier): ClaimCreator {
  /** Running requests by idempotency key. A repeated request waits until the first settles. */
  const pendingByKey = new Map<string, Promise<unknown>>();
  return async ({ key, text, network }) => {
    if (key !== undefined && !isIdempotencyKey(key))
      return createFieldProblem({ 'Idempotency-Key': { code: 'body_invalid' } });
    const parsed = parseClaimBody(text);
    if (!parsed.ok) return parsed;
    if (key === undefined) return validateAndCreate(context, captchaVerifier, parsed.body, null, network);
    const idempotentRequest = { key, hashes: hashRequestBody(context.keys, parsed.body) };
    while (pendingByKey.has(key)) await pendingByKey.get(key);
    const pending = validateAndCreate(
      context,
      captchaVerifier,
      parsed.body,
      idempotentRequest,
      network,
    ).finally(() => pendingByKey.delete(key));
    pendingByKey.set(
      key,
      pending.catch(() => undefined),
    );
    return pending;
  };
}

async function validateAndCreate(
  context: ServerContext,
  captchaVerifier: CaptchaVerifier,
  claimBody: ClaimBody,
  idempotentRequest: IdempotentRequest | null,
  network: string,
): Promise<CreateClaimSuccess | ProblemResult> {
  const earlierResult =
    idempotentRequest && (await findEarlierResult(context, context.db, idempotentRequest));
  if (earlierResult) return earlierResult;
  const captchaProblem = await verifyCaptcha(captchaVerifier, claimBody.recaptcha);
  if (captchaProblem) return captchaProblem;
  const write = () =>
    transactIfOk(context.db, async trx => {
      const committedResult = idempotentRequest && (await findEarlierResult(context, trx, idempotentRequest));
      if (committedResult) return committedResult;
      const validated = await buildClaimDraft(context, trx, claimBody);
      return validated.ok ? writeClaim(context, trx, validated, idempotentRequest, network) : validated;
    });
  // With a key it is safe to repeat the write: the connection may have broken before or after the commit.
  return idempotentRequest ? repeatOnce(write) : write();
}

/** Runs `write`, and once more if the database was unavailable. */
function repeatOnce<T>(write: () => Promise<T>): Promise<T> {
  return write().catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return write();
    throw error;
  });
}

/** Returns the stored response of an earlier request with this key, null if there is none. */
async function findEarlierResult(
  context: ServerContext,
  db: ServerContext['db'],
  { key, hashes }: IdempotentRequest,
): Promise<CreateClaimSuccess | ProblemResult | null> {
  const lookup = await findIdempotentAnswer(db, 'claim', key, hashes);
  if (!lookup.found) return null;
  if (!lookup.same) return createProblem(409, 'idempotency_conflict');
  const answer = JSON.parse(lookup.answer) as ClaimStatus;
  const claim = await loadClaimById(db, lookup.claimId);
  return { ok: true, created: { ...answer, secret: deriveClaimSecret(context.keys, claim) } };
}

async function verifyCaptcha(
  captchaVerifier: CaptchaVerifier,
  token: string | null,
): Promise<ProblemResult | null> {
  const verdict = await captchaVerifier.verify(token);
  if (verdict === 'passed') return null;
  if (verdict === 'unavailable')
    return createProblem(503, 'server_error', { retryAfter: CAPTCHA_RETRY_SECONDS });
  return createFieldProblem({ recaptcha: { code: verdict } });
}

/**
 * Checks the limit of open claims, redeems the promocode, writes the claim and moves it to its first status.
 * Write transactions run one at a time, so no other request can change the counts meanwhile.
 */
async function writeClaim(
  context: ServerContext,
  trx: Transaction<DatabaseSchema>,
  { draft, priced }: ValidatedRequest,
  idempotentRequest: IdempotentRequest | null,
  network: string,
): Promise<CreateClaimSuccess | ProblemResult> {
  const number = await getNextClaimNumber(trx);
  const now = context.now();
  const claim = await buildClaimRow(context, trx, draft, number, network, now);
  const owner = { email: claim.email, addressHashes: context.keys.listHashes('claim-address', network) };
  const retryAfter = await getOpenClaimRetrySeconds(trx, context.config.limits, owner, now);
  if (retryAfter !== null) return createProblem(429, 'claims_limit', { retryAfter });
  if (claim.pay_to === null && !draft.needsVerification) {
    const busyProblem = await findTakenAmount(context, trx, priced, claim);
    if (busyProblem) return busyProblem;
  }
  if (draft.promocode && !(await redeemPromocode(trx, draft.promocode)))
    return createFieldProblem({ promocode: { code: 'promocode_used' } });
  if (!(await insertClaim(trx, claim, false)))
    throw new Error('The claim exceeds the reserve although it passed the limits');
  const nextStatus = draft.needsVerification
    ? 'verification'
    : claim.pay_to === null
      ? 'requisites'
      : 'waiting';
  const outcome = await transitionClaim(trx, { id: claim.id, to: nextStatus, actor: 'system', now });
  if (!outcome.ok) throw new Error(`A new claim cannot become ${nextStatus}: ${outcome.code}`);
  const answer = await buildClaimStatus(context, trx, outcome.claim, draft);
  if (idempotentRequest)
    await recordIdempotentAnswer(trx, {
      ...idempotentRequest,
      scope: 'claim',
      claimId: claim.id,
      answer: JSON.stringify(answer),
      at: now,
    });
  return { ok: true, created: { ...answer, secret: deriveClaimSecret(context.keys, claim) } };
}
