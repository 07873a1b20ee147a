import {
  ACCRUAL_STATE_LABELS,
  formatLedgerReason,
  isWaitingEntry,
  LEDGER_KIND_LABELS,
  WAITING_LABEL,
  WITHDRAWAL_STATUS_LABELS,
} from '#core/contract/account/ledgerLabels.ts';
import type { LedgerEntries, LedgerEntry } from '#core/contract/account/referral.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import {
  CSV_BATCH_SIZE,
  formatCsvDecimal,
  generateCsv,
  readBatches,
  type CsvColumn,
} from '#server/platform/http/response/csv.ts';
import { buildPageFrame, parseListPage } from '#server/platform/http/listPage.ts';
import { buildEntry } from './buildEntry.ts';
import { parseLedgerQuery, type LedgerFilters } from './ledgerFilters.ts';
import { selectEntries, selectEntryRows } from './selectEntries.ts';
import { countRows } from '#server/platform/database/countRows.ts';

type LedgerContext = Pick<ExchangeContext, 'catalogue' | 'config' | 'db' | 'now'>;

/** Path of an account's ledger. */
const LEDGER_PATH = '/api/v1/users/me/refferal/dw/';

/**
 * Lists a page of a partner's ledger, the newest first: `query` has `page`, `size`, `kind`, `status`, `date_from` and
 * `date_to`. 400 for an invalid parameter. `path`: of the list, for the addresses of the next and previous page.
 */
export async function listLedger(
  context: LedgerContext,
  partnerId: string,
  query: Readonly<Record<string, string>>,
  path = LEDGER_PATH,
): Promise<LedgerEntries> {
  const [filters, page] = [parseLedgerQuery(query), parseListPage(query)];
  const { config, db, now } = context;
  const total = await countRows(selectEntries(db, partnerId, filters, now()));
  const rows = await selectEntryRows(db, partnerId, filters, now())
    .orderBy('partner_entries.id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const address = `${config.publicOrigin}${path}?${new URLSearchParams(query)}`;
  return {
    ...buildPageFrame(page, total, address),
    results: rows.map(row => buildEntry(context, row)),
  };
}

/** Reads the filtered ledger in batches, the newest first. */
export async function* readLedgerBatches(
  context: Omit<LedgerContext, 'config'>,
  partnerId: string,
  filters: LedgerFilters,
): AsyncGenerator<LedgerEntry[]> {
  const batches = readBatches((last: { id: bigint } | undefined) => {
    let selected = selectEntryRows(context.db, partnerId, filters, context.now());
    if (last) selected = selected.where('partner_entries.id', '<', last.id);
    return selected.orderBy('partner_entries.id', 'desc').limit(CSV_BATCH_SIZE).execute();
  });
  for await (const rows of batches) yield rows.map(row => buildEntry(context, row));
}

/** Label of a line: the state of an accrual, the status of a withdrawal. */
function formatState(entry: LedgerEntry): string {
  if (entry.state !== null) return isWaitingEntry(entry) ? WAITING_LABEL : ACCRUAL_STATE_LABELS[entry.state];
  return entry.status === null ? '' : WITHDRAWAL_STATUS_LABELS[entry.status];
}

const COLUMNS: readonly CsvColumn<LedgerEntry>[] = [
  ['Дата', ({ at }) => at],
  ['Вид', ({ kind }) => LEDGER_KIND_LABELS[kind]],
  ['Состояние', formatState],
  ['Сумма, USD', ({ summa }) => formatCsvDecimal(summa)],
  ['Заявка', ({ claim }) => claim?.number ?? ''],
  ['Код', ({ code }) => code ?? ''],
  ['Метка', ({ sub }) => sub ?? ''],
  ['Прибыль, USD', ({ reckoning }) => formatCsvDecimal(reckoning?.profitUsd ?? '')],
  ['Доступно с', ({ availableAt }) => availableAt ?? ''],
  ['Реквизит', ({ withdrawal }) => (withdrawal ? `${withdrawal.to.name} ${withdrawal.requisite}` : '')],
  ['Причина', ({ reason }) => (reason === null ? '' : formatLedgerReason(reason))],
];

/** Writes the filtered ledger of a partner as CSV. 400 for an invalid parameter. */
export const exportLedger = (
  context: Omit<LedgerContext, 'config'>,
  partnerId: string,
  query: Readonly<Record<string, string>>,
): AsyncIterable<string> =>
  generateCsv(COLUMNS, readLedgerBatches(context, partnerId, parseLedgerQuery(query)));
