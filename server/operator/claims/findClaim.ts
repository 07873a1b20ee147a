import type { InferResult } from 'kysely';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { refuse, type ValueSource } from '../defineCommand.ts';
import type { OperatorContext } from '../operatorContext.ts';

/** A claim of `selectClaimsWithCurrencies`. */
export type ClaimWithCurrencies = InferResult<ReturnType<typeof selectClaimsWithCurrencies>>[number];

/**
 * Returns a query of all claims with the codes and decimals of their currencies, and the columns that identify a transfer
 * in each.
 */
export function selectClaimsWithCurrencies(db: OperatorContext['db']) {
  return db
    .selectFrom('claims')
    .innerJoin('currencies as sent', 'sent.id', 'claims.from_id')
    .innerJoin('currencies as received', 'received.id', 'claims.to_id')
    .selectAll('claims')
    .select(['sent.code as from_code', 'sent.decimals as from_decimals', 'sent.kind as from_kind'])
    .select(['sent.ticker as from_ticker', 'sent.network as from_network'])
    .select(['received.code as to_code', 'received.decimals as to_decimals'])
    .select(['received.kind as to_kind', 'received.ticker as to_ticker', 'received.network as to_network']);
}

/** Finds a claim by its uuid, its public number (ignoring case) or its internal number. */
export async function parseClaim(
  text: string,
  { context }: Pick<ValueSource, 'context'>,
): Promise<ClaimWithCurrencies> {
  const id = text.trim();
  const claim = await selectClaimsWithCurrencies(context.db)
    .where(({ eb, or }) =>
      or([
        eb('claims.id', '=', id.toLowerCase()),
        eb('claims.public_number', '=', id.toUpperCase()),
        ...(/^\d{1,15}$/.test(id) ? [eb('claims.number', '=', BigInt(id))] : []),
      ]),
    )
    .executeTakeFirst();
  return (
    claim ?? refuse(`There is no claim ${id}.`, createFieldProblem({ claim: { code: 'claim_unknown' } }))
  );
}

/** Formats an amount of the currency that the client sends. */
export const formatSentAmount = (
  { from_decimals, from_code }: Pick<ClaimWithCurrencies, 'from_decimals' | 'from_code'>,
  units: Units,
) => `${unitsToDecimal(units, Number(from_decimals))} ${from_code}`;

/** Formats an amount of the currency that the client receives. */
export const formatReceivedAmount = (
  { to_decimals, to_code }: Pick<ClaimWithCurrencies, 'to_decimals' | 'to_code'>,
  units: Units,
) => `${unitsToDecimal(units, Number(to_decimals))} ${to_code}`;
