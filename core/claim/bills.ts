import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import * as claims from '../api/claim.ts';
import { ApiError, code as codeOf } from '../api/error.ts';
import { passing, pause } from './again.ts';
import type { Means } from './again.ts';

/** What a receipt may be: MIME types, and bytes at most. The server looks into the file itself. */
export const BILL = {
  types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'],
  most: 8 * 1024 * 1024,
} as const;

/** A receipt that is not with the claim yet. `part` of it has left, 0…1; `waiting` for the connection. */
export type Upload = { key: string; name: string; size: number } & (
  { state: 'sending' | 'waiting'; part: number } | { state: 'refused'; code: string; after?: number }
);

/** Receipts on their way. */
export interface Bills {
  readonly uploads: ReadonlySignal<readonly Upload[]>;
  add(file: File): void;
  remove(key: string): void;
  takeBack(id: string): Promise<void>;
  wake(): void;
  leave(): void;
}

/** Why this file is not worth sending; null when it is. */
export function unfit({ type, size }: { type: string; size: number }): string | null {
  if (size === 0) return 'file_empty';
  if (size > BILL.most) return 'file_size';
  return BILL.types.some(one => one === type) ? null : 'file_type';
}

/** The receipts of the open claim. */
export function create({ api, upload, opened, refetch, onError }: Means): Bills {
  const uploads = signal<readonly Upload[]>([]);
  const running = new Map<string, AbortController>();
  const waiting = new Set<() => void>();
  let count = 0;

  const drop = (key: string) => {
    uploads.value = uploads.peek().filter(one => one.key !== key);
  };
  const put = (upload: Upload) => {
    uploads.value = uploads.peek().map(one => (one.key === upload.key ? upload : one));
  };

  async function send(key: string, file: File, called: AbortSignal) {
    const at = opened();
    if (!at) return drop(key);
    const facts = { key, name: file.name, size: file.size };
    for (let n = 0; ; n++) {
      put({ ...facts, state: 'sending', part: 0 });
      try {
        await claims.bill(api, upload, at.key, file, {
          signal: called,
          progress: part => put({ ...facts, state: 'sending', part }),
        });
        await refetch();
        return drop(key);
      } catch (error) {
        if (called.aborted) return;
        if (!passing(error)) {
          const after = error instanceof ApiError ? error.retryAfter : null;
          const known = error instanceof ApiError ? Object.values(error.codes)[0] : undefined;
          const code = known ?? codeOf(error);
          put({ ...facts, state: 'refused', code, ...(after != null && { after }) });
          onError(code);
          return;
        }
        put({ ...facts, state: 'waiting', part: 0 });
        await pause({ api }, error, n, waiting, called);
        if (called.aborted) return;
      }
    }
  }

  return {
    uploads,
    add(file) {
      const key = `bill-${++count}`;
      const facts = { key, name: file.name, size: file.size };
      const code = unfit(file);
      const first: Upload = code
        ? { ...facts, state: 'refused', code }
        : { ...facts, state: 'sending', part: 0 };
      uploads.value = [...uploads.peek(), first];
      if (code) return onError(code);
      const controller = new AbortController();
      running.set(key, controller);
      void send(key, file, controller.signal).finally(() => running.delete(key));
    },
    remove(key) {
      running.get(key)?.abort();
      drop(key);
    },
    async takeBack(id) {
      const at = opened();
      if (!at) return;
      try {
        await claims.unbill(api, at.key, id);
      } catch (error) {
        onError(codeOf(error));
      }
      await refetch();
    },
    wake() {
      for (const one of waiting) one();
    },
    leave() {
      for (const one of running.values()) one.abort();
      uploads.value = [];
    },
  };
}
