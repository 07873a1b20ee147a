import type { ServerContext } from '../context.ts';

/** The exchange that a command works on, opened in its own process beside the running servers. */
export interface OperatorContext extends ServerContext {
  /** Who runs the command, for the audit log. */
  actor: string;
}

/** The result of a command: text to print, or (`ok: false`) one line with the reason why nothing was done. */
export type CommandResult = { ok: boolean; text: string };

/** The values of options by name. */
export interface CommandOptions {
  status?: string | undefined;
  reason?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
  reference?: string | undefined;
  force?: boolean | undefined;
  unsettled?: boolean | undefined;
  holder?: string | undefined;
  bank?: string | undefined;
  place?: string | undefined;
  hours?: string | undefined;
  'single-use'?: boolean | undefined;
  until?: string | undefined;
  yes?: boolean | undefined;
}

/** One command of the operator's command line. */
export interface OperatorCommand {
  /** The forms of the call, each starting with the command's name. */
  usage: readonly string[];
  summary: string;
  /** Lines that `--help` prints after usage and summary. */
  help: readonly string[];
  /** Calls that work as they are, apart from ids. */
  examples: readonly string[];
  options: readonly (keyof CommandOptions)[];
  /** Minimum and maximum number of arguments after the command's name. */
  argumentRange: readonly [number, number];
  /** Whether it works without a key that the database was used with. */
  allowsMissingKey?: boolean;
  run: (context: OperatorContext, args: readonly string[], options: CommandOptions) => Promise<CommandResult>;
}

/** Creates the result of a successful command. */
export const createSuccess = (text: string): CommandResult => ({ ok: true, text });

/** Creates the result of a command that changed nothing. */
export const createFailure = (text: string): CommandResult => ({ ok: false, text });

/** Formats the usage of a command as one line. */
export const formatUsage = ({ usage }: Pick<OperatorCommand, 'usage'>): string =>
  `Usage: ${usage.join(', or ')}`;

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
