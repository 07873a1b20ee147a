import { uploadPhotoCall, type VerificationPhoto } from '#core/contract/verification.ts';
import type { CallOptions, ApiClient } from './client.ts';
import { uploadMultipart } from './upload.ts';
import type { UploadTransport, UploadOptions } from './upload.ts';

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

/** The credentials of a call. The first call with a hand-off token binds the token to this device. */
export function credentialCall(access: VerificationCredentials): {
  headers: Record<string, string>;
  isAuthorized?: boolean;
} {
  if (access === null) return { headers: {}, isAuthorized: true };
  if ('secret' in access) return { headers: { 'x-claim-secret': access.secret } };
  return { headers: { 'x-verification-token': access.token, 'x-verification-device': access.device } };
}

/** The id and the credentials of a call. */
export const keyCall = ({ id, access }: VerificationKey, options: CallOptions = {}) => ({
  ...options,
  id,
  ...credentialCall(access),
});

/** Uploads a photo. Without `transport` no progress is reported. */
export function uploadVerificationPhoto(
  client: ApiClient,
  transport: UploadTransport | undefined,
  key: VerificationKey,
  file: File,
  options: UploadOptions = {},
): Promise<VerificationPhoto> {
  const body = new FormData();
  // The server checks access by it before it reads the file.
  body.append('verification', key.id);
  body.append('file', file, file.name);
  return uploadMultipart(client, transport, uploadPhotoCall, {
    ...options,
    ...credentialCall(key.access),
    body,
  });
}
