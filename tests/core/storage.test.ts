import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { shelf } from '#core/storage.ts';
import { storage } from './storage.ts';

const schema = v.object({ a: v.number() });

describe('a shelf', () => {
  it('reads what it wrote, under its prefix', () => {
    const seen = storage();
    const one = shelf(seen, 'one:');
    one.write('k', { a: 1 });
    expect(one.read(schema, 'k')).toEqual({ a: 1 });
    expect(shelf(seen, 'two:').read(schema, 'k')).toBeNull();
    one.remove('k');
    expect([one.read(schema, 'k'), seen.all()]).toEqual([null, {}]);
  });

  it.each(['not json', '{"a":"text"}', 'null', '[]'])('takes %s for nothing', text => {
    expect(shelf(storage({ 'p:k': text }), 'p:').read(schema, 'k')).toBeNull();
  });

  it('works in memory while the storage refuses', () => {
    const full = {
      ...storage({ 'p:k': '{"a":1}' }),
      setItem(): never {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const kept = shelf(full, 'p:');
    kept.write('k', { a: 2 });
    expect(kept.read(schema, 'k')).toEqual({ a: 2 });
    expect(shelf(null, 'p:').read(schema, 'k')).toBeNull();
  });
});
