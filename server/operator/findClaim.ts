import type { Kysely, Selectable } from 'kysely';
import type { CurrencyRow } from '../database/catalogueRows.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';

/** A claim with the codes and decimals of its currencies, and what a payment in the sent one is known by. */
export type ClaimWithCurrencies = Selectable<ClaimRow> & {
  from_code: string;
  from_decimals: bigint;
  from_kind: CurrencyRow['kind'];
  from_ticker: string;
  from_network: string | null;
  to_code: string;
  to_decimals: bigint;
};

/** Returns a query of all claims with the codes and decimals of their currencies. */
export function selectClaimsWithCurrencies(db: Kysely<DatabaseSchema>) {
  return db
    .selectFrom('claims')
    .innerJoin('currencies as sent', 'sent.id', 'claims.from_id')
    .innerJoin('currencies as received', 'received.id', 'claims.to_id')
    .selectAll('claims')
    .select(['sent.code as from_code', 'sent.decimals as from_decimals', 'sent.kind as from_kind'])
    .select(['sent.ticker as from_ticker', 'sent.network as from_network'])
    .select(['received.code as to_code', 'received.decimals as to_decimals']);
}

/** Finds a claim by its uuid, its public number (ignoring case) or its internal number. */
export async function findClaim(
  db: Kysely<DatabaseSchema>,
  id: string,
): Promise<ClaimWithCurrencies | undefined> {
  const trimmedId = id.trim();
  return selectClaimsWithCurrencies(db)
    .where(({ eb, or }) =>
      or([
        eb('claims.id', '=', trimmedId.toLowerCase()),
        eb('claims.public_number', '=', trimmedId.toUpperCase()),
        ...(/^\d{1,15}$/.test(trimmedId) ? [eb('claims.number', '=', BigInt(trimmedId))] : []),
      ]),
    )
    .executeTakeFirst();
}
