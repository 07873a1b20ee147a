import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import { toExchangeTime } from '#core/exchange/exchangeDay.ts';
import { listRequisiteFields } from '#server/exchange/catalogue/requisiteFields.ts';
import { selectCompletedExchanges } from '#server/exchange/claims/completedExchanges.ts';
import { getExchangedAmount, selectReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { parseStoredRequisites } from '#server/exchange/claims/storedRequisites.ts';
import { getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import { calculateProfit } from '#server/partners/ledger/calculateProfitShare.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatCsvDecimal, generateCsv, type CsvColumn } from '#server/platform/http/response/csv.ts';
import { parseQuery, type Query } from '#server/platform/lists/listPage.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { writeAuditEntry } from '../../auditLog.ts';
import type { OperatorContext } from '../../operatorContext.ts';
import { hasRight } from '../../staff/roles.ts';
import { selectStaffClaims, StaffClaimFilters } from '../staffClaimList.ts';

type ExportContext = Pick<ExchangeContext, 'catalogue' | 'db'>;

/** A claim as read for the file. `received`: as from `selectReceivedTotal`. */
type ReadClaim = ClaimRow & { received: bigint | string | null };

/** A claim of the file, as text; empty where nothing is known. */
type ExportedClaim = Awaited<ReturnType<typeof buildExportedClaims>>[number];

const COLUMNS: readonly CsvColumn<ExportedClaim>[] = [
  ['Заявка', ({ number }) => number],
  ['Создана, по Москве', ({ createdAt }) => createdAt],
  ['Выполнена, по Москве', ({ completedAt }) => completedAt],
  ['Статус', ({ status }) => status],
  ['Приходит', ({ fromSumma }) => formatCsvDecimal(fromSumma)],
  ['Валюта', ({ from }) => from],
  ['Пришло', ({ received }) => formatCsvDecimal(received)],
  ['Уходит', ({ toSumma }) => formatCsvDecimal(toSumma)],
  ['Валюта', ({ to }) => to],
  ['Выплачено', ({ paidOut }) => formatCsvDecimal(paidOut)],
  ['Курс', ({ course }) => formatCsvDecimal(course)],
  ['Прибыль, USD', ({ profit }) => formatCsvDecimal(profit)],
  ['Куда', ({ destination }) => destination],
  ['Платежи', ({ payments }) => payments],
  ['Выплата', ({ payouts }) => payouts],
  ['Возврат', ({ refunds }) => refunds],
];

const EMAIL_COLUMN: CsvColumn<ExportedClaim> = ['Почта', ({ email }) => email];

/** The filters that the audit log names. A search may be an e-mail or a card, so its text is not recorded. */
const RECORDED_FILTERS = ['status', 'currency', 'taken', 'date_from', 'date_to'] as const;

/**
 * Writes all claims that pass the filters of `query` as CSV, in batches, without a transaction. The audit log has the
 * export before this function returns. The file has e-mails if the role has the right. 400 for the first invalid
 * parameter.
 */
export async function exportStaffClaims(
  { operator, role }: { operator: OperatorContext & { userId: string }; role: StaffRole },
  query: Query,
): Promise<AsyncIterable<string>> {
  const list = openList({
    rows: selectStaffClaims(operator, operator.userId, parseQuery(StaffClaimFilters, query)),
    order: { created_at: 'desc', id: 'desc' },
    select: part => part.selectAll().select(selectReceivedTotal()),
    build: (rows: ReadClaim[]) => buildExportedClaims(operator, rows),
  });
  const hasEmails = hasRight(role, 'emails');
  await writeAuditEntry(operator, operator.db, {
    command: 'claims export',
    target: 'claims',
    detail: {
      rows: String(await list.count()),
      emails: String(hasEmails),
      ...Object.fromEntries(RECORDED_FILTERS.flatMap(name => (query[name] ? [[name, query[name]]] : []))),
      ...(query.q?.trim() && { search: 'true' }),
    },
  });
  return generateCsv(hasEmails ? [...COLUMNS, EMAIL_COLUMN] : COLUMNS, list.readBatches());
}

async function buildExportedClaims({ catalogue, db }: ExportContext, rows: readonly ReadClaim[]) {
  const ids = rows.map(({ id }) => id);
  const references = await readReferences(db, ids);
  const completed = new Map(
    (
      await selectCompletedExchanges(db)
        .select(['claim_events.claim_id', 'claim_events.at'])
        .where(isAnyOf(db, 'claim_events.claim_id', ids))
        .execute()
    ).map(({ claim_id, at }) => [claim_id, at]),
  );
  return rows.map(row => {
    const currencies = getClaimCurrencies(catalogue, row);
    const { from, to } = currencies;
    const received = row.received === null ? null : BigInt(row.received);
    const completedAt = completed.get(row.id);
    const exchanged = getExchangedAmount(received, row);
    const profit = completedAt === undefined ? null : calculateProfit({ claim: row, currencies, exchanged });
    const toSumma = unitsToDecimal(row.to_amount, to.decimals);
    const listReferences = (kind: string) => (references.get(`${row.id} ${kind}`) ?? []).join(', ');
    const payouts = listReferences('payout');
    return {
      number: row.public_number,
      createdAt: toExchangeTime(Number(row.created_at)),
      completedAt: completedAt === undefined ? '' : toExchangeTime(Number(completedAt)),
      status: CLAIM_STATUS_RULES[row.status].label,
      from: from.code,
      fromSumma: unitsToDecimal(row.from_amount, from.decimals),
      received: received === null ? '' : unitsToDecimal(received, from.decimals),
      to: to.code,
      toSumma,
      paidOut: payouts === '' ? '' : toSumma,
      course: row.course,
      profit: profit === null ? '' : unitsToDecimal(profit, REFERRAL_DECIMALS),
      destination: maskRequisites(
        parseStoredRequisites(row.to_requisites),
        listRequisiteFields(to, 'to', 'default'),
      ),
      payments: listReferences('payment'),
      payouts,
      refunds: listReferences('refund'),
      email: row.email,
    };
  });
}

/** Reads the references of payments, payouts and refunds: claim id and kind → references, oldest first. */
async function readReferences(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const payments = await db
    .selectFrom('payments')
    .select(['claim_id', 'reference'])
    .where(isAnyOf(db, 'claim_id', ids))
    .orderBy('id')
    .execute();
  const payouts = await db
    .selectFrom('payouts')
    .select(['claim_id', 'kind', 'reference'])
    .where(isAnyOf(db, 'claim_id', ids))
    .orderBy('id')
    .execute();
  const found = new Map<string, string[]>();
  for (const { claim_id, reference, kind } of [
    ...payments.map(payment => ({ ...payment, kind: 'payment' })),
    ...payouts,
  ]) {
    const key = `${claim_id} ${kind}`;
    found.set(key, [...(found.get(key) ?? []), reference]);
  }
  return found;
}
