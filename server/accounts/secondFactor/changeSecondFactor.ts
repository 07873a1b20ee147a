import type { Kysely } from 'kysely';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import type { AccountDevice } from '../accountClient.ts';
import { reportAccountChange } from '../accountJournal.ts';
import { delayPayouts } from '../requisites/delayPayouts.ts';
import type { Account } from '../sessions/authenticate.ts';
import { lockUser } from '../sessions/login.ts';
import { findSecondFactor } from './findSecondFactor.ts';
import { replaceRecoveryCodes } from './recoveryCodes.ts';

type ChangeContext = Pick<ExchangeContext, 'db' | 'keys' | 'now'>;

/** Replaces the recovery codes. Returns the new ones; 409 while the second factor is off. */
export function renewRecoveryCodes(
  { db, keys, now }: ChangeContext,
  { user: { id: userId } }: Account,
  device: AccountDevice,
): Promise<string[]> {
  return runInTransaction(db, async trx => {
    const at = BigInt(now());
    const user = await lockUser(trx, userId);
    if (!user || !(await findSecondFactor(trx, userId))) throw createProblem(409, 'second_factor_off');
    const codes = await replaceRecoveryCodes(trx, keys, userId, at);
    await reportAccountChange(trx, user, { kind: 'recovery_codes_renewed', ...device }, at);
    return codes;
  });
}

/** Turns the second factor off, or deletes an unconfirmed secret. A repetition changes nothing. */
export async function turnOffSecondFactor(
  { db, now }: ChangeContext,
  { user: { id: userId } }: Account,
  device: AccountDevice,
): Promise<void> {
  await runInTransaction(db, async trx => {
    const user = await lockUser(trx, userId);
    if (user) await removeSecondFactor(trx, user, { device, at: BigInt(now()) });
  });
}

/**
 * Deletes the second factor of a locked user with its recovery codes and unfinished logins, delays payouts and notifies
 * the owner. Returns whether it was on.
 */
export async function removeSecondFactor(
  trx: Kysely<DatabaseSchema>,
  user: Pick<UserRow, 'id' | 'email'>,
  { device, at }: { device: AccountDevice; at: bigint },
): Promise<boolean> {
  const isOn = (await findSecondFactor(trx, user.id)) !== null;
  for (const table of ['login_challenges', 'recovery_codes', 'totp_factors'] as const)
    await trx.deleteFrom(table).where('user_id', '=', user.id).execute();
  if (!isOn) return false;
  await delayPayouts(trx, user.id, at);
  await reportAccountChange(trx, user, { kind: 'second_factor_removed', ...device }, at);
  return true;
}
