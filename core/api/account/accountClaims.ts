import { listAccountClaimsCall, type AccountClaims } from '#core/contract/account/accountClaim.ts';
import type { ApiClient, CallOptions } from '../client.ts';
import { sendCall } from '../sendCall.ts';

/** Query of a list of claims: `page` from 1, `size`, and the filters (API extension) as the server names them. */
export type ClaimListQuery = Readonly<
  Partial<
    Record<
      'page' | 'size' | 'status' | 'cur_from' | 'cur_to' | 'date_from' | 'date_to' | 'search',
      string | undefined
    >
  >
>;

/** A page of the account's claims, newest first. */
export const fetchAccountClaims = (
  client: ApiClient,
  query: ClaimListQuery,
  options: CallOptions = {},
): Promise<AccountClaims> =>
  sendCall(client, listAccountClaimsCall, { ...options, query: { page: '1', ...query } });
