import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import type { AccountClaim } from '#core/contract/account/accountClaim.ts';
import type { ServerContext } from '../../context.ts';
import type { ProblemResult } from '../../http/problemResult.ts';
import { parseClaimQuery, type ClaimFilters } from './claimFilters.ts';
import { buildAccountClaim, LISTED_COLUMNS } from './listAccountClaims.ts';
import { selectClaims } from './selectClaims.ts';

/** Byte order mark: without it, spreadsheets read the text in a local encoding. */
const BOM = '\uFEFF';

/** Claims per query: an export holds no more in memory, and other requests run in between. */
const EXPORT_BATCH_SIZE = 500;

const HEADINGS = ['Заявка', 'Создана', 'Статус', 'Отдаёте', 'Валюта', 'Получаете', 'Валюта', 'Курс', 'Куда'];

/**
 * Writes the filtered list of an account's claims as CSV, separated by semicolons, as Russian spreadsheets read it. Its
 * parts follow each other; a failure of the database ends them.
 */
export function exportClaims(
  context: Pick<ServerContext, 'catalogue' | 'db'>,
  userId: string,
  query: Readonly<Record<string, string>>,
): { ok: true; parts: AsyncIterable<string> } | ProblemResult {
  const parsed = parseClaimQuery(query);
  return parsed.ok ? { ok: true, parts: generateCsv(context, userId, parsed.filters) } : parsed;
}

async function* generateCsv(
  context: Pick<ServerContext, 'catalogue' | 'db'>,
  userId: string,
  filters: ClaimFilters,
): AsyncGenerator<string> {
  yield BOM + formatLine(HEADINGS);
  for await (const claims of readClaimBatches(context, userId, filters))
    yield claims.map(claim => formatLine(listCells(claim))).join('');
}

/** Reads the filtered list of an account's claims in batches, newest first. */
export async function* readClaimBatches(
  context: Pick<ServerContext, 'catalogue' | 'db'>,
  userId: string,
  filters: ClaimFilters,
): AsyncGenerator<AccountClaim[]> {
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
      .limit(EXPORT_BATCH_SIZE)
      .execute();
    if (rows.length > 0) yield rows.map(row => buildAccountClaim(context, row));
    last = rows.length === EXPORT_BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

/** The cells of a claim, in the order of the headings. */
const listCells = (claim: AccountClaim): string[] => [
  claim.number,
  claim.createdAt,
  CLAIM_STATUS_RULES[claim.status].label,
  formatDecimal(claim.fromSumma),
  claim.from.code,
  formatDecimal(claim.toSumma),
  claim.to.code,
  formatDecimal(claim.course),
  claim.toRequisite,
];

const formatLine = (cells: readonly string[]): string => `${cells.map(formatCell).join(';')}\r\n`;

/** Spreadsheets in Russian expect a comma. */
const formatDecimal = (decimal: string): string => decimal.replace('.', ',');

/** Quotes a cell. A text that a spreadsheet would run as a formula gets an apostrophe; a negative number stays. */
export function formatCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(,\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
