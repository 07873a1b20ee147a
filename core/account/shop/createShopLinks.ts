import { signal, type ReadonlySignal } from '@preact/signals-core';
import { isUnsupportedCall, toErrorCode } from '../../api/apiError.ts';
import type { ApiClient, CallOptions } from '../../api/client.ts';
import { sendCall } from '../../api/sendCall.ts';
import {
  createShopLinkCall,
  deleteShopLinkCall,
  getShopCall,
  listShopLinksCall,
  updateShopCall,
  type Shop,
  type ShopLink,
  type ShopLinkCreate,
  type ShopLinks,
  type ShopUpdate,
} from '../../contract/account/shop.ts';
import { ignoreMissing, toLoadFailure, type LoadFailure } from '../loadFailure.ts';

/** The partner's codes, saved links (the newest first) and shop. `unsupported`: the backend has no such calls. */
export type ShopLinksState =
  | { phase: 'loading' }
  | { phase: 'failed'; failure: LoadFailure }
  | { phase: 'unsupported' }
  | {
      phase: 'ready';
      codes: ShopLinks['codes'];
      links: readonly ShopLink[];
      shop: Shop;
      /** When it was loaded, milliseconds by this device's clock. */
      loadedAt: number;
      /** Why the last refresh failed; null if it succeeded. */
      refreshFailure: LoadFailure | null;
    };

/** A deleted link that can be saved again. `error`: the code of the last attempt that failed. */
export interface RemovedLink {
  link: ShopLink;
  isRestoring: boolean;
  error: string | null;
}

/** The saved links of a partner, and the name and site of the shop. */
export interface ShopLinksModel {
  readonly state: ReadonlySignal<ShopLinksState>;
  /** The last deleted link; null after it was restored, or another one saved. */
  readonly removed: ReadonlySignal<RemovedLink | null>;
  /** Loads everything again («Повторить», the browser is online again). */
  reload(): void;
  refreshNow(): void;
  /** Saves a link. Rejects with ApiError. */
  add(body: ShopLinkCreate): Promise<ShopLink>;
  /** Deletes a link. Rejects with ApiError. */
  remove(id: string): Promise<void>;
  /** Saves the deleted link again. Resolves with it; null if that failed, see `removed`. */
  restore(): Promise<ShopLink | null>;
  /** Changes the name and the site. Rejects with ApiError. */
  saveShop(update: ShopUpdate, options?: CallOptions): Promise<void>;
  dispose(): void;
}

/** Creates the list and loads it. `api` sends the access token. */
export function createShopLinks(api: ApiClient): ShopLinksModel {
  const state = signal<ShopLinksState>({ phase: 'loading' });
  const removed = signal<RemovedLink | null>(null);
  const lifetime = new AbortController();
  const { signal: abortSignal } = lifetime;
  /** Increases with each change. A response to an earlier request is outdated. */
  let revision = 0;

  async function load(): Promise<void> {
    const started = ++revision;
    const isWanted = () => !abortSignal.aborted && started === revision;
    try {
      const [{ codes, links }, shop] = await Promise.all([
        sendCall(api, listShopLinksCall, { signal: abortSignal }),
        sendCall(api, getShopCall, { signal: abortSignal }),
      ]);
      if (!isWanted()) return;
      state.value = { phase: 'ready', codes, links, shop, loadedAt: api.clock.now(), refreshFailure: null };
    } catch (error) {
      if (!isWanted()) return;
      const now = state.peek();
      const failure = toLoadFailure(error);
      // Keep the list after a failed refresh.
      if (now.phase === 'ready') state.value = { ...now, refreshFailure: failure };
      else state.value = isUnsupportedCall(error) ? { phase: 'unsupported' } : { phase: 'failed', failure };
    }
  }

  function change(update: (now: Extract<ShopLinksState, { phase: 'ready' }>) => Partial<typeof now>): void {
    revision++;
    const now = state.peek();
    if (now.phase === 'ready' && !abortSignal.aborted) state.value = { ...now, ...update(now) };
  }

  async function add(body: ShopLinkCreate): Promise<ShopLink> {
    const added = await sendCall(api, createShopLinkCall, { body, signal: abortSignal });
    change(({ links }) => ({ links: [added, ...links] }));
    removed.value = null;
    return added;
  }

  void load();
  return {
    state,
    removed,
    add,
    reload() {
      if (state.peek().phase !== 'ready') state.value = { phase: 'loading' };
      void load();
    },
    refreshNow() {
      if (state.peek().phase !== 'unsupported') void load();
    },
    async remove(id) {
      const now = state.peek();
      const link = now.phase === 'ready' && now.links.find(one => one.id === id);
      if (!link) return;
      await sendCall(api, deleteShopLinkCall, { id, signal: abortSignal }).catch(ignoreMissing);
      change(({ links }) => ({ links: links.filter(one => one.id !== id) }));
      removed.value = { link, isRestoring: false, error: null };
    },
    async restore() {
      const now = removed.peek();
      if (!now || now.isRestoring) return null;
      removed.value = { ...now, isRestoring: true, error: null };
      const { code, sub, label, cur_from, cur_to, amount } = now.link;
      try {
        return await add({ code, sub, label, cur_from, cur_to, amount });
      } catch (error) {
        if (!abortSignal.aborted) removed.value = { ...now, isRestoring: false, error: toErrorCode(error) };
        return null;
      }
    },
    async saveShop(update, options) {
      const shop = await sendCall(api, updateShopCall, { ...options, body: update });
      change(() => ({ shop }));
    },
    dispose: () => lifetime.abort(),
  };
}
