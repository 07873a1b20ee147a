import { describe, expect, it } from 'vitest';
import { getTabId } from '#core/claim/tabId.ts';
import type { TabLocks } from '#core/claim/tabId.ts';
import { createInspectableStorage } from '../support/inspectableStorage.ts';

/** Fake navigator.locks of one browser. `close` releases a page's locks, as closing the page does. */
function createBrowser() {
  const heldLocks = new Set<string>();
  return {
    page() {
      const ownLocks: string[] = [];
      const locks: TabLocks = {
        async request(name, _, run) {
          if (heldLocks.has(name)) return run(null);
          heldLocks.add(name);
          ownLocks.push(name);
          return run({ name });
        },
      };
      return { locks, close: () => ownLocks.forEach(name => heldLocks.delete(name)) };
    },
  };
}

let idCount = 0;
const nextId = () => `id-${++idCount}`;

describe('the id of a tab', () => {
  it('is the same after a reload', async () => {
    const { page } = createBrowser();
    const session = createInspectableStorage();
    const firstPage = page();
    const id = await getTabId(session, firstPage.locks, nextId);
    firstPage.close();
    expect(await getTabId(session, page().locks, nextId)).toBe(id);
  });

  it('differs in a duplicated tab and stays different', async () => {
    const { page } = createBrowser();
    const session = createInspectableStorage();
    const id = await getTabId(session, page().locks, nextId);
    const copied = createInspectableStorage(session.entries());
    const copy = page();
    const copyId = await getTabId(copied, copy.locks, nextId);
    expect(copyId).not.toBe(id);
    copy.close();
    expect(await getTabId(copied, page().locks, nextId)).toBe(copyId);
  });

  it('exists without locks and without storage', async () => {
    const session = createInspectableStorage();
    const id = await getTabId(session, null, nextId);
    expect(await getTabId(session, null, nextId)).toBe(id);
    const forbidden = {
      getItem(): never {
        throw new Error('denied');
      },
      setItem(): never {
        throw new Error('denied');
      },
      removeItem() {},
    };
    expect(await getTabId(forbidden, createBrowser().page().locks, nextId)).toMatch(/^id-/);
    expect(await getTabId(null, null, nextId)).not.toBe(id);
  });
});
