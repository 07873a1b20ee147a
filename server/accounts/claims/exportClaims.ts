import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { CSV_BATCH_SIZE, formatCsvDecimal, generateCsv } from '#server/platform/http/response/csv.ts';
import { parseClaimQuery, type ClaimFilters } from './claimFilters.ts';
import { buildAccountClaim, LISTED_COLUMNS } from './listAccountClaims.ts';
import { selectClaims } from './selectClaims.ts';

const HEADINGS = ['Заявка', 'Создана', 'Статус', 'Отдаёте', 'Валюта', 'Получаете', 'Валюта', 'Курс', 'Куда'];

/** Writes the filtered list of an account's claims as CSV. */
export function exportClaims(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  userId: string,
  query: Readonly<Record<string, string>>,
): AsyncIterable<string> {
  return generateCsv(HEADINGS, generateRows(context, userId, parseClaimQuery(query)));
}

async function* generateRows(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  userId: string,
  filters: ClaimFilters,
): AsyncGenerator<string[][]> {
  for await (const claims of readClaimBatches(context, userId, filters)) yield claims.map(listCells);
}

/** Reads the filtered list of an account's claims in batches, newest first. */
export async function* readClaimBatches(
  context: Pick<ExchangeContext, 'catalogue' | 'db'>,
  userId: string,
  filters: ClaimFilters,
): AsyncGenerator<DetailedClaim[]> {
  let last: { created_at: bigint; id: string } | undefined;
  do {
    let selected = selectClaims(context.db, context.catalogue.currencies, userId, filters);
    if (last) {
      const { created_at, id } = last;
      selected = selected.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(created_at, id)),
      );
    }
    const rows = await selected
      .select(LISTED_COLUMNS)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(CSV_BATCH_SIZE)
      .execute();
    if (rows.length > 0) yield rows.map(row => buildAccountClaim(context, row));
    last = rows.length === CSV_BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

/** The cells of a claim, in the order of the headings. */
const listCells = (claim: DetailedClaim): string[] => [
  claim.number,
  claim.createdAt,
  CLAIM_STATUS_RULES[claim.status].label,
  formatCsvDecimal(claim.fromSumma),
  claim.from.code,
  formatCsvDecimal(claim.toSumma),
  claim.to.code,
  formatCsvDecimal(claim.course),
  claim.toRequisite,
];
