import { RefundStopResult } from '../contract/claim/refund.ts';
import type { ApiClient } from './client.ts';

/** POST claim/{id}/refund/stop/ (API extension): stops a refund by the token of the letter about it. */
export const stopRefund = (client: ApiClient, id: string, token: string): Promise<RefundStopResult> =>
  client.call(RefundStopResult, `/api/v1/claim/${encodeURIComponent(id)}/refund/stop/`, {
    method: 'POST',
    body: { token },
  });
