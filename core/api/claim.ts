import * as v from 'valibot';
import { BareClaim, ClaimCreated, ClaimStatus, ClaimStatusOnly, ClaimHandoff } from '#core/contract/claim.ts';
import { CaptchaCheck } from '#core/contract/claim/claimCreate.ts';
import { BareRequisite, ClaimRequisite, ClaimForm } from '#core/contract/claim/claimPayment.ts';
import type { ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import type { ClaimRefund } from '#core/contract/claim/refund.ts';
import { importWithRetry } from '../importWithRetry.ts';
import type { CallOptions, ApiClient } from './client.ts';
import { uploadMultipart } from './upload.ts';
import type { UploadTransport, UploadOptions } from './upload.ts';

const CLAIM_API_PATH = '/api/v1/claim';

/**
 * A claim's id and secret. Without the secret, the response is complete only with the session of the claim's account.
 */
export interface ClaimKey {
  id: string;
  secret?: string | null | undefined;
  /** The claim that this browser has sent, for a backend that sends only the status. */
  sentClaim?: ClaimStatus | null | undefined;
}

/** Credentials of a claim's owner. The secret needs no session, so an invalid session cannot block the claim. */
export const ownerCall = ({ secret }: ClaimKey) =>
  secret ? { headers: { 'x-claim-secret': secret } } : { headers: {}, isAuthorized: true };

const isComplete = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'fromSumma' in answer;

// A field selects the schema. A union would parse a complete response with an invalid field as a bare one.
const CreatedResponse = v.lazy(answer => (isComplete(answer) ? ClaimCreated : BareClaim));
const StatusResponse = v.lazy(answer => (isComplete(answer) ? ClaimStatus : ClaimStatusOnly));

export const claimPath = (id: string, action: string) =>
  `${CLAIM_API_PATH}/${encodeURIComponent(id)}/${action}/`;

/** POST claim/ : creates one claim per idempotency key; 409 if the key was used with another body. */
export function createClaim(
  client: ApiClient,
  body: ClaimCreate,
  idempotencyKey: string,
  options: CallOptions = {},
): Promise<ClaimCreated | BareClaim> {
  return client.call(CreatedResponse, `${CLAIM_API_PATH}/`, {
    ...options,
    method: 'POST',
    isAuthorized: true,
    headers: { 'idempotency-key': idempotencyKey },
    body,
  });
}

/** GET claim/{id}/status/ : the claim, or only `{status}` without its secret, if this browser did not create it either. */
export async function fetchClaimStatus(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimStatus | ClaimStatusOnly> {
  const answer = await client.call(StatusResponse, claimPath(claim.id, 'status'), {
    ...options,
    ...ownerCall(claim),
  });
  const { sentClaim } = claim;
  if (!sentClaim || 'id' in answer) return answer;
  const { withCurrentStatus } = await loadSentClaim();
  return withCurrentStatus(sentClaim, answer.status, client.clock.now());
}

/** Only other backends need it. */
const loadSentClaim = () => importWithRetry(() => import('../claim/sentClaim.ts'));

// Responses of actions are ignored: the status is fetched after each of them.
const ignoredResponse = v.unknown();

/** GET claim/{id}/requisite/ : payment details; null until requisites are assigned. */
export async function fetchClaimRequisite(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimRequisite | null> {
  const call = { ...options, ...ownerCall(claim) };
  const path = claimPath(claim.id, 'requisite');
  const { sentClaim } = claim;
  if (!sentClaim) return client.call(v.nullable(ClaimRequisite), path, call);
  // Null without a value, and with an unreadable field: money sent without its memo would be lost.
  const answer = await client.call(v.fallback(v.nullable(BareRequisite), null), path, call);
  return answer && (await loadSentClaim()).completeRequisite(answer, sentClaim);
}

/** POST claim/{id}/cancel/ (API extension): cancels the claim; 409 after a payment. */
export function sendClaimCancellation(client: ApiClient, claim: ClaimKey, options: CallOptions = {}) {
  return client.call(StatusResponse, claimPath(claim.id, 'cancel'), {
    ...options,
    ...ownerCall(claim),
    method: 'POST',
    body: {},
  });
}

/** GET claim/captchacheck : whether creating a claim requires a captcha. */
export function fetchCaptchaCheck(client: ApiClient, options?: CallOptions): Promise<CaptchaCheck> {
  return client.call(CaptchaCheck, `${CLAIM_API_PATH}/captchacheck`, options);
}

/** POST claim/{id}/confirm/ : reports the payment, once for each idempotency key. */
export function confirmClaimPayment(
  client: ApiClient,
  claim: ClaimKey,
  idempotencyKey: string,
  options: CallOptions = {},
) {
  const ownerOptions = ownerCall(claim);
  return client.call(ignoredResponse, claimPath(claim.id, 'confirm'), {
    ...options,
    ...ownerOptions,
    method: 'POST',
    headers: { ...ownerOptions.headers, 'idempotency-key': idempotencyKey },
    body: {},
  });
}

/** POST claim/{id}/accept/ (API extension): accepts the offered recalculation. */
export function sendRecalculationAcceptance(client: ApiClient, claim: ClaimKey, options: CallOptions = {}) {
  return client.call(ignoredResponse, claimPath(claim.id, 'accept'), {
    ...options,
    ...ownerCall(claim),
    method: 'POST',
    body: {},
  });
}

/** POST claim/{id}/refund/ (API extension): requests a refund or sets its destination; 400 names invalid requisites. */
export function sendRefundRequest(
  client: ApiClient,
  claim: ClaimKey,
  body: ClaimRefund,
  options: CallOptions = {},
) {
  return client.call(ignoredResponse, claimPath(claim.id, 'refund'), {
    ...options,
    ...ownerCall(claim),
    method: 'POST',
    body,
  });
}

/** POST claim/{id}/handoff/ (API extension): URL that opens the claim on another device. */
export function createClaimHandoff(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimHandoff> {
  const callOptions = { ...options, ...ownerCall(claim), method: 'POST' as const, body: {} };
  return client.call(ClaimHandoff, claimPath(claim.id, 'handoff'), callOptions);
}

/** GET claim/{id}/form/ : requisites, or a merchant's form to submit from the exchange's own site. */
export function fetchClaimForm(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimForm> {
  return client.call(ClaimForm, claimPath(claim.id, 'form'), {
    ...options,
    ...ownerCall(claim),
  });
}

/** POST claim/{id}/bill/ : uploads a receipt as multipart field `file`. */
export function uploadReceipt(
  client: ApiClient,
  transport: UploadTransport | undefined,
  claim: ClaimKey,
  file: File,
  options: UploadOptions,
) {
  const body = new FormData();
  body.append('file', file, file.name);
  return uploadMultipart(client, transport, ignoredResponse, claimPath(claim.id, 'bill'), {
    ...options,
    ...ownerCall(claim),
    body,
  });
}

/** DELETE claim/{id}/bill/{bill}/ (API extension): deletes a receipt that is not under review. */
export function deleteReceipt(
  client: ApiClient,
  claim: ClaimKey,
  receiptId: string,
  options: CallOptions = {},
) {
  const receiptPath = `${CLAIM_API_PATH}/${encodeURIComponent(claim.id)}/bill/${encodeURIComponent(receiptId)}/`;
  return client.call(ignoredResponse, receiptPath, {
    ...options,
    ...ownerCall(claim),
    method: 'DELETE',
  });
}
