import { expect, test } from 'vitest';
import { parseJsonText } from '#server/platform/http/request/parseJsonText.ts';

test('parses JSON of a size that schemas accept', () => {
  for (const json of [null, 0, '', [], {}, { a: [1, { b: null }] }, Array(1_000).fill(0)])
    expect(parseJsonText(JSON.stringify(json))).toEqual(json);
});

test('refuses text that is no JSON, and more values than a schema accepts', () => {
  for (const text of ['', '{', 'undefined', '1e']) expect(parseJsonText(text)).toBeUndefined();
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
    expect(parseJsonText(`${open.repeat(10_000)}1${close.repeat(10_000)}`)).toBeUndefined();
  expect(parseJsonText(JSON.stringify(Array(1_001).fill(0)))).toBeUndefined();
  expect(parseJsonText(JSON.stringify({ a: Array(600).fill(0), b: Array(600).fill(0) }))).toBeUndefined();
});

test('a value with NUL is one that no schema accepts', () => {
  const text = JSON.stringify({ a: 'x\0', b: [{ 'c\0': 1 }], d: '\\u0000', e: 'y' });
  expect(parseJsonText(text)).toEqual({
    a: expect.any(Symbol),
    b: [{ 'c\0': expect.any(Symbol) }],
    d: String.raw`\u0000`,
    e: 'y',
  });
});
