import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createJsonStorage } from '#core/storage.ts';
import { createInspectableStorage } from './support/inspectableStorage.ts';

const schema = v.object({ a: v.number() });

describe('JSON storage', () => {
  it('reads what it wrote, under its prefix', () => {
    const storage = createInspectableStorage();
    const jsonStorage = createJsonStorage(storage, 'one:');
    jsonStorage.write('k', { a: 1 });
    expect(jsonStorage.read(schema, 'k')).toEqual({ a: 1 });
    expect(createJsonStorage(storage, 'two:').read(schema, 'k')).toBeNull();
    jsonStorage.remove('k');
    expect([jsonStorage.read(schema, 'k'), storage.entries()]).toEqual([null, {}]);
  });

  it.each(['not json', '{"a":"text"}', 'null', '[]'])('treats %s as missing', text => {
    expect(createJsonStorage(createInspectableStorage({ 'p:k': text }), 'p:').read(schema, 'k')).toBeNull();
  });

  it('keeps values in memory if the storage throws', () => {
    const full = {
      ...createInspectableStorage({ 'p:k': '{"a":1}' }),
      setItem(): never {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const jsonStorage = createJsonStorage(full, 'p:');
    jsonStorage.write('k', { a: 2 });
    expect(jsonStorage.read(schema, 'k')).toEqual({ a: 2 });
    expect(createJsonStorage(null, 'p:').read(schema, 'k')).toBeNull();
  });
});
