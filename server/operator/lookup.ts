import type { Kysely, Selectable } from 'kysely';
import type { ClaimRow, Schema } from '../database/schema.ts';

/** A claim with what it takes to read its sums. */
export type Found = Selectable<ClaimRow> & {
  from_code: string;
  from_decimals: bigint;
  to_code: string;
  to_decimals: bigint;
};

/** Claims with their currencies' codes and decimals. */
export function claims(db: Kysely<Schema>) {
  return db
    .selectFrom('claims')
    .innerJoin('currencies as sent', 'sent.id', 'claims.from_id')
    .innerJoin('currencies as received', 'received.id', 'claims.to_id')
    .selectAll('claims')
    .select(['sent.code as from_code', 'sent.decimals as from_decimals'])
    .select(['received.code as to_code', 'received.decimals as to_decimals']);
}

/** The claim by its uuid, its public number in any case, or its internal number. */
export async function claim(db: Kysely<Schema>, id: string): Promise<Found | undefined> {
  const wanted = id.trim();
  return claims(db)
    .where(({ eb, or }) =>
      or([
        eb('claims.id', '=', wanted.toLowerCase()),
        eb('claims.public_number', '=', wanted.toUpperCase()),
        ...(/^\d{1,15}$/.test(wanted) ? [eb('claims.number', '=', BigInt(wanted))] : []),
      ]),
    )
    .executeTakeFirst();
}
