import * as v from 'valibot';
import type { ClaimStatus, ClaimStatusOnly } from '#core/contract/claim.ts';
import { getClaimStatusCall, uploadReceiptCall } from '#core/contract/claim/claimActions.ts';
import { BareRequisite, getRequisiteCall, type ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
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

/**
 * The id and the credentials of a claim's owner. The secret needs no session, so an invalid session cannot block the
 * claim.
 */
export const ownerCall = ({ id, secret }: ClaimKey) =>
  secret ? { id, headers: { 'x-claim-secret': secret } } : { id, headers: {}, isAuthorized: true };

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
