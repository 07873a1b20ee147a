import type { Transaction } from 'kysely';
import type { ClaimCreated, ClaimStatus } from '#core/contract/claim.ts';
import type { CaptchaVerifier } from '../../captchaVerifier.ts';
import type { ServerContext } from '../../context.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { isDatabaseUnavailable } from '../../database/databaseError.ts';
import { transactIfOk } from '../../database/transactIfOk.ts';
import { insertClaim, listFirstEvents } from './insertClaim.ts';
import { parseClaimBody } from './parseClaimBody.ts';
import type { ClaimBody } from './parseClaimBody.ts';
import { buildClaimDraft, type ValidatedRequest } from './claimDraft.ts';
import { findTakenAmount } from './takenAmount.ts';
import {
  isIdempotencyKey,
  hashRequestBody,
  findIdempotentAnswer,
  buildAnswerInsert,
} from '../idempotency.ts';
import { getOpenClaimRetrySeconds } from './openClaimLimit.ts';
import { getNextClaimNumber } from '../claimNumber.ts';
import { loadClaimById } from '../findClaimById.ts';
import { createFieldProblem, createProblem, type ProblemResult } from '../../http/problemResult.ts';
import { buildClaimRow, getPayableClaim } from './buildClaimRow.ts';
import { deriveClaimSecret } from '../claimSecret.ts';
import { choosePaymentTarget } from '../payment/choosePaymentTarget.ts';
import { loadNewClaimDetails } from '../view/claimDetails.ts';
import { buildClaimStatus } from '../view/claimStatus.ts';

/** How often a claim is tried again because others have taken the reserve. */
const MAX_RESERVE_ATTEMPTS = 5;

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
  const writeOrRefuse = () => repeatWhileReserveIsTaken(write);
  // With a key it is safe to repeat the write: the connection may have broken before or after the commit.
  return idempotentRequest ? repeatOnce(writeOrRefuse) : writeOrRefuse();
}

/** Another transaction has held the reserve after the limits of this one were calculated. */
class ReserveTakenError extends Error {
  override readonly name = 'ReserveTakenError';
}

/** Runs `write` again with the reserve that is left: usually it refuses the sums then. */
async function repeatWhileReserveIsTaken<T>(write: () => Promise<T>): Promise<T | ProblemResult> {
  for (let attempt = 1; attempt <= MAX_RESERVE_ATTEMPTS; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof ReserveTakenError)) throw error;
    }
  }
  return createProblem(503, 'server_error', { retryAfter: 1 });
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

/** Checks the limit of open claims, chooses where to pay, and writes the claim in its first status. */
async function writeClaim(
  context: ServerContext,
  trx: Transaction<DatabaseSchema>,
  { draft, priced }: ValidatedRequest,
  idempotentRequest: IdempotentRequest | null,
  network: string,
): Promise<CreateClaimSuccess | ProblemResult> {
  const now = context.now();
  const owner = { email: draft.email, addressHashes: context.keys.listHashes('claim-address', network) };
  const retryAfter = await getOpenClaimRetrySeconds(trx, context.config.limits, owner, now);
  if (retryAfter !== null) return createProblem(429, 'claims_limit', { retryAfter });
  const number = await getNextClaimNumber(trx);
  const chosen = draft.needsVerification
    ? null
    : await choosePaymentTarget(trx, getPayableClaim(context, draft, number), context.config.merchants);
  if (chosen === null && !draft.needsVerification) {
    const busyProblem = await findTakenAmount(context, trx, priced, draft);
    if (busyProblem) return busyProblem;
  }
  const status = draft.needsVerification ? 'verification' : chosen === null ? 'requisites' : 'waiting';
  const facts = { number, network, status, payTo: chosen?.target ?? null, now } as const;
  const claim = buildClaimRow(context, draft, facts);
  const details = await loadNewClaimDetails(trx, claim, listFirstEvents(claim));
  const answer = await buildClaimStatus(context, trx, claim, draft, details);
  const answerInsert =
    idempotentRequest &&
    buildAnswerInsert(trx, {
      ...idempotentRequest,
      scope: 'claim',
      claimId: claim.id,
      answer: JSON.stringify(answer),
      at: now,
    });
  const newClaim = { claim, requisiteId: chosen?.requisiteId ?? null, isSimulated: false };
  const refusal = await insertClaim(trx, newClaim, answerInsert ? [answerInsert] : []);
  if (refusal === 'promocode_used') return createFieldProblem({ promocode: { code: refusal } });
  if (refusal === 'reserve_short') throw new ReserveTakenError();
  return { ok: true, created: { ...answer, secret: deriveClaimSecret(context.keys, claim) } };
}
