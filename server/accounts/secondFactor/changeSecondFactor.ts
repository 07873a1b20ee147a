import { randomUUID } from 'node:crypto';
import type { TotpSetup } from '#core/contract/account/secondFactor.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { AccountClient, AccountDevice } from '../accountClient.ts';
import type { AccountContext } from '../accountContext.ts';
import { reportAccountChange } from '../accountJournal.ts';
import { delayPayouts } from '../requisites/delayPayouts.ts';
import { openSealedField, sealField } from '../sealedFields.ts';
import type { Account } from '../sessions/authenticate.ts';
import { lockOwner, lockUser } from '../sessions/login.ts';
import { codeProblem, limitCodeAttempts } from './codeAttempts.ts';
import { replaceRecoveryCodes } from './recoveryCodes.ts';
import { normalizeCode } from './secondFactorCode.ts';
import { buildTotpUri, createTotpSecret, findTotpStep } from './totp.ts';
import { SECRET_COLUMN } from './consumeCode.ts';
import { findSecondFactor } from './findSecondFactor.ts';

/** How long an unconfirmed secret is valid, milliseconds. */
const SETUP_LIFETIME_MS = 15 * 60_000;

const enabledProblem = createProblem(409, 'second_factor_on');
const setupProblem = createProblem(409, 'setup_expired');

/** Creates a secret for the user's app, which replaces an unconfirmed one. 409 if the second factor is on. */
export function startTotpSetup(
  { db, keys, now }: Pick<ExchangeContext, 'db' | 'keys' | 'now'>,
  { user: { id: userId } }: Account,
): Promise<TotpSetup> {
  return runInTransaction(db, async trx => {
    const user = await lockOwner(trx, userId);
    const at = BigInt(now());
    await trx
      .deleteFrom('totp_factors')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .execute();
    const id = randomUUID();
    const secret = createTotpSecret();
    const expiresAt = at + BigInt(SETUP_LIFETIME_MS);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('totp_factors')
      .values({
        id,
        user_id: userId,
        sealed_secret: sealField(keys, { column: SECRET_COLUMN, id }, secret),
        created_at: at,
        expires_at: expiresAt,
        last_step: 0n,
      })
      .onConflict(conflict => conflict.column('user_id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw enabledProblem;
    const uri = buildTotpUri(secret, user.email);
    return { secret, uri, expiresAt: formatInstant(expiresAt) };
  });
}

/**
 * Turns the second factor on by the first code of the app. Returns the recovery codes. 400 for a wrong code, 409
 * without an unconfirmed secret.
 */
export function confirmTotpSetup(
  context: AccountContext,
  { user: { id: userId }, user, session }: Account,
  text: string,
  client: AccountClient,
): Promise<string[]> {
  const { db, keys, now } = context;
  const code = normalizeCode(text);
  const turnOn = () =>
    runInTransaction(db, async trx => {
      const at = BigInt(now());
      const current = await lockUser(trx, userId);
      const factor = await trx
        .selectFrom('totp_factors')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (factor && factor.confirmed_at !== null) throw enabledProblem;
      if (!current || !factor || (factor.expires_at ?? 0n) <= at) throw setupProblem;
      const secret = openSealedField(keys, { column: SECRET_COLUMN, id: factor.id }, factor.sealed_secret);
      const step = findTotpStep(secret, code, Number(at));
      if (step === null) throw codeProblem;
      await trx
        .updateTable('totp_factors')
        .set({ confirmed_at: at, expires_at: null, last_step: step })
        .where('id', '=', factor.id)
        .execute();
      // This session has confirmed a code. Other sessions confirm one before their next protected change.
      await trx
        .updateTable('sessions')
        .set({ amr: `${session.amr} otp` })
        .where('id', '=', session.id)
        .execute();
      await delayPayouts(trx, userId, at);
      const codes = await replaceRecoveryCodes(trx, keys, userId, at);
      await reportAccountChange(trx, current, { kind: 'second_factor_added', ...client.device }, at);
      return codes;
    });
  return limitCodeAttempts(context, { user, code, client }, turnOn);
}

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
  trx: Db,
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
