import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import type { AccountDevice } from '../accountClient.ts';
import { reportAccountChange } from '../accountJournal.ts';
import { openSealedField } from '../sealedFields.ts';
import type { SecondFactor } from './findSecondFactor.ts';
import { consumeRecoveryCode } from './recoveryCodes.ts';
import { isTotpCode } from './secondFactorCode.ts';
import { findTotpStep } from './totp.ts';

/** Column of the sealed secret, for `sealField`. */
export const SECRET_COLUMN = 'totp_factors.sealed_secret';

/** A normalized code of a locked user with a second factor. */
export interface CodeUse {
  user: Pick<UserRow, 'id' | 'email'>;
  factor: SecondFactor;
  code: string;
  device: AccountDevice;
  at: bigint;
}

/**
 * Consumes a code of the app or a recovery code, in the transaction of the action that it allows, so that a rollback
 * restores it. Returns whether it was right and unused. Mails the use of a recovery code. The caller limits attempts.
 */
export async function consumeCode(
  trx: Db,
  keys: ServerKeys,
  { user, factor, code, device, at }: CodeUse,
): Promise<boolean> {
  if (isTotpCode(code)) return consumeTotpCode(trx, keys, { factor, code, at });
  if (!(await consumeRecoveryCode(trx, keys, user.id, code))) return false;
  const message = { kind: 'recovery_code_used', left: factor.recoveryCodes - 1, ...device } as const;
  await reportAccountChange(trx, user, message, at);
  return true;
}

/** Marks the time step of a code as used: of two requests with the same code only one succeeds. */
async function consumeTotpCode(
  trx: Db,
  keys: ServerKeys,
  { factor, code, at }: Pick<CodeUse, 'factor' | 'code' | 'at'>,
): Promise<boolean> {
  const secret = openSealedField(keys, { column: SECRET_COLUMN, id: factor.id }, factor.sealed_secret);
  const step = findTotpStep(secret, code, Number(at));
  if (step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable('totp_factors')
    .set({ last_step: step })
    .where('id', '=', factor.id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
