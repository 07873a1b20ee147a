import { sql, type SqlBool } from 'kysely';
import * as v from 'valibot';
import {
  WITHDRAWAL_STATUS_NAMES,
  type OperatorWithdrawal,
  type WithdrawalAction,
} from '#core/contract/operator/withdrawals.ts';
import { openSealedFieldIfReadable } from '#server/accounts/sealedFields.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { buildWithdrawal } from '#server/partners/withdrawals/listWithdrawals.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { PartnerWithdrawalRow } from '#server/platform/database/partnerRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { formatInstantOrNull } from '#server/platform/formatInstant.ts';
import { createProblem, notFoundProblem, onRefusal } from '#server/platform/http/problem.ts';
import type { PagedList } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { writeAuditEntry } from '../auditLog.ts';
import { labelRequisites } from '../claims/staffClaimDetail.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { selectRows } from '../selectRows.ts';
import { changeWithdrawal } from './changeWithdrawal.ts';

const StaffWithdrawalFilters = v.object({
  status: v.optional(v.picklist(WITHDRAWAL_STATUS_NAMES), 'open'),
});
type StaffWithdrawalFilters = v.InferOutput<typeof StaffWithdrawalFilters>;

type ViewContext = Pick<ServerContext, 'catalogue' | 'db' | 'keys' | 'now'>;

/** The withdrawals with one status: open ones with the oldest first, others with the newest first. */
export const staffWithdrawalList: PagedList<ViewContext, null, StaffWithdrawalFilters, OperatorWithdrawal> = {
  filters: StaffWithdrawalFilters,
  open: (context, _, { status }) => {
    const direction = status === 'open' ? 'asc' : 'desc';
    const code = sql.lit(WITHDRAWAL_STATUS_NAMES.indexOf(status));
    return openList({
      // A literal: the index of open ones has it as its condition.
      rows: context.db.selectFrom('partner_withdrawals').where(sql<SqlBool>`status = ${code}`),
      order: { created_at: direction, id: direction },
      select: part => part.selectAll(),
      build: rows => buildStaffWithdrawals(context, rows),
    });
  },
};

/**
 * Begins to pay a withdrawal, records its payment, or cancels it, with an audit entry. Refusals as `changeWithdrawal`;
 * `withdrawal_begun` and `withdrawal_decided` have `status`, `by` and `at`.
 */
export async function changeWithdrawalAsStaff(
  context: OperatorContext,
  id: string,
  change: WithdrawalAction,
): Promise<OperatorWithdrawal> {
  await runInTransaction(context.db, async db => {
    const { detail } = await changeWithdrawal({ ...context, db }, id, change);
    await writeAuditEntry(context, db, { command: `withdrawal ${change.action}`, target: id, detail });
  }).catch(
    onRefusal(async problem => {
      const { code = '' } = problem;
      if (code !== 'withdrawal_begun' && code !== 'withdrawal_decided') throw problem;
      const { status, by, begunAt, decidedAt } = await readStaffWithdrawal(context, id);
      throw createProblem(409, code, { status, by, at: decidedAt ?? begunAt });
    }),
  );
  return readStaffWithdrawal(context, id);
}

async function readStaffWithdrawal(context: ViewContext, id: string): Promise<OperatorWithdrawal> {
  const rows = await selectRows(context.db, 'partner_withdrawals', { id }).execute();
  const [withdrawal] = await buildStaffWithdrawals(context, rows);
  if (!withdrawal) throw notFoundProblem;
  return withdrawal;
}

async function buildStaffWithdrawals(
  { catalogue, db, keys, now }: ViewContext,
  rows: readonly PartnerWithdrawalRow[],
): Promise<OperatorWithdrawal[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const partnerIds = rows.map(row => row.partner_id);
  const partners = await db
    .selectFrom('partners')
    .innerJoin('users', 'users.id', 'partners.user_id')
    .select(['partners.id', 'users.email', 'users.payouts_frozen_until'])
    .where(isAnyOf(db, 'partners.id', partnerIds))
    .execute();
  const changes = await db
    .selectFrom('operator_changes')
    .select(['target', 'actor'])
    .where(isAnyOf(db, 'target', ids))
    .orderBy('id')
    .execute();
  // The last one of each.
  const authors = new Map(changes.map(({ target, actor }) => [target, actor]));
  return rows.map(row => {
    const partner = partners.find(({ id }) => id === row.partner_id);
    const frozenUntil = partner?.payouts_frozen_until ?? null;
    const currency = catalogue.getCurrency(Number(row.currency_id));
    const destination = openDestination(keys, row);
    return {
      ...buildWithdrawal(catalogue, row),
      partner: partner?.email ?? null,
      frozenUntil:
        frozenUntil !== null && frozenUntil > BigInt(now()) ? formatInstantOrNull(frozenUntil) : null,
      begunAt: formatInstantOrNull(row.begun_at),
      requisites: destination !== null && currency ? labelRequisites(destination, currency, 'to') : null,
      by: authors.get(row.id) ?? null,
    };
  });
}

/**
 * Opens where to pay a begun withdrawal: JSON of field name → value. Null until it is begun, because the operator could
 * pay while the partner cancels, after the decision, and if its key is lost.
 */
export function openDestination(
  keys: ServerContext['keys'],
  { id, begun_at, sealed_values }: Pick<PartnerWithdrawalRow, 'id' | 'begun_at' | 'sealed_values'>,
): string | null {
  const field = { column: 'partner_withdrawals.sealed_values', id };
  return begun_at === null || sealed_values === null
    ? null
    : openSealedFieldIfReadable(keys, field, sealed_values);
}
