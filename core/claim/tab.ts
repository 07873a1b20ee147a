import type { Storage } from '../storage.ts';

/** What is needed of navigator.locks. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable: true },
    run: (lock: unknown) => Promise<unknown> | undefined,
  ): Promise<unknown>;
}

const KEY = 'exchange:tab';

/**
 * An id that a reload of the tab keeps and a duplicated tab does not. Duplicating copies sessionStorage, id included; but
 * the first tab holds a lock of that name for as long as it lives, so the copy finds it taken and makes its own. Without
 * locks (an insecure page) a copy passes for a reload: both tabs then get the same claim for the same draft.
 */
export async function identify(
  session: Storage | null,
  locks: Locks | null,
  random: () => string,
): Promise<string> {
  let id: string | null = null;
  try {
    id = session?.getItem(KEY) ?? null;
  } catch {
    // Storage is forbidden: every page view is a tab of its own.
  }
  if (id === null || !(await take(locks, id))) {
    id = random();
    await take(locks, id);
  }
  try {
    session?.setItem(KEY, id);
  } catch {
    // The same.
  }
  return id;
}

/** Takes the lock until the page goes; false when another page has it. */
function take(locks: Locks | null, id: string): Promise<boolean> {
  if (!locks) return Promise.resolve(true);
  return new Promise(resolve => {
    const held = locks.request(`${KEY}:${id}`, { ifAvailable: true }, lock => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => undefined);
    });
    held.catch(() => resolve(true));
  });
}
