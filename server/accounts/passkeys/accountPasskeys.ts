import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import {
  MAX_PASSKEYS,
  type PasskeyAdd,
  type Passkey,
  type Passkeys,
} from '#core/contract/account/passkeys/passkeys.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { PasskeyRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createFieldProblem, createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { formatInstant, formatInstantOrNull } from '#server/platform/formatInstant.ts';
import type { AccountDevice } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { reportAccountChange } from '../accountJournal.ts';
import { delayPayouts } from '../requisites/delayPayouts.ts';
import type { Account } from '../sessions/authenticate.ts';
import { lockOwner } from '../sessions/login.ts';
import { takePasskeyChallenge } from './passkeyChallenges.ts';
import { findRelyingParty } from './relyingParty.ts';
import { findPasskey } from './passkeySignatures.ts';
import { verifyNewCredential } from './verifyCredential.ts';

/** A credential that does not match its challenge, or belongs to another user. */
export const credentialProblem = createFieldProblem({ credential: { code: 'passkey_invalid' } });

/** Builds a passkey for its owner. */
export const buildPasskey = ({ id, name, created_at, used_at, is_synced }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: formatInstant(created_at),
  usedAt: formatInstantOrNull(used_at),
  isSynced: is_synced === 1n,
});

/** Lists the passkeys of a user, the newest first. */
export async function listPasskeys({ db }: Pick<ExchangeContext, 'db'>, userId: string): Promise<Passkeys> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return { count: rows.length, next: null, previous: null, results: rows.map(buildPasskey) };
}

/**
 * Adds a passkey, and notifies the owner. 400 for one that does not match its challenge or belongs to another user, 409
 * if there are too many. A repetition succeeds.
 */
export async function addPasskey(
  { config, db, now }: AccountContext,
  { user: { id: userId }, session }: Account,
  { credential, name }: v.InferOutput<typeof PasskeyAdd>,
  device: AccountDevice,
): Promise<Passkey> {
  const relyingParty = findRelyingParty(config);
  if (!relyingParty) throw notFoundProblem;
  const verified = await verifyNewCredential(relyingParty, credential);
  if (!verified) throw credentialProblem;
  const { challenge, ...columns } = verified;
  return runInTransaction(db, async trx => {
    const user = await lockOwner(trx, userId);
    const existing = await findPasskey(trx, columns.credential_id);
    if (existing?.user_id === userId) return buildPasskey(existing);
    if (existing) throw credentialProblem;
    if (user.passkey_count >= MAX_PASSKEYS) throw createProblem(409, 'passkeys_limit');
    const at = BigInt(now());
    const binding = { purpose: 'register', user_id: userId, session_id: session.id } as const;
    if (!(await takePasskeyChallenge(trx, { ...binding, challenge, at }))) throw credentialProblem;
    const passkey = await insertPasskey(trx, {
      ...columns,
      user_id: userId,
      name: name ?? device.device,
      created_at: at,
    });
    if (!passkey) throw credentialProblem;
    await delayPayouts(trx, userId, at);
    await reportAccountChange(trx, user, { kind: 'passkey_added', ...device }, at);
    return buildPasskey(passkey);
  });
}

/** Stores a passkey of a locked user. Undefined if the passkey is already stored. */
export async function insertPasskey(
  trx: Db,
  passkey: Omit<PasskeyRow, 'id' | 'used_at'>,
): Promise<PasskeyRow | undefined> {
  const inserted = await trx
    .insertInto('passkeys')
    .values({ id: randomUUID(), ...passkey })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted)
    await trx
      .updateTable('users')
      .set(({ eb }) => ({ passkey_count: eb('passkey_count', '+', 1n) }))
      .where('id', '=', passkey.user_id)
      .execute();
  return inserted;
}

/** Renames a passkey. */
export async function renamePasskey(
  { db }: Pick<ExchangeContext, 'db'>,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  const passkey = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow(() => notFoundProblem);
  return buildPasskey(passkey);
}

/** Deletes a passkey, and notifies the owner. 409 `last_way_in` for the only one of an account without a password. */
export function deletePasskey(
  { db, now }: Pick<ExchangeContext, 'db' | 'now'>,
  userId: string,
  { id, device }: { id: string; device: AccountDevice },
): Promise<void> {
  return runInTransaction(db, async trx => {
    const user = await lockOwner(trx, userId);
    const { numDeletedRows } = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFoundProblem;
    if (user.password_hash === null && user.passkey_count <= 1n) throw createProblem(409, 'last_way_in');
    const count = user.passkey_count - 1n;
    await trx.updateTable('users').set({ passkey_count: count }).where('id', '=', userId).execute();
    const at = BigInt(now());
    await delayPayouts(trx, userId, at);
    await reportAccountChange(trx, user, { kind: 'passkey_removed', ...device }, at);
  });
}

/** Deletes passkeys of a locked user by id, and the challenges that could add another one. */
export async function deletePasskeys(trx: Db, userId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
  if (ids.length === 0) return;
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ passkey_count: eb('passkey_count', '-', numDeletedRows) }))
    .where('id', '=', userId)
    .execute();
}
