import { ShopKey, ShopKeyCreate, ShopKeyCreated, ShopKeys } from '#core/contract/account/shopKeys.ts';
import {
  Webhook,
  WebhookCreate,
  WebhookCreated,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookRedeliver,
  Webhooks,
  WebhookUpdate,
} from '#core/contract/account/shopWebhooks.ts';
import {
  ShopClaim,
  ShopClaimCreate,
  ShopClaimCreated,
  ShopClaimDetails,
  ShopClaims,
  TEST_PROMOCODES,
  TestClaimMove,
  TestClaimWalk,
} from '#core/contract/shop.ts';
import { cause } from './claimFields.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const keyFields = {
  id: 'id of the key',
  name: 'The shop’s name for it',
  mode: '`live`, or `test` for claims without money',
  hint: 'The last digits of the key',
  scopes: 'What the key may do; `usedAt`: its last use, to the minute, null for none',
  networks: 'Addresses and subnets that may use it; empty: all',
  createdAt: 'When it was created',
  expiresAt: 'When it expires; null: never',
};

const webhookFields = {
  id: 'id of the webhook',
  url: 'Where events are sent: https, a public address',
  events: 'claim.status, accrual.created, accrual.voided, withdrawal.status',
  mode: '`live`, or `test` for events of test claims',
  createdAt: 'When it was added',
  previousSecretUntil: 'Until when the previous secret also signs; null without one',
  failingSince: 'Since when every attempt has failed; null: none has',
  off: 'When and why it was turned off: `failing` for 5 days, `gone` by a 410, `account_stopped` by «Это не я»; null: it is on',
};

const claimFields = {
  id: 'id of the claim',
  number: 'The number that the client sees',
  mode: '`live`, or `test` for a claim without money',
  status: 'Status of the claim',
  reason: 'Reason of the status, if there is one',
  cause,
  from: 'The currency that the client sends',
  to: 'The currency that the client receives',
  fromSumma: 'Amount that the client sends',
  toSumma: 'Amount that the client receives',
  course: 'Units received for one unit sent',
  sub: 'The shop’s own mark; may be empty',
  deadline: 'Until when the client may pay; null without a deadline',
  createdAt: 'When it was created',
  updatedAt: 'When its status last changed',
};

const page = (entries: string) => ({
  count: `Number of ${entries}`,
  next: 'URL of the next page; null on the last page',
  previous: 'URL of the previous page; null on the first page',
});

/** Descriptions of the fields of the shop API, its keys and webhooks. */
export const shopApiFields: readonly DescribedSchema[] = [
  describeFields(ShopKey, keyFields),
  describeFields(ShopKey.entries.scopes.item, {
    scope: 'claims:read, claims:write, statistics:read or ledger:read',
    usedAt: 'Its last use, to the minute; null for none',
  }),
  describeFields(ShopKeyCreated, { ...keyFields, key: 'The key. No other response contains it' }),
  describeFields(ShopKeys, { ...page('keys'), results: 'Keys, the newest first' }),
  describeFields(ShopKeyCreate, {
    name: 'A name for it, at most 40 characters',
    mode: keyFields.mode,
    scopes: 'What the key may do',
    networks: 'Addresses and subnets that may use it, at most 20; empty: all',
    expiresAt: 'When it expires; null: never',
  }),
  describeFields(Webhook, webhookFields),
  describeFields(Webhook.entries.off.wrapped, { at: 'When it was turned off', reason: 'Why' }),
  describeFields(WebhookCreated, {
    ...webhookFields,
    secret: 'The secret of signatures, `whsec_…`. No other response contains it',
  }),
  describeFields(Webhooks, { ...page('webhooks'), results: 'Webhooks, the oldest first' }),
  describeFields(WebhookCreate, {
    url: webhookFields.url,
    events: webhookFields.events,
    mode: webhookFields.mode,
  }),
  describeFields(WebhookUpdate, {
    url: webhookFields.url,
    events: webhookFields.events,
    on: '`true` turns on a webhook that is off',
  }),
  describeFields(WebhookRedeliver, { delivery: 'id of the delivery' }),
  describeFields(WebhookDelivery, {
    id: 'id of the delivery',
    messageId: 'The header `webhook-id`, the same in every attempt',
    event: 'Type of the event',
    claim: 'id of its claim; null without one',
    status: '`pending`, `delivered` or `failed`',
    attempt: 'Number of attempts',
    attemptedAt: 'When the last attempt began; null before the first',
    duration: 'Duration of the last attempt, milliseconds',
    responseCode: 'Status of the last response; null without one',
    error: 'Why there was no response',
    nextAt: 'When it is sent again; null once it has ended',
    createdAt: 'When it was queued',
    body: 'Body of the request: JSON',
  }),
  describeFields(WebhookDeliveries, {
    ...page('deliveries'),
    count: 'Deliveries on all pages, at most 1,000',
    results: 'Deliveries, the newest first',
  }),
  describeFields(ShopClaim, claimFields),
  describeFields(ShopClaimDetails, { ...claimFields, history: 'Every status, the oldest first' }),
  describeFields(TestClaimWalk, {
    ...claimFields,
    history: 'Every status, the oldest first',
    next: 'The statuses that may follow',
    webhooks: 'Bodies of the webhooks that it sends, the oldest first: JSON',
  }),
  describeFields(ShopClaimCreated, {
    ...claimFields,
    history: 'Every status, the oldest first',
    url: 'Page of the claim for the client, who pays there; null for a test claim. Whoever has it can read the claim. Let the client open it: until then the claim accrues nothing',
  }),
  describeFields(ShopClaims, { ...page('claims'), results: 'Claims, the newest first' }),
  describeFields(ShopClaimCreate, {
    email: 'E-mail of the client, who gets letters about the claim',
    fromPs: 'Code or id of the currency to send',
    toPs: 'Code or id of the currency to receive',
    fromSumma: 'Amount to send',
    toSumma:
      'Amount to receive, at the current course or that of `quote`; null: what the current course gives',
    fromRequisites: 'Field name → value, for the fields of the side to send',
    toRequisites: 'Field name → value, for the fields of the side to receive',
    withVerificationCourse: 'Whether the sums use the better course, which needs a verified card',
    promocode: `A promocode, or null; with a test key one of ${Object.keys(TEST_PROMOCODES).join(', ')}`,
    quote: '`quote` of the course that the sums use',
    city: 'Code of the city, for cash',
    sub: 'The shop’s own mark: up to 40 Latin letters, digits, `_` and `-`',
  }),
  describeFields(TestClaimMove, { status: 'The next status', reason: 'Its reason, or null' }),
];
