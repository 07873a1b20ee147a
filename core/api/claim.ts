import * as v from 'valibot';
import type {
  BareClaim,
  ClaimCreated,
  ClaimHandoff,
  ClaimStatus,
  ClaimStatusOnly,
} from '#core/contract/claim.ts';
import {
  acceptOfferCall,
  cancelClaimCall,
  checkCaptchaCall,
  confirmPaymentCall,
  createClaimCall,
  createClaimHandoffCall,
  deleteReceiptCall,
  getClaimStatusCall,
  requestRefundCall,
  uploadReceiptCall,
} from '#core/contract/claim/claimActions.ts';
import type { CaptchaCheck, ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import {
  BareRequisite,
  getPaymentFormCall,
  getRequisiteCall,
  type ClaimForm,
  type ClaimRequisite,
} from '#core/contract/claim/claimPayment.ts';
import type { ClaimRefund } from '#core/contract/claim/refund.ts';
import { importWithRetry } from '../importWithRetry.ts';
import type { CallOptions, ApiClient } from './client.ts';
import { sendCall } from './sendCall.ts';
import { uploadMultipart } from './upload.ts';
import type { UploadTransport, UploadOptions } from './upload.ts';

/**
 * A claim's id and secret. Without the secret, the response is complete only with the session of the claim's account.
 */
export interface ClaimKey {
  id: string;
  secret?: string | null | undefined;
  /** The claim that this browser has sent, for a backend that sends only the status. */
  sentClaim?: ClaimStatus | null | undefined;
}

/** The id and the credentials of a claim's owner. The secret needs no session, so an invalid session cannot block the claim. */
export const ownerCall = ({ id, secret }: ClaimKey) =>
  secret ? { id, headers: { 'x-claim-secret': secret } } : { id, headers: {}, isAuthorized: true };

/** Creates one claim per idempotency key; 409 if the key was used with another body. */
export const createClaim = (
  client: ApiClient,
  body: ClaimCreate,
  idempotencyKey: string,
  options: CallOptions = {},
): Promise<ClaimCreated | BareClaim> =>
  sendCall(client, createClaimCall, {
    ...options,
    isAuthorized: true,
    headers: { 'idempotency-key': idempotencyKey },
    body,
  });

/** The claim, or only `{status}` without its secret, if this browser did not create it either. */
export async function fetchClaimStatus(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimStatus | ClaimStatusOnly> {
  const answer = await sendCall(client, getClaimStatusCall, { ...options, ...ownerCall(claim) });
  const { sentClaim } = claim;
  if (!sentClaim || 'id' in answer) return answer;
  const { withCurrentStatus } = await loadSentClaim();
  return withCurrentStatus(sentClaim, answer.status, client.clock.now());
}

/** Only other backends need it. */
const loadSentClaim = () => importWithRetry(() => import('../claim/sentClaim.ts'));

/** Payment details; null until requisites are assigned. */
export async function fetchClaimRequisite(
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimRequisite | null> {
  const content = { ...options, ...ownerCall(claim) };
  const { sentClaim } = claim;
  if (!sentClaim) return sendCall(client, getRequisiteCall, content);
  // Null without a value, and with an unreadable field: money sent without its memo would be lost.
  const response = v.fallback(v.nullable(BareRequisite), null);
  const answer = await sendCall(client, { ...getRequisiteCall, response }, content);
  return answer && (await loadSentClaim()).completeRequisite(answer, sentClaim);
}

/** Cancels the claim; 409 after a payment. */
export const sendClaimCancellation = (client: ApiClient, claim: ClaimKey, options: CallOptions = {}) =>
  sendCall(client, cancelClaimCall, { ...options, ...ownerCall(claim) });

/** Whether creating a claim requires a captcha. */
export const fetchCaptchaCheck = (client: ApiClient, options?: CallOptions): Promise<CaptchaCheck> =>
  sendCall(client, checkCaptchaCall, options);

/** Reports the payment, once for each idempotency key. */
export function confirmClaimPayment(
  client: ApiClient,
  claim: ClaimKey,
  idempotencyKey: string,
  options: CallOptions = {},
) {
  const owner = ownerCall(claim);
  const headers = { ...owner.headers, 'idempotency-key': idempotencyKey };
  return sendCall(client, confirmPaymentCall, { ...options, ...owner, headers });
}

/** Accepts the offered recalculation. */
export const sendRecalculationAcceptance = (client: ApiClient, claim: ClaimKey, options: CallOptions = {}) =>
  sendCall(client, acceptOfferCall, { ...options, ...ownerCall(claim) });

/** Requests a refund or sets its destination; 400 names invalid requisites. */
export const sendRefundRequest = (
  client: ApiClient,
  claim: ClaimKey,
  body: ClaimRefund,
  options: CallOptions = {},
) => sendCall(client, requestRefundCall, { ...options, ...ownerCall(claim), body });

/** URL that opens the claim on another device. */
export const createClaimHandoff = (
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimHandoff> => sendCall(client, createClaimHandoffCall, { ...options, ...ownerCall(claim) });

/** Requisites, or a merchant's form to submit from the exchange's own site. */
export const fetchClaimForm = (
  client: ApiClient,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<ClaimForm> => sendCall(client, getPaymentFormCall, { ...options, ...ownerCall(claim) });

/** Uploads a receipt as multipart field `file`. */
export function uploadReceipt(
  client: ApiClient,
  transport: UploadTransport | undefined,
  claim: ClaimKey,
  file: File,
  options: UploadOptions,
) {
  const body = new FormData();
  body.append('file', file, file.name);
  return uploadMultipart(client, transport, uploadReceiptCall, { ...options, ...ownerCall(claim), body });
}

/** Deletes a receipt that is not under review. */
export const deleteReceipt = (client: ApiClient, claim: ClaimKey, bill: string, options: CallOptions = {}) =>
  sendCall(client, deleteReceiptCall, { ...options, ...ownerCall(claim), bill });
