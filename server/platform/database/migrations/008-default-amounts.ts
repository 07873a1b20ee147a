import type { Kysely } from 'kysely';
import { executeStatements } from './statements.ts';

/** Tables that this migration creates. */
export const tableNames = [] as const;

/** Units of the currencies of the initial catalogue, by code. */
const DEFAULT_AMOUNTS: Readonly<Record<string, bigint>> = {
  USDTTRC20: 1_000_00n,
  USDTERC20: 1_000_00n,
  USDTBEP20: 1_000_00n,
  USDTTON: 1_000_00n,
  USDCERC20: 1_000_00n,
  SBERRUB: 10_000_00n,
  TCSBRUB: 10_000_00n,
  ACRUB: 10_000_00n,
  TBRUB: 10_000_00n,
  SBPRUB: 10_000_00n,
};

/** Adds the initial amount of a form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await executeStatements(db, [
    'alter table currencies add column default_amount bigint',
    ...Object.entries(DEFAULT_AMOUNTS).map(
      ([code, units]) =>
        `update currencies set default_amount = ${units} where code = '${code}' and min <= ${units}`,
    ),
  ]);
}
