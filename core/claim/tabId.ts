import type { KeyValueStorage } from '../storage.ts';

/** What is needed of navigator.locks. */
export interface TabLocks {
  request(
    name: string,
    options: { ifAvailable: true },
    callback: (lock: unknown) => Promise<unknown> | undefined,
  ): Promise<unknown>;
}

const TAB_ID_KEY = 'exchange:tab';

/**
 * An id that a reload of the tab keeps and a duplicated tab does not. Duplicating copies sessionStorage, id included; but
 * the first tab holds a lock of that name for as long as it lives, so the copy finds it taken and makes its own. Without
 * locks (an insecure page) a copy passes for a reload: both tabs then get the same claim for the same draft.
 */
export async function getTabId(
  session: KeyValueStorage | null,
  locks: TabLocks | null,
  generateId: () => string,
): Promise<string> {
  let id: string | null = null;
  try {
    id = session?.getItem(TAB_ID_KEY) ?? null;
  } catch {
    // Storage is forbidden: every page view is a tab of its own.
  }
  if (id === null || !(await acquireLock(locks, id))) {
    id = generateId();
    await acquireLock(locks, id);
  }
  try {
    session?.setItem(TAB_ID_KEY, id);
  } catch {
    // The same.
  }
  return id;
}

/** Takes the lock until the page goes; false when another page has it. */
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
