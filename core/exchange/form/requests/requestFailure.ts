import { batch } from '@preact/signals-core';
import { ApiError, toErrorCode } from '../../../api/apiError.ts';
import type { PollResult } from '../../../poller.ts';
import type { ExchangeRequestsContext } from './exchangeRequestsContext.ts';
import { hasLoadedDirections } from '../exchangeState.ts';
import { fromEmbeddedSettings } from './pairLoader.ts';

/**
 * Updates the form after a failed request. Drops a refused promocode or pending pair and returns 'retry'. A
 * refused course closes the pair. Any other failure makes the form stale until a retry succeeds.
 */
export function handleRequestFailure(context: ExchangeRequestsContext, error: unknown): PollResult | 'retry' {
  const { state, options } = context;
  const promocodeError = getPromocodeError(error);
  if (promocodeError !== null && context.getPromocode() !== '') {
    context.onPromocodeRefused(promocodeError);
    return 'retry';
  }
  const code = toErrorCode(error);
  const isRefused = isDefiniteRefusal(error);
  if (isRefused || state.freshness.peek() !== 'stale') options.onError?.(code);
  if (isRefused && state.request.peek()?.kind === 'switch') {
    state.request.value = null;
    return 'retry';
  }
  const current = state.currentPair.peek();
  if (isRefused && current && hasLoadedDirections(state)) {
    batch(() => {
      state.currentPair.value = { ...current, pair: { ...current.pair, closed: { code, detail: '' } } };
      state.freshness.value = 'fresh';
    });
    return { ok: true };
  }
  const retryAfter = error instanceof ApiError ? error.retryAfter : null;
  batch(() => {
    state.freshness.value = 'stale';
    state.lastError.value = { code, after: retryAfter };
    if (state.phase.peek().phase !== 'ready') showSnapshot(context, code);
  });
  return { ok: false, retryAfter };
}

/** Shows the last stored directions while the API is unreachable; without any, loading has failed. */
function showSnapshot({ state, storage }: ExchangeRequestsContext, code: string): void {
  const snapshot = storage.getSnapshot();
  const embedded = snapshot && fromEmbeddedSettings(snapshot.settings);
  if (!snapshot || !embedded) {
    state.phase.value = { phase: 'failed', code };
    return;
  }
  batch(() => {
    state.settings.value = snapshot.settings;
    state.directions.value = embedded.directions;
    state.currentPair.value = embedded.current;
    state.receivedAt.value = snapshot.at;
    state.phase.value = { phase: 'ready' };
  });
}

/** Whether the server refused the request for a reason that a retry does not change: 4xx except 408 and 429. */
function isDefiniteRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.kind === 'http' &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  );
}

/** The code of a refused promocode; null for any other error. */
export function getPromocodeError(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  return 'promocode' in error.fields ? (error.codes.promocode ?? 'promocode_invalid') : null;
}
