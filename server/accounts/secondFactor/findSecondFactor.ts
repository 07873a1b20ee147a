import type { SecondFactorState } from '#core/contract/account/secondFactor.ts';
import type { SECOND_FACTORS } from '#core/contract/auth.ts';
import type { TotpFactorRow, UserRow } from '#server/platform/database/accountRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';

/** A second factor that is on. */
export interface SecondFactor extends Pick<TotpFactorRow, 'id' | 'sealed_secret' | 'last_step'> {
  confirmed_at: bigint;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
}

/** Finds the second factor of a user; null while it is off. */
export async function findSecondFactor(db: Db, userId: string): Promise<SecondFactor | null> {
  const row = await db
    .selectFrom('totp_factors')
    .select(['id', 'sealed_secret', 'last_step', 'confirmed_at'])
    .select(({ selectFrom }) =>
      selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('user_id', '=', userId)
        .as('codes'),
    )
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ confirmed_at: bigint }>()
    .executeTakeFirst();
  if (!row) return null;
  const { codes, ...factor } = row;
  return { ...factor, recoveryCodes: Number(codes ?? 0n) };
}

/** Whether a user can log in with more than a password: with a passkey or a second factor. */
export const hasStrongFactor = async (
  db: Db,
  { id, passkey_count }: Pick<UserRow, 'id' | 'passkey_count'>,
): Promise<boolean> => passkey_count > 0n || (await findSecondFactor(db, id)) !== null;

/** Lists the kinds of codes that the user can enter. */
export function listSecondFactors({
  recoveryCodes,
}: Pick<SecondFactor, 'recoveryCodes'>): (typeof SECOND_FACTORS)[number][] {
  return recoveryCodes > 0 ? ['totp', 'recovery_code'] : ['totp'];
}

/** Builds the state of the second factor for its owner. */
export function buildSecondFactorState(factor: SecondFactor | null): SecondFactorState {
  if (!factor) return { enabledAt: null, recoveryCodes: 0 };
  return {
    enabledAt: formatInstant(factor.confirmed_at),
    recoveryCodes: factor.recoveryCodes,
  };
}
