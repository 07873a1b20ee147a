import { expect, test } from 'vitest';
import { formatCell, generateCsv, type CsvColumn } from '#server/platform/http/response/csv.ts';

/** What spreadsheets skip or convert before they look for a formula. */
const BEGINNINGS = [
  '',
  ' ',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\v',
  '\0',
  '\u0085',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\ufe0f',
  '\u0301',
];

/** Signs that begin a formula: ASCII, full-width, small and mathematical ones. */
const SIGNS = [...'=+-@', ...'＝＋－＠', ...'﹦﹢﹣﹫', '\u2212'];

test('neutralizes formulas in cells, whatever hides their sign', () => {
  for (const beginning of BEGINNINGS)
    for (const sign of SIGNS) {
      const text = `${beginning}${sign}cmd|'/c calc'!A0`;
      expect(formatCell(text).replace(/^"/, ''), JSON.stringify(text)).toBe(
        /[\r\n]/.test(text) ? `'${text}"` : `'${text}`,
      );
    }
  for (const control of ['\t', '\r', '\n', '\0'])
    expect(formatCell(`${control}1`), JSON.stringify(control)).toContain(`'${control}1`);
});

test('leaves other texts and numbers as they are', () => {
  for (const text of ['', '-1', '-12,50', '0,5', 'a=b', 'Иванов-Петров', '😀+1', "'=1", '#1', '\u200bтекст'])
    expect(formatCell(text)).toBe(text);
  expect(['-1-1', '-', '--1', '-1\n'].map(formatCell)).toEqual(["'-1-1", "'-", "'--1", '"\'-1\n"']);
});

test('neutralizes headings and cells of every line', async () => {
  const rows = (async function* () {
    yield [{ first: '＝1', second: 'a;b' }];
  })();
  const columns: CsvColumn<{ first: string; second: string }>[] = [
    ['=x', ({ first }) => first],
    ['y', ({ second }) => second],
  ];
  const parts: string[] = [];
  for await (const part of generateCsv(columns, rows)) parts.push(part);
  expect(parts.join('')).toBe('\ufeff\'=x;y\r\n\'＝1;"a;b"\r\n');
});
