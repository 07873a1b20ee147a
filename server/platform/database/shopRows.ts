import type { Generated } from 'kysely';
import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';
import type { ShopKeyScope, ShopMode } from '#core/contract/account/shopKeys.ts';
import type { WebhookOffReason } from '#core/contract/account/shopWebhooks.ts';

/** A key of the shop API. The key itself is not stored. */
export interface ShopKeyRow {
  id: string;
  partner_id: string;
  name: string;
  mode: ShopMode;
  /** SHA-256 of the key, base64url. */
  hash: string;
  /** The last characters of the key, for its owner to recognize it. */
  hint: string;
  /** JSON: list of scopes. */
  scopes: string;
  /** JSON: list of addresses and subnets that may use it; empty: all. */
  networks: string;
  created_at: bigint;
  expires_at: bigint | null;
}

/** When a key was last used for a scope, to the minute. */
export interface ShopKeyUseRow {
  key_id: string;
  scope: ShopKeyScope;
  used_at: bigint;
}

/** A claim of a test key: no money, no reserve, no data of a client. */
export interface TestClaimRow {
  id: string;
  partner_id: string;
  idempotency_key: string;
  /** Keyed hash of the request's body. */
  body_hash: string;
  sub: string;
  status: ClaimStatusCode;
  reason: ClaimReason | null;
  from_id: bigint;
  to_id: bigint;
  from_amount: bigint;
  to_amount: bigint;
  course: string;
  deadline: bigint | null;
  created_at: bigint;
  updated_at: bigint;
}

/** A status of a test claim. */
export interface TestClaimEventRow {
  id: Generated<bigint>;
  claim_id: string;
  status: ClaimStatusCode;
  reason: ClaimReason | null;
  at: bigint;
}

/** The address that gets a partner's events. */
export interface WebhookRow {
  id: string;
  partner_id: string;
  url: string;
  /** JSON: list of events. */
  events: string;
  mode: ShopMode;
  sealed_secret: string;
  /** The secret before a rotation, which also signs until `previous_until`. */
  sealed_previous_secret: string | null;
  previous_until: bigint | null;
  created_at: bigint;
  /** When its address or secret was changed, or it was turned on again; null: never. */
  changed_at: bigint | null;
  /** Start of the current series of failed attempts; null: the last one succeeded, or there was none. */
  failing_since: bigint | null;
  off_at: bigint | null;
  off_reason: WebhookOffReason | null;
}

/** One event for one webhook. `ended_at` is null while the delivery is pending. */
export interface WebhookDeliveryRow {
  id: Generated<bigint>;
  webhook_id: string;
  /** The header `webhook-id`: the same in every attempt and redelivery. */
  message_id: string;
  kind: string;
  /** Deliveries of a claim are sent in order. */
  claim_id: string | null;
  /** The request's body: JSON. */
  body: string;
  attempts: bigint;
  /** When it is due; during an attempt, when another process may try it. */
  next_at: bigint;
  /** Time of the last attempt. */
  attempted_at: bigint | null;
  duration_ms: bigint | null;
  response_code: bigint | null;
  error: string | null;
  created_at: bigint;
  ended_at: bigint | null;
  /** 1n: a receiver accepted it. */
  delivered: bigint;
}
