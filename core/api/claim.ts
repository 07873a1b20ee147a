import * as v from 'valibot';
import * as contract from '#core/contract/claim.ts';
import type { CallOptions, Client } from './client.ts';

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
