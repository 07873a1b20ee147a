import { describe, expect, it } from 'vitest';
import {
  addDays,
  countDays,
  listDays,
  parseDay,
  parseDayRange,
  parseInstant,
  toExchangeDay,
  toExchangeTime,
} from '#core/exchange/exchangeDay.ts';

describe('days of the exchange', () => {
  it.each([
    ['2026-11-01T20:59:59.999Z', '2026-11-01', '23:59:59'],
    ['2026-11-01T21:00:00.000Z', '2026-11-02', '00:00:00'],
    ['2026-12-31T21:00:00.000Z', '2027-01-01', '00:00:00'],
  ])('begins a day at midnight in Moscow: %s is %s %s', (instant, day, time) => {
    expect(toExchangeDay(Date.parse(instant))).toBe(day);
    expect(toExchangeTime(Date.parse(instant))).toBe(`${day} ${time}`);
  });

  it('gives the first millisecond of a day and that of the next one', () => {
    const [start, end] = [Date.parse('2028-02-28T21:00:00Z'), Date.parse('2028-02-29T21:00:00Z')];
    expect(parseDayRange('2028-02-29')).toEqual({ start, end });
    expect([toExchangeDay(start), toExchangeDay(end - 1)]).toEqual(['2028-02-29', '2028-02-29']);
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '2026-11-01T00:00',
    ' 2026-11-01',
    'вчера',
    '',
    '0000-01-01',
    '1970-01-01',
    '2019-12-31',
    '2101-01-01',
    '9999-12-31',
    '+010000-01-01',
    '-000001-01-01',
    '2026-11-01'.repeat(10_000),
  ])('refuses %.20j', text => {
    expect(parseDay(text)).toBeNull();
    expect(parseDayRange(text)).toBeNull();
  });

  it('accepts the days from 2020 to 2100', () => {
    expect(['2020-01-01', '2100-12-31'].map(parseDay)).toEqual(['2020-01-01', '2100-12-31']);
  });

  it('accepts the instants of these days', () => {
    const first = Date.parse('2019-12-31T21:00:00Z');
    const last = Date.parse('2100-12-31T20:59:59.999Z');
    expect(parseInstant('2020-01-01T00:00:00+03:00')).toBe(first);
    expect(parseInstant('2100-12-31T20:59:59.999Z')).toBe(last);
    for (const ms of [first - 1, last + 1]) expect(parseInstant(new Date(ms).toISOString())).toBeNull();
    // Valid by its pattern, but no time for Date.
    for (const text of ['2026-12-01T00:00:00+23', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', ''])
      expect(parseInstant(text)).toBeNull();
  });

  it('adds and counts days over the end of a year and a leap day', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(countDays('2028-02-01', '2028-03-01')).toBe(30);
    expect(countDays('2026-11-02', '2026-11-01')).toBe(0);
  });

  it('lists the days of a period by their number', () => {
    expect(listDays('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(listDays('2026-11-02', '2026-11-01')).toEqual([]);
    expect(listDays('9999-12-30', '9999-12-31')).toEqual(['9999-12-30', '9999-12-31']);
  });
});
