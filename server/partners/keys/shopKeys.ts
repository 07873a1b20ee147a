import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import {
  MAX_SHOP_KEYS,
  type ShopKey,
  type ShopKeyCreate,
  type ShopKeyCreated,
  type ShopKeyScope,
  type ShopKeys,
} from '#core/contract/account/shopKeys.ts';
import { parseInstant } from '#core/exchange/exchangeDay.ts';
import { hashToken } from '#server/accounts/randomToken.ts';
import type { AccountDevice } from '#server/accounts/accountClient.ts';
import { buildJournalInsert, reportAccountChange } from '#server/accounts/accountJournal.ts';
import { lockOwner } from '#server/accounts/sessions/login.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { isPostgres } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ShopKeyRow, ShopKeyUseRow } from '#server/platform/database/shopRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isSubnet } from '#server/platform/http/request/ipAddress.ts';
import { createFieldProblem, createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { ensurePartner, selectPartnerId } from '../referral/partners.ts';
import { createShopKey, getKeyHint } from './shopKeyFormat.ts';

type KeyContext = Pick<ExchangeContext, 'db' | 'now'>;

/** Selects the keys of an account's shop. */
export const selectShopKeys = (db: Db, userId: string) =>
  db.selectFrom('shop_keys').where('partner_id', 'in', selectPartnerId(db, userId));

/** Lists the keys of an account's shop, the newest first. */
export async function listShopKeys({ db }: Pick<KeyContext, 'db'>, userId: string): Promise<ShopKeys> {
  const keys = selectShopKeys(db, userId);
  const rows = await keys.selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
  const uses = await db
    .selectFrom('shop_key_uses')
    .selectAll()
    .where('key_id', 'in', keys.select('id'))
    .execute();
  const results = rows.map(row => buildShopKey(row, uses));
  return { count: results.length, next: null, previous: null, results };
}

function buildShopKey(row: ShopKeyRow, uses: readonly ShopKeyUseRow[]): ShopKey {
  return {
    id: row.id,
    name: row.name,
    mode: row.mode,
    hint: row.hint,
    scopes: (JSON.parse(row.scopes) as ShopKeyScope[]).map(scope => {
      const use = uses.find(({ key_id, scope: used }) => key_id === row.id && used === scope);
      return { scope, usedAt: use ? formatInstant(use.used_at) : null };
    }),
    networks: JSON.parse(row.networks) as string[],
    createdAt: formatInstant(row.created_at),
    expiresAt: formatInstantOrNull(row.expires_at),
  };
}

/** Creates a key, and notifies the owner. 400 for an invalid network or time, 409 if there are too many keys. */
export async function addShopKey(
  { db, now }: KeyContext,
  user: UserRow,
  { name, mode, scopes, networks, expiresAt }: v.InferOutput<typeof ShopKeyCreate>,
  device: AccountDevice,
): Promise<ShopKeyCreated> {
  const at = BigInt(now());
  if (!networks.every(isSubnet)) throw createFieldProblem({ networks: { code: 'network_format' } });
  const expires = expiresAt === null ? null : parseInstant(expiresAt);
  if (expiresAt !== null && expires === null)
    throw createFieldProblem({ expiresAt: { code: 'body_invalid' } });
  if (expires !== null && expires <= at) throw createFieldProblem({ expiresAt: { code: 'expiry_past' } });
  const partner = await ensurePartner(db, user.id, now());
  const key = createShopKey(mode);
  const row: ShopKeyRow = {
    id: randomUUID(),
    partner_id: partner.id,
    name,
    mode,
    hash: hashToken(key),
    hint: getKeyHint(key),
    scopes: JSON.stringify([...new Set(scopes)]),
    networks: JSON.stringify(networks),
    created_at: at,
    expires_at: expires === null ? null : BigInt(expires),
  };
  return runInTransaction(db, async trx => {
    // Serialized, so that concurrent requests do not exceed the limit.
    await lockOwner(trx, user.id);
    const count = await countRows(trx.selectFrom('shop_keys').where('partner_id', '=', partner.id));
    if (count >= MAX_SHOP_KEYS) throw createProblem(409, 'shop_keys_limit');
    await trx.insertInto('shop_keys').values(row).execute();
    const message = { kind: 'shop_key_created', key: `${name} …${row.hint}`, ...device } as const;
    await reportAccountChange(trx, user, message, at);
    return { ...buildShopKey(row, []), key };
  });
}

/** Revokes a key, which is unknown after that. 404 if the account has no such key. */
export function revokeShopKey(
  { db, now }: KeyContext,
  { userId, id, device }: { userId: string; id: string; device: AccountDevice },
): Promise<void> {
  return runInTransaction(db, async trx => {
    const key = selectShopKeys(trx, userId).select('id').where('id', '=', id);
    if (!(await key.executeTakeFirst()) || (await deleteKeys(trx, [id])) === 0) throw notFoundProblem;
    await buildJournalInsert(trx, userId, { kind: 'shop_key_revoked', device, at: BigInt(now()) }).execute();
  });
}

/** Deletes keys by id. Returns the number of deleted keys. */
export async function deleteKeys(trx: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  // Locked, because a request with the key could add a use between the two deletions.
  if (isPostgres(trx))
    await trx.selectFrom('shop_keys').select('id').where('id', 'in', ids).forUpdate().execute();
  await trx.deleteFrom('shop_key_uses').where('key_id', 'in', ids).execute();
  const { numDeletedRows } = await trx.deleteFrom('shop_keys').where('id', 'in', ids).executeTakeFirst();
  return Number(numDeletedRows);
}
