import type { ApiClient } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import { listDeliveriesCall, type WebhookDeliveries } from '../../contract/account/shopWebhooks.ts';
import { createServerQuery, LIST_POLLING, type ServerQuery } from '../../serverQuery.ts';

/** Short at first, because a delivery takes seconds; grows while nothing changes. */
const DELIVERY_POLLING = {
  ...LIST_POLLING,
  interval: { firstMs: 3_000, growth: 1.25, maxMs: 15_000 },
  maxHiddenAgeMs: 15_000,
};

/** Deliveries on a page. */
export const DELIVERY_PAGE_SIZE = 10;

/** A page of the deliveries of a webhook, from 1. */
export interface DeliveriesView {
  webhook: string;
  page: number;
}

/** Text that is equal for equal views. */
export const formatDeliveriesView = ({ webhook, page }: DeliveriesView): string => `${webhook} ${page}`;

const describeProgress = ({ results }: WebhookDeliveries): string =>
  results.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`).join();

/** Creates the list, not loaded yet. `api` sends the access token. */
export const createDeliveries = (api: ApiClient): ServerQuery<WebhookDeliveries, DeliveriesView> =>
  createServerQuery(
    api.clock,
    (options, { webhook: id, page }) =>
      sendCall(api, listDeliveriesCall, {
        ...options,
        id,
        query: { page: String(page), size: String(DELIVERY_PAGE_SIZE) },
      }),
    {
      formatView: formatDeliveriesView,
      polling: DELIVERY_POLLING,
      isChanged: (data, previous) => describeProgress(data) !== describeProgress(previous),
    },
  );
