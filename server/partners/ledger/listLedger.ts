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
import { CSV_BATCH_SIZE, formatCsvDecimal, generateCsv } from '#server/platform/http/response/csv.ts';
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
  let lastId: bigint | undefined;
  do {
    let selected = selectEntryRows(context.db, partnerId, filters, context.now());
    if (lastId !== undefined) selected = selected.where('partner_entries.id', '<', lastId);
    const rows = await selected.orderBy('partner_entries.id', 'desc').limit(CSV_BATCH_SIZE).execute();
    if (rows.length > 0) yield rows.map(row => buildEntry(context, row));
    lastId = rows.length === CSV_BATCH_SIZE ? rows.at(-1)?.id : undefined;
  } while (lastId !== undefined);
}

const HEADINGS = [
  'Дата',
  'Вид',
  'Состояние',
  'Сумма, USD',
  'Заявка',
  'Код',
  'Метка',
  'Прибыль, USD',
  'Доступно с',
  'Реквизит',
  'Причина',
];

/** Writes the filtered ledger of a partner as CSV. 400 for an invalid parameter. */
export function exportLedger(
  context: Omit<LedgerContext, 'config'>,
  partnerId: string,
  query: Readonly<Record<string, string>>,
): AsyncIterable<string> {
  return generateCsv(HEADINGS, generateRows(context, partnerId, parseLedgerQuery(query)));
}

async function* generateRows(...args: Parameters<typeof readLedgerBatches>): AsyncGenerator<string[][]> {
  for await (const entries of readLedgerBatches(...args)) yield entries.map(listCells);
}

/** The cells of a line, in the order of the headings. */
const listCells = (entry: LedgerEntry): string[] => [
  entry.at,
  LEDGER_KIND_LABELS[entry.kind],
  entry.state !== null
    ? isWaitingEntry(entry)
      ? WAITING_LABEL
      : ACCRUAL_STATE_LABELS[entry.state]
    : entry.status !== null
      ? WITHDRAWAL_STATUS_LABELS[entry.status]
      : '',
  formatCsvDecimal(entry.summa),
  entry.claim?.number ?? '',
  entry.code ?? '',
  entry.sub ?? '',
  formatCsvDecimal(entry.reckoning?.profitUsd ?? ''),
  entry.availableAt ?? '',
  entry.withdrawal ? `${entry.withdrawal.to.name} ${entry.withdrawal.requisite}` : '',
  entry.reason === null ? '' : formatLedgerReason(entry.reason),
];
