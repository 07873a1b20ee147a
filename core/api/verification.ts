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

/** What opens a verification: the secret of its claim, or a hand-off's token with this device's own secret. */
export type VerificationCredentials = { secret: string } | { token: string; device: string };

/** Which verification, and what opens it. */
export interface VerificationKey {
  id: string;
  access: VerificationCredentials;
}

const credentialHeaders = (access: VerificationCredentials): Record<string, string> =>
  'secret' in access
    ? { 'x-claim-secret': access.secret }
    : { 'x-verification-token': access.token, 'x-verification-device': access.device };
const verificationPath = (id: string, action = '') =>
  `${VERIFY_API_PATH}/${encodeURIComponent(id)}/${action}`;
const ignoredResponse = v.unknown();

/** POST verify/ : begins the verification of a claim's card, or answers the one that is open. */
export function createVerification(
  client: ApiClient,
  { id, secret }: { id: string; secret: string },
  options: CallOptions = {},
): Promise<Verification> {
  const body = { claim: id } satisfies VerificationCreate;
  return client.call(Verification, `${VERIFY_API_PATH}/`, {
    ...options,
    method: 'POST',
    headers: credentialHeaders({ secret }),
    body,
  });
}

/** GET verify/ : the claim's verifications, the newest first. */
export function fetchVerifications(
  client: ApiClient,
  { id, secret }: { id: string; secret: string },
  { page, size, ...options }: CallOptions & { page?: number; size?: number } = {},
): Promise<Verifications> {
  return client.call(Verifications, `${VERIFY_API_PATH}/`, {
    ...options,
    query: { claim: id, page: page?.toString(), size: size?.toString() },
    headers: credentialHeaders({ secret }),
  });
}

/** GET verify/inputs/ : what a verification asks for, and the limits of its photos. */
export function fetchVerificationInputs(
  client: ApiClient,
  options: CallOptions = {},
): Promise<VerificationInputs> {
  return client.call(VerificationInputs, `${VERIFY_API_PATH}/inputs/`, options);
}

/** GET verify/{id}/ : the verification. With a hand-off's token it is this device's from now on. */
export function fetchVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<Verification> {
  return client.call(Verification, verificationPath(id), { ...options, headers: credentialHeaders(access) });
}

/** GET verify/{id}/status/ : the bare status. */
export function fetchVerificationState(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<VerificationState> {
  return client.call(VerificationState, verificationPath(id, 'status/'), {
    ...options,
    headers: credentialHeaders(access),
  });
}

/** PUT verify/{id}/ : the photos that a draft consists of; sends a rejected one in again with them. */
export function updateVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  photoIds: readonly string[],
  options: CallOptions = {},
): Promise<Verification> {
  return client.call(Verification, verificationPath(id), {
    ...options,
    method: 'PUT',
    headers: credentialHeaders(access),
    body: { photos: [...photoIds] } satisfies VerificationUpdate,
  });
}

/** DELETE verify/{id}/ : deletes one that is a draft, pending or rejected, with its photos. */
export async function withdrawVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<void> {
  await client.call(ignoredResponse, verificationPath(id), {
    ...options,
    method: 'DELETE',
    headers: credentialHeaders(access),
  });
}

/** POST v2/verify/confirm/ : sends a draft in, or a rejected one with new photos. */
export function confirmVerification(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<Verification> {
  return client.call(Verification, `${VERIFY_V2_API_PATH}/confirm/`, {
    ...options,
    method: 'POST',
    headers: credentialHeaders(access),
    body: { verification: id } satisfies VerificationConfirm,
  });
}

/** POST verify/{id}/handoff/ (ext) : the address that opens it on a phone; takes the claim's secret. */
export function createVerificationHandoff(
  client: ApiClient,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<VerificationHandoff> {
  const callOptions = { ...options, method: 'POST' as const, headers: credentialHeaders(access), body: {} };
  return client.call(VerificationHandoff, verificationPath(id, 'handoff/'), callOptions);
}

/** POST v2/verify/upload/ : adds a photo. `transport` tells how far it is; left out: without progress. */
export function uploadVerificationPhoto(
  client: ApiClient,
  transport: UploadTransport | undefined,
  { id, access }: VerificationKey,
  file: File,
  options: UploadOptions = {},
): Promise<VerificationPhoto> {
  const body = new FormData();
  body.append('verification', id);
  body.append('file', file, file.name);
  return uploadMultipart(client, transport, VerificationPhoto, `${VERIFY_V2_API_PATH}/upload/`, {
    ...options,
    headers: credentialHeaders(access),
    body,
  });
}

/** DELETE v2/verify/upload/{photo}/ (ext) : erases a photo that was not sent in yet. */
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
    headers: credentialHeaders(access),
  });
}
