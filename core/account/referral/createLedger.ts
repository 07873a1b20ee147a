import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { listLedgerCall, type LedgerEntries } from '../../contract/account/referral.ts';
import { createPolledView, type PolledViewModel } from '../createPolledView.ts';
import { formatLedgerSearch, toLedgerQuery, type LedgerView } from './ledgerQuery.ts';

/** Lines per page. */
export const LEDGER_PAGE_SIZE = 20;

/** The ledger of a partner, kept up to date while visible. */
export type LedgerModel = PolledViewModel<LedgerView, LedgerEntries>;

/** Creates the ledger, not loaded yet. `api` sends the access token. */
export function createLedger(api: ApiClient, { visible = true } = {}): LedgerModel {
  return createPolledView({
    clock: api.clock,
    visible,
    formatView: formatLedgerSearch,
    fetchView: (view, options) =>
      sendCall(api, listLedgerCall, {
        ...options,
        query: { page: '1', ...toLedgerQuery(view), size: String(LEDGER_PAGE_SIZE) },
      }),
  });
}
