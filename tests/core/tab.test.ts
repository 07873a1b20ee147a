import { describe, expect, it } from 'vitest';
import { identify } from '#core/claim/tab.ts';
import type { Locks } from '#core/claim/tab.ts';
import { storage } from './storage.ts';

/** navigator.locks of one browser; `leave` frees what a page held, as closing it does. */
function browser() {
  const held = new Set<string>();
  return {
    page() {
      const own: string[] = [];
      const locks: Locks = {
        async request(name, _, run) {
          if (held.has(name)) return run(null);
          held.add(name);
          own.push(name);
          return run({ name });
        },
      };
      return { locks, leave: () => own.forEach(name => held.delete(name)) };
    },
  };
}

let next = 0;
const random = () => `id-${++next}`;

describe('the id of a tab', () => {
  it('is the same after a reload', async () => {
    const { page } = browser();
    const session = storage();
    const before = page();
    const id = await identify(session, before.locks, random);
    before.leave();
    expect(await identify(session, page().locks, random)).toBe(id);
  });

  it('is another in a duplicated tab, and stays so', async () => {
    const { page } = browser();
    const session = storage();
    const id = await identify(session, page().locks, random);
    const copied = storage(session.all());
    const copy = page();
    const other = await identify(copied, copy.locks, random);
    expect(other).not.toBe(id);
    copy.leave();
    expect(await identify(copied, page().locks, random)).toBe(other);
  });

  it('is there without locks and without storage', async () => {
    const session = storage();
    const id = await identify(session, null, random);
    expect(await identify(session, null, random)).toBe(id);
    const forbidden = {
      getItem(): never {
        throw new Error('denied');
      },
      setItem(): never {
        throw new Error('denied');
      },
      removeItem() {},
    };
    expect(await identify(forbidden, browser().page().locks, random)).toMatch(/^id-/);
    expect(await identify(null, null, random)).not.toBe(id);
  });
});
