import { signal, type ReadonlySignal } from '@preact/signals-core';
import * as calculator from '#core/api/calculator.ts';
import type { Client } from '#core/api/client.ts';
import type { Reserve } from '#core/contract/calculator.ts';
import { load, type Load } from './load.ts';
import { POPULAR, type Row } from './popular.ts';

/** Milliseconds between two looks at the market while the page is visible. */
export const EVERY = 60_000;

/** Reserves and the courses of the board, as the home page shows them. */
export interface Market {
  /** Free reserves, a payment system each, in the server's order. */
  reserves: ReadonlySignal<Load<Reserve[]>>;
  /** The board; pairs that are closed now are not in it. */
  board: ReadonlySignal<Load<Row[]>>;
  /** A person asks again for what did not come. */
  retry(): void;
  /** Looks at the reserves alone: a claim has just taken or given back some. */
  refreshReserves(): void;
  /** Keeps both fresh while the page is visible, until the returned function is called. */
  watch(page: Document): () => void;
}

/** The market of the API that `client` calls; nothing is asked before it is watched. */
export function create(client: Client): Market {
  const reserves = signal<Load<Reserve[]>>({ phase: 'loading' });
  const board = signal<Load<Row[]>>({ phase: 'loading' });
  // A later question has the fresher answer: an earlier one that comes after it is dropped.
  let reservesAsked = 0;
  let boardAsked = 0;

  async function askReserves(fresh = false): Promise<Load<Reserve[]>> {
    const mine = ++reservesAsked;
    const answer = await load(
      () => reserves.peek(),
      () => calculator.reserves(client, { fresh }),
    );
    if (mine === reservesAsked) reserves.value = answer;
    return answer;
  }

  async function rows(known: Reserve[]): Promise<Row[]> {
    const byCode = new Map(known.map(one => [one.code, one]));
    const asked = POPULAR.map(async ({ from: fromCode, to: toCode }) => {
      const from = byCode.get(fromCode);
      const to = byCode.get(toCode);
      if (!from || !to) return null;
      const { course, closed } = await calculator.course(client, from.id, to.id);
      return closed ? null : { from, to, course };
    });
    const settled = await Promise.allSettled(asked);
    const failed = settled.find(one => one.status === 'rejected');
    const found = settled.flatMap(one => (one.status === 'fulfilled' && one.value ? [one.value] : []));
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  }

  async function refresh(fresh = false) {
    // The board is made of the reserves' names and ids.
    const known = await askReserves(fresh);
    const mine = ++boardAsked;
    const answer =
      known.phase === 'ready'
        ? await load(
            () => board.peek(),
            () => rows(known.data),
          )
        : known;
    if (mine === boardAsked) board.value = answer;
  }

  return {
    reserves,
    board,
    retry() {
      if (reserves.peek().phase === 'failed') reserves.value = { phase: 'loading' };
      if (board.peek().phase === 'failed') board.value = { phase: 'loading' };
      void refresh(true);
    },
    refreshReserves: () => void askReserves(true),
    watch(page) {
      let last = 0;
      const now = () => {
        last = client.clock.now();
        void refresh();
      };
      const returned = () => {
        if (!page.hidden && client.clock.now() - last >= EVERY / 4) now();
      };
      let off = () => {};
      const tick = () => {
        if (!page.hidden) now();
        off = client.clock.later(tick, EVERY);
      };
      const view = page.defaultView;
      tick();
      page.addEventListener('visibilitychange', returned);
      view?.addEventListener('online', now);
      return () => {
        off();
        page.removeEventListener('visibilitychange', returned);
        view?.removeEventListener('online', now);
      };
    },
  };
}
