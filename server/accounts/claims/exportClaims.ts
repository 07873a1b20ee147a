import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import {
  CSV_BATCH_SIZE,
  formatCsvDecimal,
  generateCsv,
  readBatches,
  type CsvColumn,
} from '#server/platform/http/response/csv.ts';
import { parseClaimQuery, type ClaimFilters } from './claimFilters.ts';
import { buildAccountClaim, LISTED_COLUMNS } from './listAccountClaims.ts';
import { selectClaims } from './selectClaims.ts';

const COLUMNS: readonly CsvColumn<DetailedClaim>[] = [
  ['Заявка', ({ number }) => number],
  ['Создана', ({ createdAt }) => createdAt],
  ['Статус', ({ status }) => CLAIM_STATUS_RULES[status].label],
  ['Отдаёте', ({ fromSumma }) => formatCsvDecimal(fromSumma)],
  ['Валюта', ({ from }) => from.code],
  ['Получаете', ({ toSumma }) => formatCsvDecimal(toSumma)],
  ['Валюта', ({ to }) => to.code],
  ['Курс', ({ course }) => formatCsvDecimal(course)],
  ['Куда', ({ toRequisite }) => toRequisite],
];

/** Writes the filtered list of an account's claims as CSV. */
export const exportClaims = (
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  userId: string,
  query: Readonly<Record<string, string>>,
): AsyncIterable<string> => generateCsv(COLUMNS, readClaimBatches(context, userId, parseClaimQuery(query)));

/** Reads the filtered list of an account's claims in batches, newest first. */
export async function* readClaimBatches(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  userId: string,
  filters: ClaimFilters,
): AsyncGenerator<DetailedClaim[]> {
  const batches = readBatches((last: { created_at: bigint; id: string } | undefined) => {
    let selected = selectClaims(context.db, context.catalogue.currencies, userId, filters);
    if (last) {
      const { created_at, id } = last;
      selected = selected.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(created_at, id)),
      );
    }
    return selected
      .select(LISTED_COLUMNS)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(CSV_BATCH_SIZE)
      .execute();
  });
  for await (const rows of batches) yield rows.map(row => buildAccountClaim(context, row));
}
