import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { SHOP_MODES } from './shopKeys.ts';
import { pageFields } from '../page.ts';

/** Events that a webhook can subscribe to, with what each reports, in Russian. */
export const WEBHOOK_EVENT_TEXTS = {
  'claim.status': 'новый статус заявки',
  'accrual.created': 'начисление',
  'accrual.voided': 'отменённое начисление',
  'withdrawal.status': 'статус вывода',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENT_TEXTS;
export const WEBHOOK_EVENTS = Object.keys(WEBHOOK_EVENT_TEXTS) as WebhookEvent[];

/** The event of `test/`, which every webhook gets. */
export const WEBHOOK_TEST_EVENT = 'webhook.test';

/** How many webhooks a shop can have. */
export const MAX_WEBHOOKS = 5;

/** How long the secret before a rotation also signs, hours. */
export const PREVIOUS_SECRET_HOURS = 24;

/** How long deliveries are listed, days. */
export const DELIVERY_LOG_DAYS = 90;

/** Why a webhook is off: it failed for 5 days, answered 410, or «Это не я» was pressed. */
export const WEBHOOK_OFF_REASONS = ['failing', 'gone', 'account_stopped'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

/** A webhook, without its secret. */
export const Webhook = v.object({
  /** id of the webhook. */
  id: v.pipe(v.string(), v.uuid()),
  /** Where events are sent: https, a public address. */
  url: v.string(),
  /** The events that it gets. */
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  /** `live`, or `test` for events of test claims. */
  mode: v.picklist(SHOP_MODES),
  /** When it was added. */
  createdAt: isoInstant,
  /** Until when the previous secret also signs; null without one. */
  previousSecretUntil: v.nullable(isoInstant),
  /** Since when every attempt has failed; null: none has. */
  failingSince: v.nullable(isoInstant),
  /**
   * When and why it was turned off: `failing` for 5 days, `gone` by a 410, `account_stopped` by «Это не я»; null:
   * it is on.
   */
  off: v.nullable(
    v.object({
      /** When it was turned off. */
      at: isoInstant,
      /** Why. */
      reason: v.picklist(WEBHOOK_OFF_REASONS),
    }),
  ),
});
export type Webhook = v.InferOutput<typeof Webhook>;

/** GET users/me/shop/webhooks/ (ext): all webhooks, the oldest first; at most 5, so there is one page. */
export const Webhooks = v.object({
  ...pageFields,
  /** Webhooks, the oldest first. */
  results: v.array(Webhook),
});
export type Webhooks = v.InferOutput<typeof Webhooks>;

const webhookUrl = v.pipe(v.string(), v.trim(), v.maxLength(500));
const webhookEvents = v.pipe(v.array(v.picklist(WEBHOOK_EVENTS)), v.minLength(1));

/** POST users/me/shop/webhooks/ (ext). Needs a recent proof of identity, as every change of a webhook. */
export const WebhookCreate = v.object({
  /** Where events are sent: https, a public address. */
  url: webhookUrl,
  /** The events that it gets. */
  events: webhookEvents,
  /** `live`, or `test` for events of test claims. */
  mode: v.picklist(SHOP_MODES),
});
export type WebhookCreate = v.InferInput<typeof WebhookCreate>;

/** PATCH users/me/shop/webhooks/{id}/ (ext). `on`: sends events again to a webhook that is off. */
export const WebhookUpdate = v.object({
  /** Where events are sent: https, a public address. */
  url: v.optional(webhookUrl),
  /** The events that it gets. */
  events: v.optional(webhookEvents),
  /** `true` turns on a webhook that is off. */
  on: v.optional(v.literal(true)),
});
export type WebhookUpdate = v.InferInput<typeof WebhookUpdate>;

/** 201 of POST users/me/shop/webhooks/ and 200 of rotate/ : `secret` is shown once. */
export const WebhookCreated = v.object({
  ...Webhook.entries,
  /** The secret of signatures, `whsec_…`. No other response contains it. */
  secret: v.string(),
});
export type WebhookCreated = v.InferOutput<typeof WebhookCreated>;

/** One event for one webhook, with its last attempt. */
export const WebhookDelivery = v.object({
  /** id of the delivery. */
  id: v.number(),
  /** The header `webhook-id`, the same in every attempt. */
  messageId: v.string(),
  /** Type of the event. */
  event: v.string(),
  /** id of its claim; null without one. */
  claim: v.nullable(v.string()),
  /** `pending`, `delivered` or `failed`. */
  status: v.picklist(['pending', 'delivered', 'failed']),
  /** Number of attempts. */
  attempt: v.number(),
  /** When the last attempt began; null before the first. */
  attemptedAt: v.nullable(isoInstant),
  /** Duration of the last attempt, milliseconds. */
  duration: v.nullable(v.number()),
  /** Status of the last response; null without one. */
  responseCode: v.nullable(v.number()),
  /** Why there was no response. */
  error: v.nullable(v.string()),
  /** When it is sent again; null once it has ended. */
  nextAt: v.nullable(isoInstant),
  /** When it was queued. */
  createdAt: isoInstant,
  /** Body of the request: JSON. */
  body: v.string(),
});
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>;

/** Deliveries of a webhook are counted up to this number. */
export const MAX_COUNTED_DELIVERIES = 1_000;

/** GET users/me/shop/webhooks/{id}/deliveries/ (ext): the newest first. `count` ≤ 1,000; `next` goes beyond it. */
export const WebhookDeliveries = v.object({
  ...pageFields,
  /** Deliveries on all pages, at most 1,000. */
  count: v.number(),
  /** Deliveries, the newest first. */
  results: v.array(WebhookDelivery),
});
export type WebhookDeliveries = v.InferOutput<typeof WebhookDeliveries>;

/** POST users/me/shop/webhooks/{id}/redeliver/ (ext): the id of a delivery to send again. */
export const WebhookRedeliver = v.object({
  /** id of the delivery. */
  delivery: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)),
});
export type WebhookRedeliver = v.InferInput<typeof WebhookRedeliver>;

