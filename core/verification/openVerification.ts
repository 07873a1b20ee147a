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
  type VerificationStatus,
} from '../contract/verification.ts';
import type { VerificationTarget } from './verificationModel.ts';

/** Final statuses. */
const FINAL_VERIFICATION_STATUSES: readonly VerificationStatus[] = ['approved', 'expired'];

/** Whether the verification is final and polling can end. */
export function isVerificationDecided({ status }: Verification): boolean {
  return FINAL_VERIFICATION_STATUSES.includes(status);
}

/** A verification and the credentials that opened it. */
export interface OpenedVerification {
  verification: Verification;
  access: VerificationCredentials;
}

const isNotFoundError = (error: unknown) => error instanceof ApiError && error.status === 404;

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
  if ('token' in target) {
    const access = { token: target.token, device: target.device };
    return {
      verification: await sendCall(client, getVerificationCall, keyCall({ id, access }, options)),
      access,
    };
  }
  for (const secret of target.secrets) {
    const access = secret === null ? null : { secret };
    try {
      return {
        verification: await sendCall(client, getVerificationCall, keyCall({ id, access }, options)),
        access,
      };
    } catch (error) {
      if (!isNotFoundError(error)) throw error;
    }
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
