import * as v from 'valibot';
import { Settings } from '#core/contract/calculator.ts';
import type { Source } from '../web/source.ts';
import type { Backend } from './backend.ts';

/** A page waits for its figures this long, milliseconds; then it goes without a ready-made form. */
const WAIT = 400;

/** The exchange behind us, asked as a visitor's browser would ask it. */
export function behind(backend: Backend): Source {
  return {
    state: async () => [Math.floor(Date.now() / 1000)],
    async first({ from = '', to = '', city }, c) {
      const query = new URLSearchParams({ cur_from: from, cur_to: to, ...(city ? { city } : {}) });
      const answer = await backend.ask(`/api/v1/calculator/settings/?${query}`, c.var.address, WAIT);
      const settings = v.safeParse(Settings, answer);
      return settings.success ? settings.output : null;
    },
  };
}
