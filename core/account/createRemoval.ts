import { signal, type ReadonlySignal } from '@preact/signals-core';
import { toErrorCode } from '../api/apiError.ts';

/** A deleted item that can be restored. `error`: the code of the last attempt that failed. */
export interface RemovedItem<Item> {
  item: Item;
  isRestoring: boolean;
  error: string | null;
}

/** The last deleted item of a list. */
export interface RemovalModel<Item> {
  readonly removed: ReadonlySignal<RemovedItem<Item> | null>;
  /** Offers to restore an item; null: none. */
  offer(item: Item | null): void;
  /** Restores the item. Resolves with it; null if that failed, see `removed`. */
  restore(): Promise<Item | null>;
}

/** Creates the model. `sendRestore` restores an item on the server; it rejects with ApiError. */
export function createRemoval<Item>(sendRestore: (item: Item) => Promise<Item>): RemovalModel<Item> {
  const removed = signal<RemovedItem<Item> | null>(null);
  return {
    removed,
    offer(item) {
      removed.value = item && { item, isRestoring: false, error: null };
    },
    async restore() {
      const now = removed.peek();
      if (!now || now.isRestoring) return null;
      removed.value = { ...now, isRestoring: true, error: null };
      try {
        const restored = await sendRestore(now.item);
        removed.value = null;
        return restored;
      } catch (error) {
        // The time for restoring may be over.
        if (removed.peek()) removed.value = { ...now, isRestoring: false, error: toErrorCode(error) };
        return null;
      }
    },
  };
}
