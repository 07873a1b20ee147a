import * as v from 'valibot';
import { AccountClaims } from '#core/contract/account/accountClaim.ts';
import type { ClaimAttach, ClaimRepeat } from '#core/contract/account/accountClaim.ts';
import { ClaimCreated } from '#core/contract/claim.ts';
import type { ApiClient, CallOptions } from '../client.ts';

/** Path of the account's claims. */
export const ACCOUNT_CLAIMS_PATH = '/api/v1/users/me/claims/';

/** Query of a list of claims: `page` from 1, `size`, and the filters (API extension) as the server names them. */
export type ClaimListQuery = Readonly<
  Partial<
    Record<
      'page' | 'size' | 'status' | 'cur_from' | 'cur_to' | 'date_from' | 'date_to' | 'search',
      string | undefined
    >
  >
>;

/** GET users/me/claims/ : a page of the account's claims, newest first. */
export function fetchAccountClaims(
  client: ApiClient,
  query: ClaimListQuery,
  options: CallOptions = {},
): Promise<AccountClaims> {
  return client.call(AccountClaims, ACCOUNT_CLAIMS_PATH, { ...options, query: { page: '1', ...query } });
}

/** POST users/me/claims/{id}/ : creates one claim per idempotency key, with the requisites of an earlier one. */
export function repeatAccountClaim(
  client: ApiClient,
  id: string,
  body: ClaimRepeat,
  idempotencyKey: string,
  options: CallOptions = {},
): Promise<ClaimCreated> {
  return client.call(ClaimCreated, `${ACCOUNT_CLAIMS_PATH}${encodeURIComponent(id)}/`, {
    ...options,
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
    body: { ...body },
  });
}

/** POST users/me/claims/attach/ (API extension): gives a guest's claim to the account. 404 if it is not a guest's. */
export async function attachClaimToAccount(
  client: ApiClient,
  { id, secret }: ClaimAttach & { secret: string },
  options: CallOptions = {},
): Promise<void> {
  await client.call(v.unknown(), `${ACCOUNT_CLAIMS_PATH}attach/`, {
    ...options,
    method: 'POST',
    headers: { 'x-claim-secret': secret },
    body: { id } satisfies ClaimAttach,
  });
}
