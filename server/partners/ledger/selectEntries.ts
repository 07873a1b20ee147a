import { sql, type InferResult, type SqlBool } from 'kysely';
import * as v from 'valibot';
import { ACCRUAL_STATES, LEDGER_KINDS } from '#core/contract/account/referral.ts';
import { WITHDRAWAL_STATUSES } from '#core/contract/account/withdrawals.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { dayFilters, whereDays } from '#server/platform/lists/dayFilters.ts';

/** Filters of a partner's ledger. */
export const LedgerFilters = v.object({
  kind: v.optional(v.picklist(LEDGER_KINDS)),
  /** The state of an accrual, or the status of a withdrawal. */
  status: v.optional(
    v.picklist([...ACCRUAL_STATES, ...WITHDRAWAL_STATUSES.map(status => `${status}` as const)]),
  ),
  ...dayFilters,
});
export type LedgerFilters = v.InferOutput<typeof LedgerFilters>;

/** Whether the line is an accrual that is pending until its claim is opened. */
export const isWaitingEntry = sql<SqlBool>`coalesce(partner_entries.reason, '') = 'not_opened'`;

/** Selects the lines of a partner that match the filters, with the rows that they refer to. */
export function selectEntries(
  db: Db,
  partnerId: string,
  { kind, status, ...days }: LedgerFilters,
  now: number,
) {
  const entries = db
    .selectFrom('partner_entries')
    .leftJoin('partner_entries as reversals', join =>
      join
        .onRef('reversals.claim_id', '=', 'partner_entries.claim_id')
        .on('reversals.kind', '=', 'reversal')
        .on('partner_entries.kind', '=', 'accrual'),
    )
    .leftJoin('claims', 'claims.id', 'partner_entries.claim_id')
    .leftJoin('claim_referrals', 'claim_referrals.claim_id', 'partner_entries.claim_id')
    .leftJoin('partner_withdrawals', 'partner_withdrawals.id', 'partner_entries.withdrawal_id')
    .where('partner_entries.partner_id', '=', partnerId);
  let query = whereDays(entries, 'partner_entries.at', days);
  if (kind) query = query.where('partner_entries.kind', '=', kind);
  switch (status) {
    case undefined:
      return query;
    case 'void':
      return query
        .where('partner_entries.kind', '=', 'accrual')
        .where(({ or, and, eb, not }) =>
          or([
            and([eb('partner_entries.amount', '=', 0n), not(isWaitingEntry)]),
            eb('reversals.id', 'is not', null),
          ]),
        );
    case 'pending':
      return query
        .where('partner_entries.kind', '=', 'accrual')
        .where('reversals.id', 'is', null)
        .where(({ or, and, eb }) =>
          or([
            and([
              eb('partner_entries.amount', '>', 0n),
              eb('partner_entries.available_at', '>', BigInt(now)),
            ]),
            isWaitingEntry,
          ]),
        );
    case 'available':
      return query
        .where('partner_entries.kind', '=', 'accrual')
        .where('partner_entries.amount', '>', 0n)
        .where('reversals.id', 'is', null)
        .where('partner_entries.available_at', '<=', BigInt(now));
    default:
      return query
        .where('partner_entries.kind', '=', 'withdrawal')
        .where('partner_withdrawals.status', '=', BigInt(status));
  }
}

/** Adds the columns for `buildEntry`. */
export const selectEntryColumns = (entries: ReturnType<typeof selectEntries>) =>
  entries.select([
    'partner_entries.id',
    'partner_entries.kind',
    'partner_entries.amount',
    'partner_entries.reason',
    'partner_entries.reckoning',
    'partner_entries.available_at',
    'partner_entries.at',
    'partner_entries.withdrawal_id',
    'reversals.reason as reversal_reason',
    'claims.number',
    'claims.public_number',
    'claim_referrals.code',
    'claim_referrals.sub',
    'partner_withdrawals.status',
    'partner_withdrawals.fee',
    'partner_withdrawals.currency_id',
    'partner_withdrawals.course',
    'partner_withdrawals.payout',
    'partner_withdrawals.masked',
    'partner_withdrawals.reference',
  ]);

/** A row of `selectEntryColumns`. */
export type EntryRow = InferResult<ReturnType<typeof selectEntryColumns>>[number];
