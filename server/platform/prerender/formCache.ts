import { createHash } from 'node:crypto';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { createTokenBucket } from '../limits/tokenBucket.ts';

/** Maximum number of cached forms of each kind. */
const MAX_CACHED_FORMS = 300;

/**
 * Limit of renderings of forms with a text from the address by this process: a rendering takes 8 ms, and anybody can
 * invent texts. For a page without a prerendered form the client renders it, with its amount.
 */
export const OWN_TEXT_BUDGET = { capacity: 40, rate: 10, period: 1_000 };

/** Returns the form of settings and an amount, from the cache or rendered; null if it cannot or may not be rendered. */
export type GetForm<Form> = (
  settings: CalculatorSettings,
  amount: string | undefined,
  render: () => Form | null,
) => Form | null;

/**
 * Caches forms by their visible figures; quote and time are not visible. Forms with an amount or an unknown code, whose
 * number is unlimited, have a separate cache and do not displace others. `now` is in milliseconds.
 */
export function createFormCache<Form>(now = () => performance.now()): GetForm<Form> {
  const [commonForms, ownTextForms] = [new Map<string, Form | null>(), new Map<string, Form | null>()];
  const takeToken = createTokenBucket(OWN_TEXT_BUDGET, now);
  return (settings, amount, render) => {
    const pair = settings.pair && { ...settings.pair, quote: null, now: null, expiresAt: null };
    const cacheInput = JSON.stringify([{ ...settings, pair }, amount]);
    const key = createHash('sha1').update(cacheInput).digest('base64');
    const hasOwnText = amount !== undefined || (settings.replaced ?? []).length > 0;
    const cache = hasOwnText ? ownTextForms : commonForms;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    if (hasOwnText && takeToken('') > 0) return null;
    if (cache.size >= MAX_CACHED_FORMS) cache.clear();
    const created = render();
    cache.set(key, created);
    return created;
  };
}
