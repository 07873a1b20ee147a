import { listAccountClaimsCall, type AccountClaims } from '#core/contract/account/accountClaim.ts';
import type { ApiClient, CallOptions } from '../client.ts';
import { sendCall } from '../sendCall.ts';

/** A page of the account's claims, newest first. */
export const fetchAccountClaims = (
  client: ApiClient,
  query: Readonly<Record<string, string>>,
  options: CallOptions = {},
): Promise<AccountClaims> =>
  sendCall(client, listAccountClaimsCall, { ...options, query: { page: '1', ...query } });
