import type { Context } from '../context.ts';

/** What a command works on: the exchange, opened beside its running servers. */
export type Desk = Context;

/** What a command came to: text to print, or the one line why nothing was done. */
export type Result = { ok: boolean; text: string };

/** Options by name, each with a value. */
export interface Options {
  status?: string | undefined;
  reason?: string | undefined;
  amount?: string | undefined;
}

/** One command of the operator's command line. */
export interface Command {
  /** Its calls, each from the command's name on. */
  usage: readonly string[];
  summary: string;
  /** What `--help` adds to usage and summary: lines of text. */
  help: readonly string[];
  options: readonly (keyof Options)[];
  /** The least and the greatest number of words after the command's name. */
  takes: readonly [number, number];
  run: (desk: Desk, words: readonly string[], options: Options) => Promise<Result>;
}

/** The command did what was asked. */
export const done = (text: string): Result => ({ ok: true, text });

/** Nothing was changed. */
export const refused = (text: string): Result => ({ ok: false, text });

/** How to call the command, one line. */
export const usage = ({ usage }: Pick<Command, 'usage'>): string => `Usage: ${usage.join(', or ')}`;

/** Rows of cells with their columns under one another. Signs that could command a terminal are shown as ones that cannot. */
export function columns(given: readonly (readonly string[])[]): string {
  const rows = given.map(row => row.map(cell => cell.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}')));
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)));
  return rows
    .map(row =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Milliseconds → ISO instant, "" for null. */
export function instant(at: bigint | null): string {
  return at === null ? '' : new Date(Number(at)).toISOString();
}

/** "a, b or c". */
export function either(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
