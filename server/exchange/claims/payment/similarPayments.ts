import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { beginsWith, isAnyOf } from '#server/platform/database/columnConditions.ts';
import { lockNames } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';

/** A transfer of a bank. */
interface BankTransfer {
  /** In units; null: no payment has such an amount. */
  amount: Units | null;
  /** Of `normalizePaymentReference`. */
  reference: string;
}

/** The claim of a similar payment. */
interface SimilarClaim {
  id: string;
  publicNumber: string;
}

/** A day in figures: 28.11.2026, 28/11/26, 2026-11-28. */
const DATE = /(?<![\d./-])(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})(?!\d)/;

/** The number of a bank's document that a reference begins with, without «№» and leading zeros. */
const parseDocumentNumber = (reference: string): string =>
  reference
    .replace(/^[№#]?\s*0*/, '')
    .split(' ', 1)[0]
    ?.toUpperCase() ?? '';

/**
 * Whether two references may be of one transfer: a statement has number, date and amount, a person and a webhook often
 * only the number. Payers number their documents themselves, so equal numbers with two dates are two transfers.
 */
export function isSimilarReference(one: string, other: string): boolean {
  const number = parseDocumentNumber(one);
  return number !== '' && number === parseDocumentNumber(other) && !(DATE.test(one) && DATE.test(other));
}

/**
 * Finds the claims with a payment of the same amount and a similar reference, by the reference of the transfer. Neither
 * collations nor the forms of a number matter, because only the amount is compared by the database. It reads the
 * entries of the currency in the index of references: a currency of a bank has some hundred payments a day, and only
 * the work of a person or a report of a bank reads them.
 */
export async function findSimilarPayments(
  db: Db,
  currencyId: bigint,
  transfers: readonly BankTransfer[],
): Promise<ReadonlyMap<string, SimilarClaim>> {
  const amounts = transfers.flatMap(({ amount }) => amount ?? []);
  const rows = await db
    .selectFrom('payments')
    .innerJoin('claims', 'claims.id', 'payments.claim_id')
    .select(['payments.amount', 'payments.reference', 'claims.id', 'claims.public_number as publicNumber'])
    .where('payments.currency_id', '=', currencyId)
    .where(isAnyOf(db, 'payments.amount', [...new Set(amounts)]))
    .orderBy('payments.id')
    .execute();
  return new Map(
    transfers.flatMap(({ amount, reference }): (readonly [string, SimilarClaim])[] => {
      const row = rows.find(one => one.amount === amount && isSimilarReference(one.reference, reference));
      return row ? [[reference, { id: row.id, publicNumber: row.publicNumber }]] : [];
    }),
  );
}

/** Finds the claim of a similar payment before a record. Records of the same amount wait until the transaction ends. */
export async function lockSimilarPayment(
  trx: Db,
  { from_id }: Pick<ClaimRow, 'from_id'>,
  transfer: BankTransfer,
): Promise<SimilarClaim | null> {
  await lockNames(trx, [`payments:${from_id}:${transfer.amount}`]);
  return (await findSimilarPayments(trx, from_id, [transfer])).get(transfer.reference) ?? null;
}

/**
 * Finds the claim of another payment by the transaction of a reference, before a person records it: the number may be
 * mistaken. Such records of one transaction wait until the database transaction ends.
 */
export async function lockSameTransaction(
  trx: Db,
  { from_id }: Pick<ClaimRow, 'from_id'>,
  reference: string,
): Promise<SimilarClaim | null> {
  const transaction = reference.slice(0, reference.lastIndexOf(':') + 1);
  await lockNames(trx, [`payments:${from_id}:${transaction}`]);
  const row = await trx
    .selectFrom('payments')
    .innerJoin('claims', 'claims.id', 'payments.claim_id')
    .select(['claims.id', 'claims.public_number as publicNumber'])
    .where('payments.currency_id', '=', from_id)
    .where(beginsWith(trx, 'payments.reference', transaction))
    .where('payments.reference', '<>', reference)
    .executeTakeFirst();
  return row ?? null;
}
