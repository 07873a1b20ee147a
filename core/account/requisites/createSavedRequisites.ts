import { signal, type ReadonlySignal } from '@preact/signals-core';
import { fetchRequisites } from '../../api/account/savedRequisites.ts';
import { isUnsupportedCall, toErrorCode } from '../../api/apiError.ts';
import type { ApiClient, CallOptions } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import {
  createRequisiteCall,
  deleteRequisiteCall,
  REQUISITE_RESTORE_SECONDS,
  restoreRequisiteCall,
  updateRequisiteCall,
  type AccountRequisite,
  type RequisiteCreate,
  type SavedRequisiteType,
} from '../../contract/account/savedRequisite.ts';

/** The list, the last used first. `unsupported`: the backend saves no requisites. */
export type SavedRequisitesState =
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'unsupported' }
  | { phase: 'ready'; requisites: readonly AccountRequisite[] };

/** A deleted requisite that can be restored. `error`: the code of the last attempt that failed. */
export interface RemovedRequisite {
  requisite: AccountRequisite;
  isRestoring: boolean;
  error: string | null;
}

/** The saved requisites of one type. */
export interface SavedRequisitesModel {
  readonly state: ReadonlySignal<SavedRequisitesState>;
  /** The last deleted requisite, as long as it can be restored. */
  readonly removed: ReadonlySignal<RemovedRequisite | null>;
  /** Loads the list again («Повторить»). */
  reload(): void;
  /** Saves a requisite. Rejects with ApiError. */
  add(body: RequisiteCreate, options?: CallOptions): Promise<AccountRequisite>;
  /** Changes a label. Rejects with ApiError. */
  rename(id: string, label: string, options?: CallOptions): Promise<void>;
  /** Deletes a requisite. Rejects with ApiError. */
  remove(id: string): Promise<void>;
  /** Restores the deleted requisite. Resolves with it; null if that failed, see `removed`. */
  restore(): Promise<AccountRequisite | null>;
  /** Refreshes the list when the page is shown again, because a verification may have been decided. */
  setVisible(isVisible: boolean): void;
  refreshNow(): void;
  dispose(): void;
}

/** Creates the list and loads it. `api` sends the access token. */
export function createSavedRequisites(api: ApiClient, type: SavedRequisiteType): SavedRequisitesModel {
  const state = signal<SavedRequisitesState>({ phase: 'loading' });
  const removed = signal<RemovedRequisite | null>(null);
  const lifetime = new AbortController();
  /** Increases with each change of the list. A response to an earlier request is outdated. */
  let revision = 0;
  let forgetRemoved = () => {};

  async function load(): Promise<void> {
    const started = ++revision;
    try {
      const requisites = await fetchRequisites(api, type, { signal: lifetime.signal });
      if (!lifetime.signal.aborted && started === revision) state.value = { phase: 'ready', requisites };
    } catch (error) {
      if (lifetime.signal.aborted || started !== revision) return;
      // Keep the list after a failed refresh.
      if (state.peek().phase === 'ready') return;
      state.value = isUnsupportedCall(error)
        ? { phase: 'unsupported' }
        : { phase: 'failed', code: toErrorCode(error) };
    }
  }

  function changeList(
    change: (requisites: readonly AccountRequisite[]) => readonly AccountRequisite[],
  ): void {
    revision++;
    const now = state.peek();
    if (now.phase === 'ready') state.value = { phase: 'ready', requisites: change(now.requisites) };
  }

  /** Offers to restore a requisite until the server deletes it for good. */
  function offerRestoring(requisite: AccountRequisite): void {
    forgetRemoved();
    removed.value = { requisite, isRestoring: false, error: null };
    forgetRemoved = api.clock.setTimer(() => {
      removed.value = null;
    }, REQUISITE_RESTORE_SECONDS * 1000);
  }

  const refresh = () => {
    if (state.peek().phase !== 'unsupported') void load();
  };
  void load();

  return {
    state,
    removed,
    reload() {
      if (state.peek().phase !== 'ready') state.value = { phase: 'loading' };
      void load();
    },
    async add(body, options) {
      const added = await sendCall(api, createRequisiteCall, { ...options, body });
      changeList(requisites => [added, ...requisites]);
      return added;
    },
    async rename(id, label, options) {
      const renamed = await sendCall(api, updateRequisiteCall, { ...options, id, body: { label } });
      changeList(requisites => requisites.map(one => (one.id === id ? renamed : one)));
    },
    async remove(id) {
      const now = state.peek();
      const requisite = now.phase === 'ready' && now.requisites.find(one => one.id === id);
      if (!requisite) return;
      await sendCall(api, deleteRequisiteCall, { id, signal: lifetime.signal });
      changeList(requisites => requisites.filter(one => one.id !== id));
      offerRestoring(requisite);
    },
    async restore() {
      const now = removed.peek();
      if (!now || now.isRestoring) return null;
      removed.value = { ...now, isRestoring: true, error: null };
      try {
        const restored = await sendCall(api, restoreRequisiteCall, {
          id: now.requisite.id,
          signal: lifetime.signal,
        });
        changeList(requisites => [restored, ...requisites]);
        forgetRemoved();
        removed.value = null;
        return restored;
      } catch (error) {
        // The time for restoring may be over.
        if (!lifetime.signal.aborted && removed.peek())
          removed.value = { ...now, isRestoring: false, error: toErrorCode(error) };
        return null;
      }
    },
    setVisible(isVisible) {
      if (isVisible && state.peek().phase !== 'loading') refresh();
    },
    refreshNow: refresh,
    dispose() {
      lifetime.abort();
      forgetRemoved();
    },
  };
}
