import { signal, type ReadonlySignal } from '@preact/signals-core';
import { fetchAccountClaims } from '../../api/account/accountClaims.ts';
import { ApiError } from '../../api/apiError.ts';
import type { ApiClient } from '../../api/client.ts';
import type { AccountClaims } from '../../contract/account/accountClaim.ts';
import { createPoller, type PollResult } from '../../poller.ts';
import { formatClaimListSearch, toClaimListQuery, type ClaimListView } from './claimListQuery.ts';
import { isUnsupported, toListFailure, type ListFailure } from './listFailure.ts';

/** Claims per page. */
export const CLAIM_PAGE_SIZE = 20;

/** Milliseconds between two requests for the list that is shown: statuses of open claims change. */
const REFRESH_INTERVAL_MS = 30_000;
const RETRY_DELAY = { firstMs: 5_000, maxMs: 60_000 } as const;

/**
 * The list. `ready` has the last list that arrived, which is another one than `wanted` while that is loading;
 * `refreshFailure` says why it could not be loaded again. `failed`: what is wanted has not arrived. `unsupported`: the
 * backend has no such call.
 */
export type AccountClaimsState =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: ListFailure }
  | { phase: 'unsupported' }
  | {
      phase: 'ready';
      view: ClaimListView;
      claims: AccountClaims;
      /** When it arrived, milliseconds by this device's clock. */
      loadedAt: number;
      refreshFailure: ListFailure | null;
    };

/** The account's claims, kept up to date while visible. */
export interface AccountClaimsModel {
  readonly state: ReadonlySignal<AccountClaimsState>;
  /** Whether a list that is not on screen yet is loading. */
  readonly isLoading: ReadonlySignal<boolean>;
  /** Loads a view. The list on screen stays until it arrives; an older request is aborted. */
  show(view: ClaimListView): void;
  /** Loads the list again («Повторить», the browser is online again). */
  reload(): void;
  setVisible(isVisible: boolean): void;
  dispose(): void;
}

/** Creates the list, not loaded yet. `api` sends the access token. */
export function createAccountClaims(api: ApiClient, { visible = true } = {}): AccountClaimsModel {
  const state = signal<AccountClaimsState>({ phase: 'loading' });
  const isLoading = signal(false);
  let wanted: ClaimListView | null = null;

  async function poll(abortSignal: AbortSignal): Promise<PollResult> {
    if (wanted === null) return null;
    const view = wanted;
    try {
      const query = { ...toClaimListQuery(view), size: String(CLAIM_PAGE_SIZE) };
      const claims = await fetchAccountClaims(api, query, { signal: abortSignal });
      if (abortSignal.aborted) return null;
      state.value = { phase: 'ready', view, claims, loadedAt: api.clock.now(), refreshFailure: null };
      return { ok: true };
    } catch (error) {
      if (abortSignal.aborted) return null;
      state.value = toFailedState(state.peek(), view, error);
      return { ok: false, retryAfter: error instanceof ApiError ? error.retryAfter : null };
    } finally {
      if (!abortSignal.aborted) isLoading.value = false;
    }
  }

  const poller = createPoller({
    clock: api.clock,
    isVisible: visible,
    interval: { firstMs: REFRESH_INTERVAL_MS, growth: 1, maxMs: REFRESH_INTERVAL_MS },
    retryDelay: RETRY_DELAY,
    maxHiddenAgeMs: REFRESH_INTERVAL_MS,
    isFinished: () => state.peek().phase === 'unsupported',
    poll,
  });

  return {
    state,
    isLoading,
    show(view) {
      if (wanted && formatClaimListSearch(wanted) === formatClaimListSearch(view)) return;
      wanted = view;
      isLoading.value = true;
      void poller.restart();
    },
    reload() {
      if (wanted === null) return;
      const now = state.peek();
      if (now.phase === 'failed') state.value = { phase: 'loading' };
      isLoading.value = now.phase !== 'ready' || now.refreshFailure !== null;
      void poller.restart();
    },
    setVisible: poller.setVisible,
    dispose: poller.dispose,
  };
}

/** Keeps a list that could only not be refreshed; one of other filters would be misleading. */
function toFailedState(now: AccountClaimsState, view: ClaimListView, error: unknown): AccountClaimsState {
  if (isUnsupported(error)) return { phase: 'unsupported' };
  const failure = toListFailure(error);
  return now.phase === 'ready' && formatClaimListSearch(now.view) === formatClaimListSearch(view)
    ? { ...now, refreshFailure: failure }
    : { phase: 'failed', failure };
}
