import * as v from 'valibot';
import * as contract from '#core/contract/verification.ts';
import type { CallOptions, Client } from './client.ts';
import { upload as send } from './upload.ts';
import type { Transport, UploadOptions } from './upload.ts';

const root = '/api/v1/verify';
const newer = '/api/v2/verify';

/** What opens a verification: the secret of its claim, or a hand-off's token with this device's own secret. */
export type Access = { secret: string } | { token: string; device: string };

/** Which verification, and what opens it. */
export interface VerificationKey {
  id: string;
  access: Access;
}

const headers = (access: Access): Record<string, string> =>
  'secret' in access
    ? { 'x-claim-secret': access.secret }
    : { 'x-verification-token': access.token, 'x-verification-device': access.device };
const path = (id: string, call = '') => `${root}/${encodeURIComponent(id)}/${call}`;
const nothing = v.unknown();

/** POST verify/ : begins the verification of a claim's card, or answers the one that is open. */
export function begin(
  client: Client,
  { id, secret }: { id: string; secret: string },
  options: CallOptions = {},
): Promise<contract.Verification> {
  const body = { claim: id } satisfies contract.VerificationCreate;
  return client.call(contract.Verification, `${root}/`, {
    ...options,
    method: 'POST',
    headers: headers({ secret }),
    body,
  });
}

/** GET verify/ : the claim's verifications, the newest first. */
export function list(
  client: Client,
  { id, secret }: { id: string; secret: string },
  { page, size, ...options }: CallOptions & { page?: number; size?: number } = {},
): Promise<contract.Verifications> {
  return client.call(contract.Verifications, `${root}/`, {
    ...options,
    query: { claim: id, page: page?.toString(), size: size?.toString() },
    headers: headers({ secret }),
  });
}

/** GET verify/inputs/ : what a verification asks for, and the limits of its photos. */
export function inputs(client: Client, options: CallOptions = {}): Promise<contract.VerificationInputs> {
  return client.call(contract.VerificationInputs, `${root}/inputs/`, options);
}

/** GET verify/{id}/ : the verification. With a hand-off's token it is this device's from now on. */
export function get(
  client: Client,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<contract.Verification> {
  return client.call(contract.Verification, path(id), { ...options, headers: headers(access) });
}

/** GET verify/{id}/status/ : the bare status. */
export function status(
  client: Client,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<contract.VerificationState> {
  return client.call(contract.VerificationState, path(id, 'status/'), {
    ...options,
    headers: headers(access),
  });
}

/** PUT verify/{id}/ : the photos that a draft consists of; sends a rejected one in again with them. */
export function update(
  client: Client,
  { id, access }: VerificationKey,
  photos: readonly string[],
  options: CallOptions = {},
): Promise<contract.Verification> {
  return client.call(contract.Verification, path(id), {
    ...options,
    method: 'PUT',
    headers: headers(access),
    body: { photos: [...photos] } satisfies contract.VerificationUpdate,
  });
}

/** DELETE verify/{id}/ : deletes one that is a draft, pending or rejected, with its photos. */
export async function remove(
  client: Client,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<void> {
  await client.call(nothing, path(id), { ...options, method: 'DELETE', headers: headers(access) });
}

/** POST v2/verify/confirm/ : sends a draft in, or a rejected one with new photos. */
export function confirm(
  client: Client,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<contract.Verification> {
  return client.call(contract.Verification, `${newer}/confirm/`, {
    ...options,
    method: 'POST',
    headers: headers(access),
    body: { verification: id } satisfies contract.VerificationConfirm,
  });
}

/** POST verify/{id}/handoff/ (ext) : the address that opens it on a phone; takes the claim's secret. */
export function handoff(
  client: Client,
  { id, access }: VerificationKey,
  options: CallOptions = {},
): Promise<contract.VerificationHandoff> {
  const call = { ...options, method: 'POST' as const, headers: headers(access), body: {} };
  return client.call(contract.VerificationHandoff, path(id, 'handoff/'), call);
}

/** POST v2/verify/upload/ : adds a photo. `transport` tells how far it is; left out: without progress. */
export function upload(
  client: Client,
  transport: Transport | undefined,
  { id, access }: VerificationKey,
  file: File,
  options: UploadOptions = {},
): Promise<contract.Photo> {
  const body = new FormData();
  body.append('verification', id);
  body.append('file', file, file.name);
  return send(client, transport, contract.Photo, `${newer}/upload/`, {
    ...options,
    headers: headers(access),
    body,
  });
}

/** DELETE v2/verify/upload/{photo}/ (ext) : erases a photo that was not sent in yet. */
export async function erase(
  client: Client,
  { id, access }: VerificationKey,
  photo: string,
  options: CallOptions = {},
): Promise<void> {
  await client.call(nothing, `${newer}/upload/${encodeURIComponent(photo)}/`, {
    ...options,
    method: 'DELETE',
    query: { verification: id },
    headers: headers(access),
  });
}
