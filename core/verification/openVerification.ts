import { sendCall } from '../api/sendCall.ts';
import {
  credentialCall,
  keyCall,
  type VerificationCredentials,
  type VerificationKey,
} from '../api/verification.ts';
import { ApiError } from '../api/apiError.ts';
import type { CallOptions, ApiClient } from '../api/client.ts';
import {
  getVerificationCall,
  getVerificationStateCall,
  startVerificationCall,
  type Verification,
} from '../contract/verification.ts';
import { ignoreMissing } from '../loadFailure.ts';
import type { VerificationTarget } from './verificationModel.ts';

/** Whether the verification is final and polling can end. */
export const isVerificationDecided = ({ status }: Verification): boolean =>
  status === 'approved' || status === 'expired';

/** A verification and the credentials that opened it. */
export interface OpenedVerification {
  verification: Verification;
  access: VerificationCredentials;
}

/** Fetches the verification, or creates it for a claim. Rejects with ApiError: 404 if no secret opens it. */
export async function openVerification(
  client: ApiClient,
  target: VerificationTarget,
  options: CallOptions,
): Promise<OpenedVerification> {
  if ('claim' in target) {
    const { claim: id, secret } = target;
    const access = secret === null ? null : { secret };
    const content = { ...options, ...credentialCall(access), body: { claim: id } };
    return { verification: await sendCall(client, startVerificationCall, content), access };
  }
  const { id } = target;
  const open = async (access: VerificationCredentials): Promise<OpenedVerification> => ({
    verification: await sendCall(client, getVerificationCall, keyCall({ id, access }, options)),
    access,
  });
  if ('token' in target) return open({ token: target.token, device: target.device });
  for (const secret of target.secrets) {
    const opened = await open(secret === null ? null : { secret }).catch(ignoreMissing);
    if (opened) return opened;
  }
  throw new ApiError('no stored secret is valid for the verification', { kind: 'http', status: 404 });
}

/**
 * Fetches the verification again. While pending, only the status is fetched, and an unchanged one returns `previous`.
 * Otherwise a phone may have added photos.
 */
export async function refetchVerification(
  client: ApiClient,
  key: VerificationKey,
  previous: Verification,
  options: CallOptions,
): Promise<Verification> {
  if (previous.status === 'pending') {
    const { status } = await sendCall(client, getVerificationStateCall, keyCall(key, options));
    if (status === previous.status) return previous;
  }
  return sendCall(client, getVerificationCall, keyCall(key, options));
}
