import { expect, test, vi } from 'vitest';
import { createTimeFormat, formatTimeOfDay } from '#core/timeFormat.ts';

test('formats the time of day as Intl does', () => {
  const format = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' });
  for (const at of [
    '2026-11-28T00:05:59Z',
    '2026-03-29T12:00:00.000Z',
    '9999-12-31T23:59:59Z',
    0,
    -1,
    8.64e15,
  ])
    expect(formatTimeOfDay(at)).toBe(format.format(new Date(at)));
});

test('creates a format on its first use, once', () => {
  const construct = vi.spyOn(Intl, 'DateTimeFormat');
  const formatDay = createTimeFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });
  expect(construct).not.toHaveBeenCalled();
  expect([formatDay('2026-11-28'), formatDay(0)]).toEqual(['28 ноября', '1 января']);
  expect(construct).toHaveBeenCalledOnce();
  construct.mockRestore();
});
