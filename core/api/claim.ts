import * as v from 'valibot';
import * as contract from '#core/contract/claim.ts';
import type { CallOptions, Client } from './client.ts';
import { upload } from './upload.ts';
import type { Transport, UploadOptions } from './upload.ts';

const root = '/api/v1/claim';

/** Which claim, and the secret that opens all of it; without one only the bare status is told. */
export interface ClaimKey {
  id: string;
  secret?: string | null | undefined;
}

const secretHeader = ({ secret }: ClaimKey) => (secret ? { 'x-claim-secret': secret } : {});
const path = (id: string, call: string) => `${root}/${encodeURIComponent(id)}/${call}/`;

/** POST claim/ : makes the claim once for each `key` (Idempotency-Key of the draft) and body. */
export function create(
  client: Client,
  body: contract.ClaimCreate,
  key: string,
  options: CallOptions = {},
): Promise<contract.ClaimCreated> {
  return client.call(contract.ClaimCreated, `${root}/`, {
    ...options,
    method: 'POST',
    headers: { 'idempotency-key': key },
    body,
  });
}

// Chosen by the id and not by trying both: a full answer with one wrong field must not pass as a bare status.
const Status = v.lazy(answer =>
  typeof answer === 'object' && answer !== null && 'id' in answer
    ? contract.ClaimStatus
    : contract.ClaimStatusOnly,
);

/** GET claim/{id}/status/ : the claim, or without its secret only `{status}`. */
export function status(client: Client, claim: ClaimKey, options: CallOptions = {}) {
  return client.call(Status, path(claim.id, 'status'), { ...options, headers: secretHeader(claim) });
}

// What a step answers is asked for again anyway: only the state that polling tells is shown.
const told = v.unknown();

/** GET claim/{id}/requisite/ : where to pay; null until requisites are chosen. */
export function requisite(
  client: Client,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<contract.ClaimRequisite | null> {
  return client.call(v.nullable(contract.ClaimRequisite), path(claim.id, 'requisite'), {
    ...options,
    headers: secretHeader(claim),
  });
}

/** POST claim/{id}/cancel/ (ext) : the claim, cancelled; 409 once something has been paid. */
export function cancel(client: Client, claim: ClaimKey, options: CallOptions = {}) {
  return client.call(Status, path(claim.id, 'cancel'), {
    ...options,
    method: 'POST',
    headers: secretHeader(claim),
    body: {},
  });
}

/** GET claim/captchacheck : whether creating a claim asks for a captcha now. */
export function captchacheck(client: Client, options?: CallOptions): Promise<contract.CaptchaCheck> {
  return client.call(contract.CaptchaCheck, `${root}/captchacheck`, options);
}

/** POST claim/{id}/confirm/ : the client says that he has paid; once for each `key` (Idempotency-Key). */
export function confirm(client: Client, claim: ClaimKey, key: string, options: CallOptions = {}) {
  const headers = { ...secretHeader(claim), 'idempotency-key': key };
  return client.call(told, path(claim.id, 'confirm'), { ...options, method: 'POST', headers, body: {} });
}

/** POST claim/{id}/accept/ (ext) : takes the recalculation that is offered. */
export function accept(client: Client, claim: ClaimKey, options: CallOptions = {}) {
  const headers = secretHeader(claim);
  return client.call(told, path(claim.id, 'accept'), { ...options, method: 'POST', headers, body: {} });
}

/** POST claim/{id}/refund/ (ext) : asks for the money back, or says where it goes; 400 names the wrong requisites. */
export function refund(
  client: Client,
  claim: ClaimKey,
  body: contract.ClaimRefund,
  options: CallOptions = {},
) {
  const headers = secretHeader(claim);
  return client.call(told, path(claim.id, 'refund'), { ...options, method: 'POST', headers, body });
}

/** POST claim/{id}/handoff/ (ext) : the address that opens the claim on another device. */
export function handoff(
  client: Client,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<contract.ClaimHandoff> {
  const headers = secretHeader(claim);
  const call = { ...options, method: 'POST' as const, headers, body: {} };
  return client.call(contract.ClaimHandoff, path(claim.id, 'handoff'), call);
}

/** GET claim/{id}/form/ : requisites to transfer to, or a merchant's form to post from the exchange's own site. */
export function form(
  client: Client,
  claim: ClaimKey,
  options: CallOptions = {},
): Promise<contract.ClaimForm> {
  return client.call(contract.ClaimForm, path(claim.id, 'form'), {
    ...options,
    headers: secretHeader(claim),
  });
}

/** POST claim/{id}/bill/ : a receipt, multipart field `file`. */
export function bill(
  client: Client,
  transport: Transport | undefined,
  claim: ClaimKey,
  file: File,
  options: UploadOptions,
) {
  const body = new FormData();
  body.append('file', file, file.name);
  const headers = secretHeader(claim);
  return upload(client, transport, told, path(claim.id, 'bill'), { ...options, headers, body });
}

/** DELETE claim/{id}/bill/{bill}/ (ext) : takes a receipt away while nobody examines it. */
export function unbill(client: Client, claim: ClaimKey, bill: string, options: CallOptions = {}) {
  const headers = secretHeader(claim);
  const place = `${root}/${encodeURIComponent(claim.id)}/bill/${encodeURIComponent(bill)}/`;
  return client.call(told, place, { ...options, method: 'DELETE', headers });
}