const WEBHOOKS = '/api/v1/users/me/shop/webhooks/';
const WEBHOOK = `${WEBHOOKS}{id}/` as const;

/**
 * List the webhooks, the oldest first.
 *
 * @returns All webhooks.
 */
export const listWebhooksCall: Call<Webhooks> = { method: 'GET', path: WEBHOOKS, response: Webhooks };

/**
 * Add a webhook; its secret is shown once.
 *
 * @returns The webhook and its secret.
 * @throws {LimitProblem} 400 Errors by field; `url`: `webhook_url`, `webhook_https`, `webhook_credentials`, `webhook_port`,
 * `webhook_private`, `webhook_unresolved`.
 * @throws 409 `webhooks_limit`: the shop has 5 webhooks.
 */
export const addWebhookCall: Call<WebhookCreated, WebhookCreate> = {
  method: 'POST',
  path: WEBHOOKS,
  response: WebhookCreated,
};

/**
 * Change the address or the events of a webhook, or turn it on again.
 *
 * @returns The webhook.
 * @throws {LimitProblem} 400 Errors by field; `url`: `webhook_url`, `webhook_https`, `webhook_credentials`, `webhook_port`,
 * `webhook_private`, `webhook_unresolved`.
 * @throws 404 `not_found`: no such webhook of this account.
 */
export const updateWebhookCall: ItemCall<Webhook, WebhookUpdate> = {
  method: 'PATCH',
  path: WEBHOOK,
  response: Webhook,
};

/**
 * Remove a webhook and its deliveries.
 *
 * @returns Removed.
 * @throws 404 `not_found`: no such webhook of this account.
 */
export const removeWebhookCall: ItemCall = { method: 'DELETE', path: WEBHOOK };

/**
 * Give a webhook a new secret; the one before also signs for 24 hours.
 *
 * @returns The webhook and its new secret.
 * @throws 404 `not_found`: no such webhook of this account.
 */
export const rotateWebhookSecretCall: ItemCall<WebhookCreated> = {
  method: 'POST',
  path: `${WEBHOOK}rotate/`,
  response: WebhookCreated,
};

/**
 * Send a test event.
 *
 * @returns The delivery, not sent yet.
 * @throws 403 `partner_off`: nothing is sent to its webhooks.
 * @throws 404 `not_found`: no such webhook of this account.
 * @throws 409 `webhook_off`: turn it on first.
 */
export const sendTestEventCall: ItemCall<WebhookDelivery> = {
  method: 'POST',
  path: `${WEBHOOK}test/`,
  response: WebhookDelivery,
};

/**
 * List the deliveries of the last 90 days, the newest first.
 *
 * @returns One page of deliveries.
 * @throws 400 The invalid parameter.
 * @throws 404 `not_found`: no such webhook of this account.
 */
export const listDeliveriesCall: ItemCall<WebhookDeliveries> = {
  method: 'GET',
  path: `${WEBHOOK}deliveries/`,
  response: WebhookDeliveries,
};

/**
 * Send an event again, with the same `webhook-id`.
 *
 * @returns The new delivery, not sent yet.
 * @throws 400 The invalid field.
 * @throws 403 `partner_off`: nothing is sent to its webhooks.
 * @throws 404 `not_found`: no such webhook or delivery.
 * @throws 409 `webhook_off`: turn it on first.
 */
export const redeliverEventCall: ItemCall<WebhookDelivery, WebhookRedeliver> = {
  method: 'POST',
  path: `${WEBHOOK}redeliver/`,
  response: WebhookDelivery,
};
