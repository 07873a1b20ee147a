import {
  ACCRUAL_STATE_LABELS,
  formatLedgerReason,
  isWaitingEntry,
  LEDGER_KIND_LABELS,
  WAITING_LABEL,
  WITHDRAWAL_STATUS_LABELS,
} from '#core/contract/account/ledgerLabels.ts';
import { ACCRUAL_STATES, LEDGER_KINDS, type LedgerEntry } from '#core/contract/account/referral.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { dayParameters, describeParameter } from '#server/platform/http/openapiDocs.ts';
import { formatCsvDecimal } from '#server/platform/http/response/csv.ts';
import type { ListDefinition } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { buildEntry } from './buildEntry.ts';
import { LedgerFilters, selectEntries, selectEntryColumns } from './selectEntries.ts';

/** The ledger of a partner, the newest first. */
export const ledgerList: ListDefinition<
  Pick<ExchangeContext, 'catalogue' | 'db' | 'now'>,
  string,
  LedgerFilters,
  LedgerEntry
> = {
  filters: LedgerFilters,
  parameters: [
    describeParameter('kind', `One of ${LEDGER_KINDS.join(', ')}`),
    describeParameter('status', `Of accruals ${ACCRUAL_STATES.join(', ')}; of withdrawals 0, 1 or 2`),
    ...dayParameters,
  ],
  open: (context, partnerId, filters) =>
    openList({
      rows: selectEntries(context.db, partnerId, filters, context.now()),
      order: { 'partner_entries.id': 'desc' },
      select: selectEntryColumns,
      build: rows => rows.map(row => buildEntry(context, row)),
    }),
  columns: [
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
  ],
};

/** Label of a line: the state of an accrual, the status of a withdrawal. */
function formatState(entry: LedgerEntry): string {
  if (entry.state !== null) return isWaitingEntry(entry) ? WAITING_LABEL : ACCRUAL_STATE_LABELS[entry.state];
  return entry.status === null ? '' : WITHDRAWAL_STATUS_LABELS[entry.status];
}
