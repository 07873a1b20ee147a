import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import parseJson, { withBase, withQuery } from '#widget/plain.ts';

// ofetch's own copies, by the way it would find them.
const require = createRequire(createRequire(import.meta.url).resolve('ofetch'));
const ufo = (await import(require.resolve('ufo'))) as {
  withBase: typeof withBase;
  withQuery: typeof withQuery;
};

describe('what the widget gives ofetch in the place of ufo', () => {
  test.each([
    ['/api/v1/calculator/', ''],
    ['/api/v1/calculator/', 'https://exchange.example'],
  ])('%s at «%s»', (path, base) => {
    expect(withBase(path, base)).toBe(ufo.withBase(path, base));
  });

  test.each([
    {},
    { cur_from: 'BTC', cur_to: undefined },
    { cur_from: '', cur_to: 'SBERRUB' },
    { promocode: 'a&b=c#d?e/f+g%h' },
    { promocode: 'Скидка 5' },
  ])('%o', query => {
    const path = '/api/v1/calculator/settings/';
    const read = (address: string) => [...new URL(address, 'https://exchange.example').searchParams];
    expect(read(withQuery(path, query))).toEqual(read(ufo.withQuery(path, query)));
  });
});

test('an answer that is no JSON is an error and not a text', () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(() => parseJson('<html>')).toThrow(SyntaxError);
});
