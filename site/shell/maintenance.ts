import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Client } from '#core/api/client.ts';
import { code } from '#core/api/error.ts';
import type { Tech } from '#core/contract/calculator.ts';

/** Milliseconds between two questions whether the exchange is open again. */
export const EVERY = 15_000;

/** Whether the exchange is closed for maintenance, as far as this page has heard. */
export interface Maintenance {
  closed: ReadonlySignal<boolean>;
  /** A call has been answered that it is closed. */
  noticed(): void;
  /** Asks at once unless it is known to be closed, and while it is closed again and again until the returned function is called. */
  watch(page: Document): () => void;
}

/** Known to nobody yet: open. */
export function create(client: Client): Maintenance {
  const closed = signal(false);
  let watched: Document | null = null;
  let off = () => {};
  // An answer that was asked for before another news came is none any more.
  let news = 0;

  function later() {
    off();
    if (watched && closed.peek()) off = client.clock.later(again, EVERY);
  }

  /** A hidden page asks when it is seen again. */
  function again() {
    if (closed.peek() && watched && !watched.hidden) void ask();
  }

  async function ask() {
    off();
    const mine = ++news;
    const was = closed.peek();
    const told = await tech(client);
    if (mine !== news || !watched) return;
    // Not told: it stays as it is.
    if (told) closed.value = told.tech;
    // Whoever waits for the server on this page asks it at once.
    if (was && !closed.peek()) watched.defaultView?.dispatchEvent(new Event('online'));
    later();
  }

  function noticed() {
    news++;
    closed.value = true;
    later();
  }

  /** The widgets of the page hear it from their own calls. */
  function heard(event: Event) {
    if ((event as CustomEvent<{ code?: string } | null>).detail?.code === 'maintenance') noticed();
  }

  return {
    closed,
    noticed,
    watch(page) {
      const view = page.defaultView;
      watched = page;
      // Told by the page itself: not asked for at once.
      if (closed.peek()) later();
      else void ask();
      page.addEventListener('exchange-error', heard);
      page.addEventListener('visibilitychange', again);
      view?.addEventListener('online', again);
      return () => {
        watched = null;
        off();
        page.removeEventListener('exchange-error', heard);
        page.removeEventListener('visibilitychange', again);
        view?.removeEventListener('online', again);
      };
    },
  };
}

/** Whether it is closed; null when that is not told. Its code is fetched when it is asked: no page waits for it. */
async function tech(client: Client): Promise<Tech | null> {
  try {
    const calculator = await import('#core/api/calculator.ts');
    return await calculator.tech(client, { fresh: true });
  } catch {
    return null;
  }
}

/** The client of the site's own pages: when one of their calls is answered that the exchange is closed, `noticed` hears it. */
export function heeding(client: Client, noticed: () => void): Client {
  return {
    ...client,
    async call(schema, path, options) {
      try {
        return await client.call(schema, path, options);
      } catch (error) {
        if (code(error) === 'maintenance') noticed();
        throw error;
      }
    },
  };
}
