import * as verifications from '../api/verification.ts';
import type { Access, VerificationKey } from '../api/verification.ts';
import { ApiError } from '../api/error.ts';
import type { CallOptions, Client } from '../api/client.ts';
import type { Verification, VerificationStatus } from '../contract/verification.ts';
import type { Subject } from './model.ts';

/** Statuses after which nothing changes by itself. */
const DECIDED: readonly VerificationStatus[] = ['approved', 'expired'];

/** Whether the server need not be asked again. */
export function isDecided({ status }: Verification): boolean {
  return DECIDED.includes(status);
}

/** A verification and what opened it. */
export interface Found {
  verification: Verification;
  access: Access;
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Finds it, or begins it for a claim. Rejects with ApiError: 404 when none of the secrets opens it. */
export async function find(client: Client, subject: Subject, options: CallOptions): Promise<Found> {
  if ('claim' in subject) {
    const { claim: id, secret } = subject;
    return { verification: await verifications.begin(client, { id, secret }, options), access: { secret } };
  }
  const { id } = subject;
  if ('token' in subject) {
    const access = { token: subject.token, device: subject.device };
    return { verification: await verifications.get(client, { id, access }, options), access };
  }
  for (const secret of subject.secrets) {
    const access = { secret };
    try {
      return { verification: await verifications.get(client, { id, access }, options), access };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new ApiError('no secret opens the verification', { kind: 'http', status: 404 });
}

/**
 * What it is now. While it is looked at, only its status is asked for; else photos may come from a phone. Answers `known`
 * itself when nothing has changed.
 */
export async function ask(
  client: Client,
  key: VerificationKey,
  known: Verification,
  options: CallOptions,
): Promise<Verification> {
  if (known.status === 'pending') {
    const { status } = await verifications.status(client, key, options);
    if (status === known.status) return known;
  }
  return verifications.get(client, key, options);
}
