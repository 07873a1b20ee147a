import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compress, file } from '#server/web/files.ts';
import * as ready from '#server/web/ready.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'razmen-codings-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = 'const course = "1234.56";\n'.repeat(100);
const script = (text = TEXT) => file('index-12345678.js', new TextEncoder().encode(text), true);

test('copies that the build made are taken for these very bytes and for no others', async () => {
  await ready.make(folder, [script()]);
  const [same, changed] = [script(), script(`${TEXT} `)];
  await ready.take(folder, [same, changed]);
  const { br, gzip } = same.codings;
  expect([br && brotliDecompressSync(br).toString(), gzip && gunzipSync(gzip).toString()]).toEqual([
    TEXT,
    TEXT,
  ]);
  expect(changed.codings).toEqual({});
  // What was taken is not made again.
  await compress([same, changed]);
  expect(same.codings.br).toBe(br);
  expect(brotliDecompressSync(changed.codings.br ?? '').toString()).toBe(`${TEXT} `);
});

test('half a copy is none; small and dense files have none; what no file needs is removed', async () => {
  const image = file('a.png', new Uint8Array(4_000));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${script().digest}.br`), 'broken off');
  writeFileSync(join(folder, 'of-a-build-before.gz'), '');
  const half = script();
  await ready.take(folder, [half]);
  expect(half.codings).toEqual({});
  await ready.make(folder, [script(), script('short'), image]);
  expect(readdirSync(folder).toSorted()).toEqual([`${half.digest}.br`, `${half.digest}.gz`].toSorted());
  await ready.take(folder, [half]);
  expect(brotliDecompressSync(half.codings.br ?? '').toString()).toBe(TEXT);
});

test('a folder that is not there is no trouble', async () => {
  const one = script();
  await ready.take(join(folder, 'none'), [one]);
  expect(one.codings).toEqual({});
});
