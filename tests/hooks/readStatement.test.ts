import { describe, expect, test } from 'vitest';
import {
  findColumns,
  isComplete,
  readLines,
  readTable,
  type StatementLine,
} from '#site/operator/statement/readStatement.ts';

async function read(content: BlobPart) {
  const table = (await readTable(new Blob([content]))) ?? expect.fail('no table');
  return { table, ...readLines(table, findColumns(table.headings)) };
}

/** Encodes Cyrillic text as Windows-1251. */
const encode1251 = (text: string) =>
  Uint8Array.from(text, letter => {
    const code = letter.codePointAt(0) ?? 0;
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : letter === '№' ? 0xb9 : code;
  });

const ACCOUNT_STATEMENT = `Выписка по счету;;;
Счет 40802810900000000001;;;
Дата операции;Номер документа;Сумма по дебету;Сумма по кредиту;Назначение платежа;Плательщик
25.11.2026;15;;7 000,00;По заявке № TBMT5B;Иванов И. И.
25.11.2026;15;;7 000,00;Перевод;Петров П. П.
26.11.2026;16;1 200,00;;Комиссия;
`;

const CARD_STATEMENT = `"Дата операции","Статус","Сумма операции","Описание"
"25.11.2026 10:00:01","OK","7000.00","Перевод, от Ивана"
"25.11.2026 10:00:01","OK","7000.00","Перевод, от Ивана"
"25.11.2026 11:00:00","FAILED","7000.00","Перевод"
"25.11.2026 12:00:00","OK","-500.00","Кафе"
"25.11.2026 13:00:00","OK","+1 234,50 ₽",""
`;

const pick = (lines: readonly StatementLine[]) => lines.map(({ amount, reference }) => [amount, reference]);

describe('a statement', () => {
  test.each([
    ['UTF-8', ACCOUNT_STATEMENT],
    ['UTF-8 with a mark', `\ufeff${ACCOUNT_STATEMENT}`],
    ['Windows-1251', encode1251(ACCOUNT_STATEMENT)],
  ])('of an account is read in %s, from its headings on', async (_, content) => {
    const { lines, skipped } = await read(content);
    expect(lines[0]).toEqual({
      amount: '7000.00',
      text: 'По заявке № TBMT5B, Иванов И. И.',
      date: '25.11.2026',
      reference: '15 25.11.2026 7000.00',
    });
    // Payers number their orders themselves.
    expect(lines[1]?.reference).toBe('15 25.11.2026 7000.00 #2');
    expect([lines.length, skipped]).toEqual([2, 1]);
  });

  test('with a column «Номер» has it in its references, and other numbers do not replace it', async () => {
    const plain = await read('Дата;Сумма;Назначение;Номер\n29.11.2026;7500,00;Перевод;REF-P2\n');
    expect(pick(plain.lines)).toEqual([['7500.00', 'REF-P2 29.11.2026 7500.00']]);
    const both = await read('Номер;Номер документа;Дата;Сумма\n1;REF-P2;29.11.2026;7500,00\n');
    expect(pick(both.lines)).toEqual([['7500.00', 'REF-P2 29.11.2026 7500.00']]);
  });

  test('of a card leaves out failed and outgoing transfers, and counts equal ones', async () => {
    const { lines, skipped } = await read(CARD_STATEMENT);
    expect(pick(lines)).toEqual([
      ['7000.00', 'Перевод, от Ивана 25.11.2026 10:00:01 7000.00'],
      ['7000.00', 'Перевод, от Ивана 25.11.2026 10:00:01 7000.00 #2'],
      ['1234.50', '25.11.2026 13:00:00 1234.50'],
    ]);
    expect(skipped).toBe(2);
  });

  test('without a known heading is a table, whose columns a person chooses', async () => {
    const { table, lines } = await read('A;B;C\n7000;x;1\n');
    expect(lines).toEqual([]);
    const columns = { ...findColumns(table.headings), amount: 0, number: 2 };
    expect(isComplete({ ...columns, number: -1 })).toBe(false);
    expect(isComplete(columns)).toBe(true);
    expect(pick(readLines(table, columns).lines)).toEqual([['7000', '1 7000']]);
  });

  test.each(['', 'text', 'Дата;Сумма\n', '%PDF-1.4', '\0'])('is not %j', async content => {
    expect(await readTable(new Blob([content]))).toBeNull();
  });

  test('has references and texts that the server accepts', async () => {
    const long = 'я'.repeat(5_000);
    const { lines } = await read(
      `Дата,Сумма,Описание\n1,7000,${long}\n1,7000,${long}\n1,${'9'.repeat(50)},x\n1,0,x\n`,
    );
    expect(lines).toHaveLength(2);
    for (const { reference, text } of lines) {
      expect(reference.length).toBeLessThanOrEqual(200);
      expect(text).toHaveLength(500);
      expect(reference).toMatch(/1 7000( #2)?$/);
    }
  });
});
