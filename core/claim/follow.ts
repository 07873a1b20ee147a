import { batch } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import { code as codeOf } from '../api/error.ts';
import type { ApiError } from '../api/error.ts';
import type { Kept } from './kept.ts';
import type { ClaimOptions, ClaimPhase, Connection, OpenClaim } from './model.ts';
import { isClosed } from './status.ts';
import type { Status } from './status.ts';
import * as watches from './watch.ts';
import type { Told, Watch } from './watch.ts';

/** What following a claim writes to. */
export interface Flow {
  options: ClaimOptions;
  kept: Kept;
  phase: Signal<ClaimPhase>;
  /** When the last answer came, milliseconds by this device's clock. */
  received: Signal<number>;
  unfinished: Signal<readonly OpenClaim[]>;
}

/** Watches a claim and shows in the phase what the server tells of it; `first` is what is known already. */
export function follow(
  flow: Flow,
  id: string,
  secret: string | null,
  first: Told | null,
  shown: boolean,
): Watch {
  const { options, kept, phase, received, unfinished } = flow;
  let status: Status | null = first && 'claim' in first ? first.claim.status : null;

  function connection(to: Connection) {
    const now = phase.peek();
    if ('connection' in now && now.connection !== to) phase.value = { ...now, connection: to };
  }

  function told(news: Told) {
    batch(() => {
      received.value = options.api.clock.now();
      if ('claim' in news) phase.value = { phase: 'open', ...news, connection: 'live' };
      else phase.value = { phase: 'locked', id, status: news.status, connection: 'live' };
    });
    const next = 'claim' in news ? news.claim.status : news.status;
    // A secret counts as good once it opened the claim.
    if ('claim' in news && secret !== null && kept.secret(id) === null)
      kept.add({ id, secret, number: news.claim.number, createdAt: news.claim.createdAt });
    if (isClosed(next)) kept.close(id);
    unfinished.value = kept.unfinished();
    if (next === status) return;
    status = next;
    options.onClaim?.({ id, status: next });
  }

  function lost(error: unknown) {
    const now = phase.peek();
    if ('connection' in now && now.connection === 'live') options.onError?.(codeOf(error));
    connection('lost');
  }

  function gone(error: ApiError) {
    kept.close(id);
    kept.keepPlace({ step: 'form', pair: '', claim: null });
    phase.value = { phase: 'failed', code: error.code, back: 'form' };
    options.onError?.(error.code);
  }

  return watches.create(options.api, { id, secret }, shown, { told, lost, gone }, first);
}
