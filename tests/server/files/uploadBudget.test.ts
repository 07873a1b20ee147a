import { expect, test } from 'vitest';
import { createUploadBudget, type UploadBudget } from '#server/platform/files/uploadBudget.ts';
import { Problem } from '#server/platform/http/problem.ts';

const limits = { maxClientBytes: 30, maxTotalBytes: 50 };

const tryReserveOf = (budget: UploadBudget) => (network: string, bytes: number) => {
  try {
    return { ok: true as const, release: budget.reserve(network, bytes) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, body, retryAfter } = error;
    return { ok: false as const, status, body, retryAfter };
  }
};

test('refuses a client’s upload with 429, and any upload with 503, until others end', () => {
  const budget = createUploadBudget(limits);
  const tryReserve = tryReserveOf(budget);
  const first = tryReserve('a', 20);
  if (!first.ok) throw new Error('refused');
  expect(tryReserve('a', 11)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
    retryAfter: 5,
  });
  expect(tryReserve('a', 10).ok).toBe(true);
  expect(tryReserve('b', 21)).toMatchObject({
    status: 503,
    body: { code: 'uploads_busy', detail: 'Слишком много файлов. Повторите через 5 с' },
    retryAfter: 5,
  });
  expect(tryReserve('b', 20).ok).toBe(true);
  first.release();
  expect(tryReserve('c', 21).ok).toBe(false);
  expect(tryReserve('a', 20).ok).toBe(true);
});

test('never gives a client more than its bytes, nor all clients more than the total', () => {
  const tryReserve = tryReserveOf(createUploadBudget(limits));
  const reserved: { network: string; bytes: number; release: () => void }[] = [];
  const sum = (network?: string) =>
    reserved.reduce((total, entry) => total + (network && entry.network !== network ? 0 : entry.bytes), 0);
  let state = 1;
  const random = (below: number) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % below;
  for (let step = 0; step < 5_000; step++) {
    const [network, bytes] = [`client ${random(7) % 3}`, random(12)];
    const result = tryReserve(network, bytes);
    const isAllowed = sum(network) + bytes <= 30 && sum() + bytes <= 50;
    expect(result.ok).toBe(isAllowed);
    if (result.ok) reserved.push({ network, bytes, release: result.release });
    if (random(2) === 0) reserved.splice(random(reserved.length + 1), 1)[0]?.release();
  }
});
