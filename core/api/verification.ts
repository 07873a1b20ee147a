import * as v from 'valibot';
import {
  Verification,
  Verifications,
  VerificationInputs,
  VerificationState,
  VerificationHandoff,
  VerificationPhoto,
} from '#core/contract/verification.ts';
import type {
  VerificationCreate,
  VerificationUpdate,
  VerificationConfirm,
} from '#core/contract/verification.ts';
import type { CallOptions, ApiClient } from './client.ts';
import { uploadMultipart } from './upload.ts';
import type { UploadTransport, UploadOptions } from './upload.ts';

const VERIFY_API_PATH = '/api/v1/verify';
const VERIFY_V2_API_PATH = '/api/v2/verify';

/**
 * Credentials of a verification: its claim's secret, a hand-off token with this device's secret, or null for the
 * session of the claim's account.
 */
export type VerificationCredentials = { secret: string } | { token: string; device: string } | null;

/** A verification's id and credentials. */
export interface VerificationKey {
  id: string;
  access: VerificationCredentials;
}

function credentialCall(access: VerificationCredentials): {
  headers: Record<string, string>;
  isAuthorized?: boolean;
} {
  if (access === null) return { headers: {}, isAuthorized: true };
  if ('secret' in access) return { headers: { 'x-claim-secret': access.secret } };
  return { headers: { 'x-verification-token': access.token, 'x-verification-device': access.device } };
}

const toCredentials = (secret: string | null): VerificationCredentials =>
  secret === null ? null : { secret };

const verificationPath = (id: string, action = '') =>
  `${VERIFY_API_PATH}/${encodeURIComponent(id)}/${action}`;
const ignoredResponse = v.unknown();

/** POST verify/ : creates the verification of a claim's card, or returns the open one. */
export function createVerification(
  client: ApiClient,
  { id, secret }: { id: string; secret: string | null },
  options: CallOptions = {},
): Promise<Verification> {
  const body = { claim: id } satisfies VerificationCreate;
  return client.call(Verification, `${VERIFY_API_PATH}/`, {
    ...options,
    method: 'POST',
    ...credentialCall(toCredentials(secret)),
    body,
  });
}

/** GET verify/ : the claim's verifications, newest first. */
export function fetchVerifications(
  client: ApiClient,
  { id, secret }: { id: string; secret: string | null },
  { page, size, ...options }: CallOptions & { page?: number; size?: number } = {},
): Promise<Verifications> {
  return client.call(Verifications, `${VERIFY_API_PATH}/`, {
    ...options,
    query: { claim: id, page: page?.toString(), size: size?.toString() },
    ...credentialCall(toCredentials(secret)),
  });
}

/** GET verify/inputs/ : inputs of a verification and limits of its photos. */
export function fetchVerificationInputs(
  client: ApiClient,
  options: CallOptions = {},
): Promise<VerificationInputs> {
  return client.call(VerificationInputs, `${VERIFY_API_PATH}/inputs/`, options);
}

/** GET verify/{id}/ : the verification. The first call with a hand-off token binds the token to this device. */
export function fetchVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<Verification> {
  return client.call(Verification, verificationPath(id), { ...options, ...credentialCall(access) });
}

/** GET verify/{id}/status/ : only the status. */
export function fetchVerificationState(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<VerificationState> {
  return client.call(VerificationState, verificationPath(id, 'status/'), {
    ...options,
    ...credentialCall(access),
  });
}

/** PUT verify/{id}/ : sets the photos of a draft; resubmits a rejected verification with them. */
export function updateVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  photoIds: readonly string[],
  options: CallOptions = {},
): Promise<Verification> {
  return client.call(Verification, verificationPath(id), {
    ...options,
    method: 'PUT',
    ...credentialCall(access),
    body: { photos: [...photoIds] } satisfies VerificationUpdate,
  });
}

/** DELETE verify/{id}/ : deletes a draft, pending or rejected verification with its photos. */
export async function withdrawVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<void> {
  await client.call(ignoredResponse, verificationPath(id), {
    ...options,
    method: 'DELETE',
    ...credentialCall(access),
  });
}

/** POST v2/verify/confirm/ : submits a draft, or a rejected verification with new photos. */
export function confirmVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<Verification> {
  return client.call(Verification, `${VERIFY_V2_API_PATH}/confirm/`, {
    ...options,
    method: 'POST',
    ...credentialCall(access),
    body: { verification: id } satisfies VerificationConfirm,
  });
}

/** POST verify/{id}/handoff/ (API extension): URL that opens the verification on a phone. Not with a hand-off token. */
export function createVerificationHandoff(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<VerificationHandoff> {
  const callOptions = { ...options, method: 'POST' as const, ...credentialCall(access), body: {} };
  return client.call(VerificationHandoff, verificationPath(id, 'handoff/'), callOptions);
}

/** POST v2/verify/upload/ : uploads a photo. Without `transport` no progress is reported. */
export function uploadVerificationPhoto(
  client: ApiClient,
  transport: UploadTransport | undefined,
  { id, access }: VerificationKey,
  file: File,
  options: UploadOptions = {},
): Promise<VerificationPhoto> {
  const body = new FormData();
  // The server checks access by it before it reads the file.
  body.append('verification', id);
  body.append('file', file, file.name);
  return uploadMultipart(client, transport, VerificationPhoto, `${VERIFY_V2_API_PATH}/upload/`, {
    ...options,
    ...credentialCall(access),
    body,
  });
}

/** DELETE v2/verify/upload/{photo}/ (API extension): deletes a photo that is not submitted yet. */
export async function deleteVerificationPhoto(
  client: ApiClient,
  { id, access }: VerificationKey,
  photoId: string,
  options: CallOptions = {},
): Promise<void> {
  await client.call(ignoredResponse, `${VERIFY_V2_API_PATH}/upload/${encodeURIComponent(photoId)}/`, {
    ...options,
    method: 'DELETE',
    query: { verification: id },
    ...credentialCall(access),
  });
}
