import type { Context as Call } from 'hono';
import type { Settings } from '#core/contract/calculator.ts';
import type { Wanted } from '#core/exchange/pair.ts';
import type { Context } from '#server/context.ts';
import { first } from '#server/rates/settings.ts';

/** Where the home page's form has its figures from. */
export interface Source {
  /** What figures of now are made of: while all of it is the same, so are they. Null while there are none to be shown. */
  state: () => Promise<readonly unknown[] | null>;
  /** Everything that a first paint shows, for what an address wishes; null when it cannot be had. */
  first: (wanted: Wanted, c: Call) => Promise<Settings | null>;
}

/** This very exchange, from its memory. */
export function own(context: Context): Source {
  const { catalogue, now } = context;
  return {
    async state() {
      await catalogue.fresh();
      // What it says in maintenance is another page's.
      return catalogue.tech().tech ? null : [Math.floor(now() / 1000), catalogue.snapshot()];
    },
    first: async wanted => first(context, wanted),
  };
}
