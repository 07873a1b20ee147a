import type { ServerContext } from '../context.ts';

/** What a command works on: the exchange, opened beside its running servers. */
export type OperatorContext = ServerContext;

/** What a command came to: text to print, or the one line why nothing was done. */
export type CommandResult = { ok: boolean; text: string };

/** Options by name, each with a value. */
export interface CommandOptions {
  status?: string | undefined;
  reason?: string | undefined;
  amount?: string | undefined;
}

/** One command of the operator's command line. */
export interface OperatorCommand {
  /** Its calls, each from the command's name on. */
  usage: readonly string[];
  summary: string;
  /** What `--help` adds to usage and summary: lines of text. */
  help: readonly string[];
  options: readonly (keyof CommandOptions)[];
  /** The least and the greatest number of words after the command's name. */
  argumentRange: readonly [number, number];
  run: (context: OperatorContext, args: readonly string[], options: CommandOptions) => Promise<CommandResult>;
}

/** The command did what was asked. */
export const createSuccess = (text: string): CommandResult => ({ ok: true, text });

/** Nothing was changed. */
export const createFailure = (text: string): CommandResult => ({ ok: false, text });

/** How to call the command, one line. */
export const formatUsage = ({ usage }: Pick<OperatorCommand, 'usage'>): string =>
  `Usage: ${usage.join(', or ')}`;

/** Rows of cells with their columns under one another. Signs that could command a terminal are shown as ones that cannot. */
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

/** Milliseconds → ISO instant, "" for null. */
export function formatInstant(at: bigint | null): string {
  return at === null ? '' : new Date(Number(at)).toISOString();
}

/** "a, b or c". */
export function formatAlternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
