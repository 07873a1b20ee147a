import type { Context } from '../context.ts';

/** What a command works on. */
export type Desk = Pick<Context, 'db' | 'now'>;

/** What a command came to: text to print, or the one line why nothing was done. */
export type Result = { ok: boolean; text: string };

/** One command of the operator's command line. */
export interface Command {
  usage: string;
  summary: string;
  /** The least and the greatest number of words after the command's name. */
  takes: readonly [number, number];
  run: (desk: Desk, words: readonly string[], options: { status?: string | undefined }) => Promise<Result>;
}

/** The command did what was asked. */
export const done = (text: string): Result => ({ ok: true, text });

/** Nothing was changed. */
export const refused = (text: string): Result => ({ ok: false, text });

/** Rows of cells with their columns under one another. */
export function columns(rows: readonly (readonly string[])[]): string {
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
