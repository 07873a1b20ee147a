import { generateRandomId } from '../randomId.ts';
import type { KeyValueStorage } from '../storage.ts';

/** The part of `navigator.locks` that a tab id needs. */
export interface TabLocks {
  request(
    name: string,
    options: { ifAvailable: true },
    callback: (lock: unknown) => Promise<unknown> | undefined,
  ): Promise<unknown>;
}

const TAB_ID_KEY = 'exchange:tab';

/**
 * Returns the tab's id: the same after a reload, another in a duplicated tab. Duplicating a tab copies sessionStorage with
 * the id, but the original tab holds a lock of that name, so the copy creates its own id. Without locks (insecure pages) a
 * copy counts as a reload: the same draft in both tabs then creates one claim.
 */
export async function getTabId(
  session: KeyValueStorage | null,
  locks: TabLocks | null,
  generateId: () => string = generateRandomId,
): Promise<string> {
  let id: string | null = null;
  try {
    id = session?.getItem(TAB_ID_KEY) ?? null;
  } catch {
    // Storage is blocked: each page view has its own id.
  }
  if (id === null || !(await acquireLock(locks, id))) {
    id = generateId();
    await acquireLock(locks, id);
  }
  try {
    session?.setItem(TAB_ID_KEY, id);
  } catch {
    // Storage is blocked.
  }
  return id;
}

/** Acquires the lock until the page is unloaded; false if another page holds it. */
function acquireLock(locks: TabLocks | null, id: string): Promise<boolean> {
  if (!locks) return Promise.resolve(true);
  return new Promise(resolve => {
    const request = locks.request(`${TAB_ID_KEY}:${id}`, { ifAvailable: true }, lock => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
    request.catch(() => resolve(true));
  });
}
