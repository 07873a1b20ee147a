/**
 * Formats rows of cells as aligned columns. Control characters are replaced, so that data cannot control the terminal.
 */
export function formatColumns(cells: readonly (readonly string[])[]): string {
  const rows = cells.map(row => row.map(cell => cell.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}')));
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map(row => row[index]?.length ?? 0)));
  return rows
    .map(row =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Maximum number of rows that a command lists. */
export const MAX_LISTED_ROWS = 50;

/** Formats rows as a table with the titles of its columns. Without rows it returns `empty`. */
export function formatTable<Row>(
  rows: readonly Row[],
  empty: string,
  columns: Readonly<Record<string, (row: Row) => string>>,
): string {
  if (rows.length === 0) return empty;
  const lines = rows.map(row => Object.values(columns).map(format => format(row)));
  return formatColumns([Object.keys(columns), ...lines]);
}

/** Formats named values as two columns; null and empty ones are omitted. */
export function formatFacts(facts: Readonly<Record<string, string | null | undefined>>): string {
  return formatColumns(Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Formats named values as «name value, name value»; null and empty ones are omitted. */
export function formatNamedValues(values: Readonly<Record<string, string | null | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    .join(', ');
}

/** Formats milliseconds as an ISO instant; null becomes "". */
export function formatInstant(at: bigint | null): string {
  return at === null ? '' : new Date(Number(at)).toISOString();
}

/** Joins words to "a, b or c". */
export function formatAlternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
