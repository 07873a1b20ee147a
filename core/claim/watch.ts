import * as claims from '../api/claim.ts';
import type { ClaimKey } from '../api/claim.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import type { ClaimRequisite, ClaimStatus } from '../contract/claim.ts';
import { isClosed } from './status.ts';
import type { Status } from './status.ts';

/** Milliseconds between two questions: the first, how it grows while nothing changes, the most. */
const INTERVAL = { first: 5_000, growth: 1.25, most: 15_000 } as const;

/** What the server tells: all of the claim, or without its secret the bare status. */
export type Told = { claim: ClaimStatus; requisite: ClaimRequisite | null } | { status: Status };

/** Who listens to a watch. */
export interface Listener {
  told(told: Told): void;
  /** No answer; asking goes on. */
  lost(error: unknown): void;
  /** There is no such claim, or not with this secret: asking is over. */
  gone(error: ApiError): void;
}

/** Asks for a claim's state until it is closed; also afterwards when told to wake. */
export interface Watch {
  now(): Promise<void>;
  visible(shown: boolean): void;
  dispose(): void;
}

const statusOf = (told: Told): Status => ('claim' in told ? told.claim.status : told.status);

/** A watch over one claim; `first` is what is known of it already. */
export function create(
  client: Client,
  key: ClaimKey,
  shown: boolean,
  listener: Listener,
  first: Told | null,
): Watch {
  let last = first;
  let interval: number = INTERVAL.first;
  /** Milliseconds that the server asked to wait (Retry-After). */
  let asked = 0;
  let off: (() => void) | null = null;
  let over = false;
  let running: Promise<void> | null = null;
  const controller = new AbortController();
  const { signal } = controller;

  async function fetchAll(): Promise<Told> {
    const answer = await claims.status(client, key, { signal });
    if (!('id' in answer)) return answer;
    const before = last && 'claim' in last ? last : null;
    // Where to pay changes only with the status; before it is known it is asked for each time.
    const settled = before?.requisite && before.claim.status === answer.status;
    // A merchant's form is asked for when it is to be posted.
    if (answer.merchant) return { claim: answer, requisite: null };
    const requisite = settled ? before.requisite : await claims.requisite(client, key, { signal });
    return { claim: answer, requisite };
  }

  function schedule() {
    off?.();
    off = null;
    if (over || !shown || (last && isClosed(statusOf(last)))) return;
    const grown = Math.min(INTERVAL.most, Math.round(interval * INTERVAL.growth));
    off = client.clock.later(
      () => {
        interval = grown;
        void ask();
      },
      Math.max(interval, asked),
    );
  }

  async function once() {
    try {
      const told = await fetchAll();
      if (over) return;
      if (last === null || statusOf(last) !== statusOf(told)) interval = INTERVAL.first;
      asked = 0;
      last = told;
      listener.told(told);
    } catch (error) {
      if (over) return;
      if (error instanceof ApiError && error.status === 404) {
        over = true;
        listener.gone(error);
        return;
      }
      asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      listener.lost(error);
    }
  }

  function ask(): Promise<void> {
    running ??= once().finally(() => {
      running = null;
      schedule();
    });
    return running;
  }

  if (first) schedule();
  return {
    async now() {
      // An answer already on its way may be older than what the caller knows.
      await running;
      interval = INTERVAL.first;
      if (!over) await ask();
    },
    visible(value) {
      const returned = value && !shown;
      shown = value;
      if (returned && !over) void ask();
      else schedule();
    },
    dispose() {
      over = true;
      off?.();
      controller.abort();
    },
  };
}
