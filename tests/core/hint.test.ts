import { describe, expect, it } from 'vitest';
import * as course from '#core/exchange/course.ts';
import * as hints from '#core/exchange/hint.ts';
import * as counted from '#core/exchange/sums.ts';
import * as typings from '#core/exchange/typing.ts';

const decimals = { from: 2, to: 2 };
const rate = course.parse('81.42');
const limits = course.limits({ min: 50_00n, max: 18_000_00n }, { min: null, max: null }, rate, decimals);
const terms = { rate, limits, decimals };
const reserve = { value: '4218560.00', text: '4 218 560' };

/** No-break spaces as plain ones, so that a table can be read. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' ')) as T;
}

function after(side: 'from' | 'to', text: string, settled = false) {
  const typing = typings.create(() => terms, null);
  typing.type(side, text);
  if (settled) typing.snap();
  const typed = typing.typed.peek();
  const sums = counted.of(typed, terms);
  const hint = (of: 'from' | 'to') => hints.of(of, { typed, sums, limits, decimals, reserve });
  return plain({ typed, from: hint('from'), to: hint('to') });
}

const own = { kind: 'limits', min: { value: '50.00', text: '50' }, max: { text: '18 000' } };

describe('the hint beside a field', () => {
  it.each([
    ['from', '1250', own],
    ['from', '', own],
    ['from', '49,99', { kind: 'below_min', limit: { text: '50' } }],
    ['from', '18000,01', { kind: 'above_max', limit: { text: '18 000' } }],
    ['from', '1.234', { kind: 'below_min', reading: '= 1,23' }],
    ['from', '100.234', { kind: 'reading', text: '= 100,23' }],
    ['from', '100,239', { kind: 'reading', text: '= 100,23' }],
    ['from', '100,200', { kind: 'reading', text: '= 100,2' }],
    ['from', '1.234.567', { kind: 'above_max', reading: '= 1 234 567' }],
    ['from', '12a', { kind: 'unreadable', code: 'number_format' }],
    ['from', '.', { kind: 'unreadable' }],
    ['to', '100', { kind: 'below_min', limit: { value: '4071.00', text: '4 071' } }],
    ['to', '9999999', { kind: 'above_max', limit: { text: '1 465 560' } }],
    ['to', '5000', { kind: 'limits', min: { text: '4 071' } }],
  ] as const)('%s «%s» → %j', (side, text, expected) => {
    expect(after(side, text)[side]).toMatchObject(expected);
  });

  it('leaves the other field its own: limits when sending, the reserve when receiving', () => {
    expect(after('from', '1').to).toEqual({ kind: 'reserve', amount: reserve });
    expect(after('to', '1').from).toMatchObject(own);
  });

  it('asks nothing any more after the text has snapped', () => {
    expect(after('from', '1', true)).toMatchObject({ from: own, typed: { text: '50,00', value: '50.00' } });
    expect(after('to', '99999999', true)).toMatchObject({
      to: { kind: 'limits' },
      typed: { text: '1 465 560,00' },
    });
  });
});

describe('typing', () => {
  it('keeps the sum that counted while a text cannot be read, and the text as it is', () => {
    const typing = typings.create(() => terms, null);
    typing.type('from', '1250');
    typing.type('from', '1250a');
    expect(typing.typed.peek()).toMatchObject({ text: '1250a', value: '1250' });
    expect(counted.of(typing.typed.peek(), terms).from).toBe(1250_00n);
    expect(typing.snap()).toBe(false);
    expect(typing.typed.peek()).toMatchObject({ text: '1250a', editing: false });
  });

  it('takes an unreadable first keystroke for what the other side made of it', () => {
    const typing = typings.create(() => terms, null);
    typing.type('from', '100');
    typing.type('to', 'x');
    expect(counted.of(typing.typed.peek(), terms)).toMatchObject({ from: 100_00n, to: 8142_00n });
  });

  it('is the minimum when nothing was typed or all was deleted', () => {
    const typing = typings.create(() => terms, null);
    expect(counted.of(null, terms)).toMatchObject({ from: 50_00n, clamped: null });
    typing.type('from', '');
    expect(counted.of(typing.typed.peek(), terms).from).toBe(50_00n);
    typing.snap();
    expect(typing.typed.peek()).toBeNull();
  });
});
