import { describe, expect, it } from 'vitest';
import { addDays, countDays, parseDay, parseDayRange, toExchangeDay } from '#core/exchange/exchangeDay.ts';

describe('days of the exchange', () => {
  it.each([
    ['2026-11-01T20:59:59.999Z', '2026-11-01'],
    ['2026-11-01T21:00:00.000Z', '2026-11-02'],
    ['2026-12-31T21:00:00.000Z', '2027-01-01'],
  ])('begins a day at midnight in Moscow: %s is %s', (instant, day) => {
    expect(toExchangeDay(Date.parse(instant))).toBe(day);
  });

  it('gives the first millisecond of a day and that of the next one', () => {
    const [start, end] = [Date.parse('2028-02-28T21:00:00Z'), Date.parse('2028-02-29T21:00:00Z')];
    expect(parseDayRange('2028-02-29')).toEqual({ start, end });
    expect([toExchangeDay(start), toExchangeDay(end - 1)]).toEqual(['2028-02-29', '2028-02-29']);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '2026-11-01T00:00', ' 2026-11-01', 'вчера', ''])(
    'refuses %j',
    text => {
      expect(parseDay(text)).toBeNull();
      expect(parseDayRange(text)).toBeNull();
    },
  );

  it('adds and counts days over the end of a year and a leap day', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(countDays('2028-02-01', '2028-03-01')).toBe(30);
    expect(countDays('2026-11-02', '2026-11-01')).toBe(0);
  });
});
