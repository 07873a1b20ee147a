import * as v from 'valibot';
import {
  ClaimCreated,
  ClaimStatus,
  ClaimStatusOnly,
  ClaimRequisite,
  CaptchaCheck,
  ClaimHandoff,
  ClaimForm,
} from '#core/contract/claim.ts';
import type { ClaimCreate, ClaimRefund } from '#core/contract/claim.ts';
import type { CallOptions, ApiClient } from './client.ts';
import { uploadMultipart } from './upload.ts';
import type { UploadTransport, UploadOptions } from './upload.ts';

const CLAIM_API_PATH = '/api/v1/claim';

/** Which claim, and the secret that opens all of it; without one only the bare status is told. */
export interface ClaimKey {
  id: string;
  secret?: string | null | undefined;
}

const secretHeader = ({ secret }: ClaimKey) => (secret ? { 'x-claim-secret': secret } : {});
const claimPath = (id: string, action: string) => `${CLAIM_API_PATH}/${encodeURIComponent(id)}/${action}/`;

/** POST claim/ : makes the claim once for each `key` (Idempotency-Key of the draft) and body. */
export function createClaim(
  client: ApiClient,
  body: ClaimCreate,
  idempotencyKey: string,
  options: CallOptions = {},
): Promise<ClaimCreated> {
  return client.call(ClaimCreated, `${CLAIM_API_PATH}/`, {
    ...options,
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
    body,
  });
}

// Chosen by the id and not by trying both: a full answer with one wrong field must not pass as a bare status.
const StatusResponse = v.lazy(answer =>
  typeof answer === 'object' && answer !== null && 'id' in answer ? ClaimStatus : ClaimStatusOnly,
);

/** GET claim/{id}/status/ : the claim, or without its secret only `{status}`. */
export function fetchClaimStatus(client: ApiClient, claim: ClaimKey, options: CallOptions = {}) {
  return client.call(StatusResponse, claimPath(claim.id, 'status'), {
    ...options,
    headers: secretHeader(claim),
  });
}

// What a step answers is asked for again anyway: only the state that polling tells is shown.
const ignoredResponse = v.unknown();

/** GET claim/{id}/requisite/ : where to pay; null until requisites are chosen. */
export function fetchClaimRequisite(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimRequisite | null> {
  return client.call(v.nullable(ClaimRequisite), claimPath(claim.id, 'requisite'), {
    ...options,
    headers: secretHeader(claim),
  });
}

/** POST claim/{id}/cancel/ (ext) : the claim, cancelled; 409 once something has been paid. */
export function sendClaimCancellation(client: ApiClient, claim: ClaimKey, options: CallOptions = {}) {
  return client.call(StatusResponse, claimPath(claim.id, 'cancel'), {
    ...options,
    method: 'POST',
    headers: secretHeader(claim),
    body: {},
  });
}

/** GET claim/captchacheck : whether creating a claim asks for a captcha now. */
export function fetchCaptchaCheck(client: ApiClient, options?: CallOptions): Promise<CaptchaCheck> {
  return client.call(CaptchaCheck, `${CLAIM_API_PATH}/captchacheck`, options);
}

/** POST claim/{id}/confirm/ : the client says that he has paid; once for each `key` (Idempotency-Key). */
export function confirmClaimPayment(
  client: ApiClient,
  claim: ClaimKey,
  idempotencyKey: string,
  options: CallOptions = {},
) {
  const headers = { ...secretHeader(claim), 'idempotency-key': idempotencyKey };
  return client.call(ignoredResponse, claimPath(claim.id, 'confirm'), {
    ...options,
    method: 'POST',
    headers,
    body: {},
  });
}

/** POST claim/{id}/accept/ (ext) : takes the recalculation that is offered. */
export function sendRecalculationAcceptance(client: ApiClient, claim: ClaimKey, options: CallOptions = {}) {
  const headers = secretHeader(claim);
  return client.call(ignoredResponse, claimPath(claim.id, 'accept'), {
    ...options,
    method: 'POST',
    headers,
    body: {},
  });
}

/** POST claim/{id}/refund/ (ext) : asks for the money back, or says where it goes; 400 names the wrong requisites. */
export function sendRefundRequest(
  client: ApiClient,
  claim: ClaimKey,
  body: ClaimRefund,
  options: CallOptions = {},
) {
  const headers = secretHeader(claim);
  return client.call(ignoredResponse, claimPath(claim.id, 'refund'), {
    ...options,
    method: 'POST',
    headers,
    body,
  });
}

/** POST claim/{id}/handoff/ (ext) : the address that opens the claim on another device. */
export function createClaimHandoff(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimHandoff> {
  const headers = secretHeader(claim);
  const callOptions = { ...options, method: 'POST' as const, headers, body: {} };
  return client.call(ClaimHandoff, claimPath(claim.id, 'handoff'), callOptions);
}

/** GET claim/{id}/form/ : requisites to transfer to, or a merchant's form to post from the exchange's own site. */
export function fetchClaimForm(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimForm> {
  return client.call(ClaimForm, claimPath(claim.id, 'form'), {
    ...options,
    headers: secretHeader(claim),
  });
}

/** POST claim/{id}/bill/ : a receipt, multipart field `file`. */
export function uploadReceipt(
  client: ApiClient,
  transport: UploadTransport | undefined,
  claim: ClaimKey,
  file: File,
  options: UploadOptions,
) {
  const body = new FormData();
  body.append('file', file, file.name);
  const headers = secretHeader(claim);
  return uploadMultipart(client, transport, ignoredResponse, claimPath(claim.id, 'bill'), {
    ...options,
    headers,
    body,
  });
}

/** DELETE claim/{id}/bill/{bill}/ (ext) : takes a receipt away while nobody examines it. */
export function deleteReceipt(
  client: ApiClient,
  claim: ClaimKey,
  receiptId: string,
  options: CallOptions = {},
) {
  const headers = secretHeader(claim);
  const receiptPath = `${CLAIM_API_PATH}/${encodeURIComponent(claim.id)}/bill/${encodeURIComponent(receiptId)}/`;
  return client.call(ignoredResponse, receiptPath, { ...options, method: 'DELETE', headers });
}
