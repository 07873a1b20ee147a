import { expect, test } from 'vitest';
import { findMostUrgent, formatClaimDeadline } from '#site/claim/claimStatusText.ts';

const NOW = new Date(2026, 10, 21, 12, 0).getTime();
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

test('a deadline says what to do until when, with the day if it is another one', () => {
  expect(formatClaimDeadline({ status: 'waiting', deadline: at(1) }, NOW)).toBe('Оплатите до 13:00');
  expect(formatClaimDeadline({ status: 'verification', deadline: at(24) }, NOW)).toBe(
    'Пришлите фото карты до 22 ноября, 12:00',
  );
  expect(formatClaimDeadline({ status: 'confirming', deadline: at(1) }, NOW)).toBeNull();
  expect(formatClaimDeadline({ status: 'waiting', deadline: null }, NOW)).toBeNull();
});

test('the most urgent claim has the least time left, and something to do', () => {
  const paid = { status: 'paid', deadline: at(0.1) } as const;
  const later = { status: 'verification', deadline: at(20) } as const;
  const soon = { status: 'waiting', deadline: at(1) } as const;
  expect(findMostUrgent([paid, later, soon])).toBe(soon);
  expect(findMostUrgent([{ status: 'waiting', deadline: null } as const, soon])).toBe(soon);
  expect(findMostUrgent([paid])).toBeUndefined();
});
