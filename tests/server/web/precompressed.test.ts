import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressFiles, createStaticFile } from '#server/platform/http/response/staticFiles.ts';
import { writePrecompressed, loadPrecompressed } from '#server/platform/http/response/precompressed.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'razmen-codings-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = 'const course = "1234.56";\n'.repeat(100);
const createScriptFile = (text = TEXT) =>
  createStaticFile('index-12345678.js', new TextEncoder().encode(text), true);

test('uses precompressed copies only for identical bytes', async () => {
  await writePrecompressed(folder, [createScriptFile()]);
  const [same, changed] = [createScriptFile(), createScriptFile(`${TEXT} `)];
  await loadPrecompressed(folder, [same, changed]);
  const { br, gzip } = same.encodings;
  expect([br && brotliDecompressSync(br).toString(), gzip && gunzipSync(gzip).toString()]).toEqual([
    TEXT,
    TEXT,
  ]);
  expect(changed.encodings).toEqual({});
  // Loaded copies are not compressed again.
  await compressFiles([same, changed]);
  expect(same.encodings.br).toBe(br);
  expect(brotliDecompressSync(changed.encodings.br ?? '').toString()).toBe(`${TEXT} `);
});

test('ignores broken copies, skips small files and removes unused copies', async () => {
  const image = createStaticFile('a.png', new Uint8Array(4_000));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${createScriptFile().digest}.br`), 'broken off');
  writeFileSync(join(folder, 'of-a-build-before.gz'), '');
  const scriptFile = createScriptFile();
  await loadPrecompressed(folder, [scriptFile]);
  expect(scriptFile.encodings).toEqual({});
  await writePrecompressed(folder, [createScriptFile(), createScriptFile('short'), image]);
  expect(readdirSync(folder).toSorted()).toEqual(
    [`${scriptFile.digest}.br`, `${scriptFile.digest}.gz`].toSorted(),
  );
  await loadPrecompressed(folder, [scriptFile]);
  expect(brotliDecompressSync(scriptFile.encodings.br ?? '').toString()).toBe(TEXT);
});

test('accepts a missing folder', async () => {
  const scriptFile = createScriptFile();
  await loadPrecompressed(join(folder, 'none'), [scriptFile]);
  expect(scriptFile.encodings).toEqual({});
});
