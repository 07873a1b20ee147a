import { fetchAccountClaims } from '../../api/account/accountClaims.ts';
import type { ApiClient } from '../../api/client.ts';
import type { AccountClaims } from '../../contract/account/accountClaim.ts';
import { createPolledView, type PolledViewModel } from '../createPolledView.ts';
import { formatClaimListSearch, toClaimListQuery, type ClaimListView } from './claimListQuery.ts';

/** Claims per page. */
export const CLAIM_PAGE_SIZE = 20;

/** The account's claims, kept up to date while visible: statuses of open claims change. */
export type AccountClaimsModel = PolledViewModel<ClaimListView, AccountClaims>;

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createAccountClaims(api: ApiClient, { visible = true } = {}): AccountClaimsModel {
  return createPolledView({
    clock: api.clock,
    visible,
    formatView: formatClaimListSearch,
    fetchView: (view, options) =>
      fetchAccountClaims(api, { ...toClaimListQuery(view), size: String(CLAIM_PAGE_SIZE) }, options),
  });
}
