import type { CaptchaVerifier } from '#server/platform/captchaVerifier.ts';
import type { ExchangeContext } from '../../context.ts';
import { isConnectionLost } from '#server/platform/database/databaseError.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, createProblem } from '#server/platform/http/problem.ts';
import { publishEvent } from '#server/platform/serverEvents.ts';
import type { VisitorSource } from '../claimSubscribers.ts';
import {
  findIdempotentAnswer,
  hashRequestBody,
  isIdempotencyKey,
  type IdempotentRequest,
} from '../idempotency.ts';
import { parseClaimBody, type ClaimBody } from './parseClaimBody.ts';
import type { ClaimClient } from './buildClaimRow.ts';
import { reserveTakenProblem } from './insertClaim.ts';
import { repeatAnswer, writeClaim, type ClaimCreation } from './writeClaim.ts';

/** Maximum number of attempts to create a claim while other claims take the reserve. */
const MAX_RESERVE_ATTEMPTS = 5;

/** A request to create a claim, not parsed yet. */
export interface CreateClaimRequest extends Omit<ClaimClient, 'source'> {
  /** Returns the source of the visitor, besides the referral, for the value in the body; default: unknown. */
  resolveSource?: (given: unknown) => VisitorSource;
  /** Counts an attempt to use a promocode; a refusal ends the request before the promocode is looked up. */
  countPromocode?: (promocode: string | null) => Promise<void>;
  /** The body: JSON text. */
  text: string;
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** Data that must be equal when the key is used again; default: the body. */
  keyedRequest?: object;
}

/** Creates a claim. When it resolves, the claim is committed. */
export type ClaimCreator = (request: CreateClaimRequest) => Promise<ClaimCreation>;

/** Returns the function that creates claims. Requests with the same idempotency key run one after the other. */
export function createClaimCreator(context: ExchangeContext, captchaVerifier: CaptchaVerifier): ClaimCreator {
  /** Running requests by idempotency key. A repeated request waits until the first settles. */
  const pendingByKey = new Map<string, Promise<unknown>>();
  return async ({ key, keyedRequest, text, resolveSource, countPromocode, ...sender }) => {
    const { userId } = sender;
    if (key !== undefined && !isIdempotencyKey(key))
      throw createFieldProblem({ 'Idempotency-Key': { code: 'body_invalid' } });
    const body = parseClaimBody(text);
    await countPromocode?.(body.promocode);
    const source = resolveSource?.(body.source);
    const client: ClaimClient = { ...sender, ...(source && { source }) };
    if (key === undefined) return validateAndCreate(context, captchaVerifier, body, null, client);
    // A guest, or another account, cannot get the response of an account's request.
    const subject = userId === null ? {} : { userId };
    // A request with another source still counts as the same request.
    const { source: _, ...keyedBody } = body;
    const hashes = hashRequestBody(context.keys, { ...(keyedRequest ?? keyedBody), ...subject });
    const idempotentRequest = { key, hashes };
    while (pendingByKey.has(key)) await pendingByKey.get(key);
    const pending = validateAndCreate(context, captchaVerifier, body, idempotentRequest, client).finally(() =>
      pendingByKey.delete(key),
    );
    pendingByKey.set(
      key,
      pending.catch(() => undefined),
    );
    return pending;
  };
}

async function validateAndCreate(
  context: ExchangeContext,
  captchaVerifier: CaptchaVerifier,
  claimBody: ClaimBody,
  idempotentRequest: IdempotentRequest | null,
  client: ClaimClient,
): Promise<ClaimCreation> {
  const { saver } = client;
  const savesRequisites = claimBody.saveRequisites && saver !== undefined;
  // Not checked for a repeated request: the captcha's token is valid once, and the authentication may be too old.
  if (idempotentRequest && (savesRequisites || captchaVerifier.getRequirement().required)) {
    const { key, hashes } = idempotentRequest;
    const earlier = await findIdempotentAnswer(context.db, 'claim', key, hashes);
    if (earlier.found) return repeatAnswer(context, context.db, earlier);
  }
  // Before the captcha: the client sends its token again after the authentication.
  if (savesRequisites) await saver.checkAccess();
  const verdict = await captchaVerifier.verify(claimBody.recaptcha);
  if (verdict !== 'passed') throw createFieldProblem({ recaptcha: { code: verdict } });
  const write = () =>
    runInTransaction(context.db, trx => writeClaim(context, trx, claimBody, idempotentRequest, client));
  const writeOrRefuse = () => repeatWhileReserveIsTaken(write);
  // With a key the write can be repeated safely: the connection may have failed before or after the commit.
  const result = await (idempotentRequest ? repeatOnce(writeOrRefuse) : writeOrRefuse());
  if (!result.isRepetition) publishEvent('claimCreated', {});
  return result;
}

/** Runs `write` again with the remaining reserve; the second run usually refuses the amounts. */
async function repeatWhileReserveIsTaken<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_RESERVE_ATTEMPTS; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (error !== reserveTakenProblem) throw error;
    }
  }
  throw createProblem(503, 'server_error', { retryAfter: 1 });
}

/** Runs `write`, and once more if the connection to the database was lost. */
function repeatOnce<T>(write: () => Promise<T>): Promise<T> {
  return write().catch((error: unknown) => {
    if (isConnectionLost(error)) return write();
    throw error;
  });
}
