import type { GetLimit } from './limitRequests.ts';
import { checkLimit } from './checkLimit.ts';

/**
 * Counts a request with a promocode against the budget `calculator` of each key, because every response reveals whether
 * the promocode exists. `keys`: the client's network, and the shop or the account if there is one. 429 beyond a budget,
 * before any lookup.
 */
export async function countPromocodeAttempt(
  context: { getLimit: GetLimit },
  promocode: unknown,
  keys: readonly string[],
): Promise<void> {
  if (typeof promocode !== 'string' || promocode.trim() === '') return;
  for (const key of keys) await checkLimit(context, 'calculator', key);
}
