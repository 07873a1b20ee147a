import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '#core/contract/account/secondFactor.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import { openSealedField, sealField } from '../sealedFields.ts';
import { createRecoveryCode, normalizeCode } from './secondFactorCode.ts';

// The hashes are encrypted and not keyed: the operator can re-encrypt them for a new key, so that codes stay valid.

/** Column of the encrypted hash, for `sealField`. */
const HASH_COLUMN = 'recovery_codes.sealed_hash';

const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url');

/** Replaces the recovery codes of a locked user. Returns the new ones, which are not stored. */
export async function replaceRecoveryCodes(
  trx: Db,
  keys: ServerKeys,
  userId: string,
  at: bigint,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode);
  const rows = codes.map(code => {
    const id = randomUUID();
    const sealed_hash = sealField(keys, { column: HASH_COLUMN, id }, hashCode(normalizeCode(code)));
    return { id, user_id: userId, sealed_hash, created_at: at };
  });
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx.insertInto('recovery_codes').values(rows).execute();
  return codes;
}

/** Deletes a normalized recovery code. Returns whether the user had it. */
export async function consumeRecoveryCode(
  trx: Db,
  keys: ServerKeys,
  userId: string,
  code: string,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('recovery_codes')
    .select(['id', 'sealed_hash'])
    .where('user_id', '=', userId)
    .execute();
  const given = Buffer.from(hashCode(code));
  const row = rows.find(({ id, sealed_hash }) =>
    timingSafeEqual(Buffer.from(openSealedField(keys, { column: HASH_COLUMN, id }, sealed_hash)), given),
  );
  if (!row) return false;
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('id', '=', row.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
