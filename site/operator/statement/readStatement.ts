import { isNonZero, parseAmount } from '#core/exchange/amount.ts';
import {
  MAX_LINE_TEXT_LENGTH,
  type StatementLine as SentLine,
} from '#core/contract/operator/transfers/statements.ts';
import type { WaitingTransfer } from '#core/contract/operator/transfers/waitingTransfers.ts';

/** Largest file of a statement, bytes. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024;

/** Longest reference, characters. The server accepts 200; a counter may follow. */
const MAX_REFERENCE_LENGTH = 190;

/** The cells of a statement. */
export interface StatementTable {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

/** What a column of a statement can be. */
const COLUMN_ROLES = ['amount', 'text', 'sender', 'number', 'date', 'state'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Role → its column; −1: none. */
export type StatementColumns = Readonly<Record<ColumnRole, number>>;

/** An incoming transfer of a statement, or one of the list of those that wait. */
export type StatementLine = SentLine & { date: string; waitingSource?: WaitingTransfer['source'] };

/** The transfers of a statement, and how many rows are not incoming transfers. */
export interface Statement {
  lines: readonly StatementLine[];
  skipped: number;
}

/** Headings by role, as banks write them. The first that matches wins. */
const HEADINGS: Readonly<Record<ColumnRole, readonly RegExp[]>> = {
  amount: [/кредит|приход|зачислен|поступлен|credit/i, /сумма платежа/i, /сумма|amount/i],
  text: [/назначение|purpose/i, /описание|description|details/i, /коммент|сообщение|comment/i],
  sender: [/отправитель|плательщик|контрагент|sender|payer/i],
  number: [
    /номер.*(операц|документ|платеж)|№.*док|id операц|идентификатор|reference|transaction id/i,
    /^номер$/i,
  ],
  date: [/дата|date/i],
  state: [/статус|тип операц|status|type/i],
};

/** Words of a transfer that has not arrived, or is outgoing. */
const NOT_RECEIVED = /fail|отказ|отклон|ошиб|отмен|ожида|обработ|pending|списан|расход|debit/i;

/** Reads the cells of a CSV file in UTF-8 or Windows-1251. Null: it has no table. */
export async function readTable(file: Blob): Promise<StatementTable | null> {
  const [bytes, { default: Papa }] = await Promise.all([file.arrayBuffer(), import('papaparse')]);
  const { data } = Papa.parse<string[]>(decodeText(bytes), { skipEmptyLines: 'greedy' });
  // Banks write their name and the account above the table.
  const start = data.findIndex(row => countRoles(row) >= 2);
  const rows = data.slice(Math.max(start, 0)).map(row => row.map(cell => cell.trim()));
  const [headings, ...rest] = rows;
  return headings && headings.length > 1 && rest.length > 0 ? { headings, rows: rest } : null;
}

function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

/** Finds the columns by their headings. */
export function findColumns(headings: readonly string[]): StatementColumns {
  const find = (role: ColumnRole) => {
    for (const pattern of HEADINGS[role]) {
      const column = headings.findIndex(heading => pattern.test(heading));
      if (column !== -1) return column;
    }
    return -1;
  };
  return Object.fromEntries(COLUMN_ROLES.map(role => [role, find(role)])) as StatementColumns;
}

const countRoles = (row: readonly string[]) =>
  Object.values(findColumns(row)).filter(column => column !== -1).length;

/** Whether transfers can be told apart: by their number, or by their date. */
export const isComplete = ({ amount, number, date }: StatementColumns): boolean =>
  amount !== -1 && (number !== -1 || date !== -1);

/**
 * Reads the incoming transfers of a table. The reference is number, date and amount, because payers number their orders
 * themselves; without a number, text, date and amount. Equal ones are counted, so that the same transfers get the same
 * references when another statement contains these days.
 */
export function readLines({ rows }: StatementTable, columns: StatementColumns): Statement {
  const lines: StatementLine[] = [];
  const counts = new Map<string, number>();
  for (const row of rows) {
    const read = (role: ColumnRole) => row[columns[role]] ?? '';
    const amount = readAmount(read('amount'));
    if (amount === null || NOT_RECEIVED.test(read('state'))) continue;
    const text = [read('text'), read('sender')].filter(Boolean).join(', ').slice(0, MAX_LINE_TEXT_LENGTH);
    const facts = [read('number') || text, read('date'), amount];
    const reference = facts.filter(Boolean).join(' ').slice(-MAX_REFERENCE_LENGTH);
    const count = (counts.get(reference) ?? 0) + 1;
    counts.set(reference, count);
    lines.push({
      amount,
      text,
      date: read('date'),
      reference: count === 1 ? reference : `${reference} #${count}`,
    });
  }
  return { lines, skipped: rows.length - lines.length };
}

/** Reads an amount that arrived: «+7 000,00 ₽». Null for anything else, as outgoing and empty ones. */
function readAmount(cell: string): string | null {
  const parsed = parseAmount(cell.replace(/^\+|[^\d.,\s-]+$/g, ''));
  return parsed.ok && isNonZero(parsed.text) ? parsed.text : null;
}
