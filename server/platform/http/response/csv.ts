import { Readable } from 'node:stream';
import type { Context } from 'hono';

/** Byte order mark: without it, spreadsheets read the text in a local encoding. */
const BOM = '\uFEFF';

/** A column of an export: its heading, and its text in a row. */
export type CsvColumn<Row> = readonly [heading: string, getText: (row: Row) => string];

/**
 * Generates CSV with semicolons, the format of Russian spreadsheets: the headings, then batches of rows as they arrive.
 * An error of their source ends it.
 */
export async function* generateCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BOM + formatLine(columns.map(([heading]) => heading));
  for await (const rows of batches)
    yield rows.map(row => formatLine(columns.map(([, getText]) => getText(row)))).join('');
}

/** All rows as one batch. */
export async function* toBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** Sends CSV as a download. */
export function sendCsv(c: Context, parts: AsyncIterable<string>, fileName: string): Response {
  const body = Readable.toWeb(Readable.from(parts, { objectMode: false })) as ReadableStream;
  return c.body(body, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

/** Spreadsheets in Russian expect a comma. */
export const formatCsvDecimal = (decimal: string): string => decimal.replace('.', ',');

const formatLine = (cells: readonly string[]): string => `${cells.map(formatCell).join(';')}\r\n`;

/** Quotes a cell. A text that a spreadsheet would run as a formula gets an apostrophe, but not a negative number. */
export function formatCell(text: string): string {
  const safe = isFormula(text) && !/^-?\d+(,\d+)?$/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Whether a text begins like a formula, also in full-width characters, which some spreadsheets convert, and after
 * spaces and invisible characters, which some skip. A control character at the beginning may hide a formula.
 */
function isFormula(text: string): boolean {
  if (/^\p{Cc}/u.test(text)) return true;
  const [first = ''] = text.replace(/^[\p{C}\p{M}\p{Z}]+/u, '');
  return /^[=+\-\u2212@]/.test(first.normalize('NFKC'));
}
