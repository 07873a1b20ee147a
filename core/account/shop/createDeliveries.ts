import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { listDeliveriesCall, type WebhookDeliveries } from '../../contract/account/shopWebhooks.ts';
import { createPolledView, type PolledViewModel } from '../createPolledView.ts';

/** Short at first, because a delivery takes seconds; grows while nothing changes. */
const DELIVERY_INTERVAL = { firstMs: 3_000, growth: 1.25, maxMs: 15_000 } as const;

/** Deliveries on a page. */
export const DELIVERY_PAGE_SIZE = 10;

/** A page of the deliveries of a webhook, from 1. */
export interface DeliveriesView {
  webhook: string;
  page: number;
}

/** The deliveries of a webhook, kept up to date while visible. */
export type DeliveriesModel = PolledViewModel<DeliveriesView, WebhookDeliveries>;

/** Text that is equal for equal views. */
export const formatDeliveriesView = ({ webhook, page }: DeliveriesView): string => `${webhook} ${page}`;

const describeProgress = ({ results }: WebhookDeliveries): string =>
  results.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`).join();

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createDeliveries(api: ApiClient, { visible = true } = {}): DeliveriesModel {
  return createPolledView({
    clock: api.clock,
    visible,
    interval: DELIVERY_INTERVAL,
    formatView: formatDeliveriesView,
    fetchView: ({ webhook: id, page }, options) =>
      sendCall(api, listDeliveriesCall, {
        ...options,
        id,
        query: { page: String(page), size: String(DELIVERY_PAGE_SIZE) },
      }),
    isChanged: (data, previous) => describeProgress(data) !== describeProgress(previous),
  });
}
