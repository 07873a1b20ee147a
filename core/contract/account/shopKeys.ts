import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { pageFields } from '../page.ts';

/** `test`: keys and webhooks of claims without money. */
export const SHOP_MODES = ['live', 'test'] as const;
export type ShopMode = (typeof SHOP_MODES)[number];

/** Permissions of a key. No scope allows payouts. */
export const SHOP_KEY_SCOPES = ['claims:read', 'claims:write', 'statistics:read', 'ledger:read'] as const;
export type ShopKeyScope = (typeof SHOP_KEY_SCOPES)[number];

/** How many keys a shop can have, and how many networks a key. */
export const MAX_SHOP_KEYS = 10;
export const MAX_KEY_NETWORKS = 20;
export const SHOP_KEY_NAME_MAX_LENGTH = 40;

/** A key of the shop API, without the key itself. */
export const ShopKey = v.object({
  /** id of the key. */
  id: v.pipe(v.string(), v.uuid()),
  /** The shop’s name for it. */
  name: v.string(),
  /** `live`, or `test` for claims without money. */
  mode: v.picklist(SHOP_MODES),
  /** The last digits of the key. */
  hint: v.string(),
  /** What the key may do; `usedAt`: its last use, to the minute, null for none. */
  scopes: v.array(
    v.object({
      /** claims:read, claims:write, statistics:read or ledger:read. */
      scope: v.picklist(SHOP_KEY_SCOPES),
      /** Its last use, to the minute; null for none. */
      usedAt: v.nullable(isoInstant),
    }),
  ),
  /** Addresses and subnets that may use it; empty: all. */
  networks: v.array(v.string()),
  /** When it was created. */
  createdAt: isoInstant,
  /** When it expires; null: never. */
  expiresAt: v.nullable(isoInstant),
});
export type ShopKey = v.InferOutput<typeof ShopKey>;

/** GET users/me/shop/keys/ (ext): all keys, the newest first; at most 10, so there is one page. */
export const ShopKeys = v.object({
  ...pageFields,
  /** Keys, the newest first. */
  results: v.array(ShopKey),
});
export type ShopKeys = v.InferOutput<typeof ShopKeys>;

/** POST users/me/shop/keys/ (ext). Needs a recent proof of identity. */
export const ShopKeyCreate = v.object({
  /** A name for it, at most 40 characters. */
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(SHOP_KEY_NAME_MAX_LENGTH)),
  /** `live`, or `test` for claims without money. */
  mode: v.picklist(SHOP_MODES),
  /** What the key may do. */
  scopes: v.pipe(v.array(v.picklist(SHOP_KEY_SCOPES)), v.minLength(1)),
  /** Addresses and subnets that may use it, at most 20; empty: all. */
  networks: v.optional(v.pipe(v.array(v.pipe(v.string(), v.trim())), v.maxLength(MAX_KEY_NETWORKS)), []),
  /** When it expires; null: never. */
  expiresAt: v.optional(v.nullable(isoInstant), null),
});
export type ShopKeyCreate = v.InferInput<typeof ShopKeyCreate>;

/** 201 of POST users/me/shop/keys/ : `key` is shown once. */
export const ShopKeyCreated = v.object({
  ...ShopKey.entries,
  /** The key. No other response contains it. */
  key: v.string(),
});
export type ShopKeyCreated = v.InferOutput<typeof ShopKeyCreated>;

const SHOP_KEYS = '/api/v1/users/me/shop/keys/';

/**
 * List the keys of the shop API, the newest first.
 *
 * @returns All keys.
 */
export const listShopKeysCall: Call<ShopKeys> = { method: 'GET', path: SHOP_KEYS, response: ShopKeys };

/**
 * Create a key; it is shown once.
 *
 * @returns The key.
 * @throws {LimitProblem} 400 Errors by field: `networks` (`network_format`), `expiresAt` (`expiry_past`).
 * @throws 409 `shop_keys_limit`: the shop has 10 keys.
 */
export const createShopKeyCall: Call<ShopKeyCreated, ShopKeyCreate> = {
  method: 'POST',
  path: SHOP_KEYS,
  response: ShopKeyCreated,
};

/**
 * Revoke a key; its next request is refused.
 *
 * @returns Revoked.
 * @throws 404 `not_found`: no such key of this account.
 */
export const revokeShopKeyCall: ItemCall = { method: 'DELETE', path: `${SHOP_KEYS}{id}/` };
