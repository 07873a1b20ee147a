import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import { openWebHost, type WebHost } from '#server/web/webHost.ts';
import { ARCHIVE_DAYS } from '#server/web/buildArchive.ts';

const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url));
const DAY = 24 * 60 * 60 * 1000;

/** Two builds: the picker is the same in both, the claim flow differs. */
const first = {
  'dist/site/widget/exchange-widget.js': 'first loader',
  'dist/site/widget/AAAAAAAA/exchange-widget.js': 'first loader, pinned',
  'dist/site/widget/AAAAAAA1/element.js': 'first element',
  'dist/site/widget/AAAAAAA2/part.js': `first claim flow ${'обмен '.repeat(200)}`,
  'dist/site/widget/SSSSSSSS/Picker.js': 'picker',
  'dist/single/AAAAAAA3/exchange-widget.single.js': 'first, all in one',
  'dist/single/integrity.json': '{"version":"1"}',
};
const second = {
  'dist/site/widget/exchange-widget.js': 'second loader',
  'dist/site/widget/BBBBBBBB/exchange-widget.js': 'second loader, pinned',
  'dist/site/widget/BBBBBBB1/element.js': 'second element',
  'dist/site/widget/BBBBBBB2/part.js': 'second claim flow',
  'dist/site/widget/SSSSSSSS/Picker.js': 'picker',
  'dist/single/BBBBBBB3/exchange-widget.single.js': 'second, all in one',
  'dist/single/integrity.json': '{"version":"2"}',
};

let folder = '';
let data = '';
const running: WebHost[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-versions-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  for (const host of running.splice(0)) await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Deploys a build and starts a server on it. Returns a function that requests its files. */
async function deployBuild(files: Record<string, string>, dataDir = data) {
  const root = mkdtempSync(join(folder, 'root-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const host = await openWebHost(parseConfig({ DATA_DIR: dataDir }), root);
  running.push(host);
  const app = new Hono().use(host.servePages);
  return (name: string, headers = {}) => app.request(`/widget/${name}`, { headers });
}

const readText = async (pending: Promise<Response> | Response) => {
  const response = await pending;
  return response.status === 200 ? response.text() : response.status;
};

/** Makes all archived builds this many days older. */
function ageBuilds(days: number): void {
  for (const name of readdirSync(join(data, 'widget'))) {
    const path = join(data, 'widget', name);
    const modifiedAt = new Date(statSync(path).mtimeMs - days * DAY);
    utimesSync(path, modifiedAt, modifiedAt);
  }
}
const countBuilds = () => readdirSync(join(data, 'widget')).length;

test('caches the script for 5 min and hashed files forever', async () => {
  const get = await deployBuild(first);
  expect((await get('exchange-widget.js')).headers.get('cache-control')).toBe('public, max-age=300');
  expect((await get('integrity.json')).headers.get('cache-control')).toBe('public, max-age=300');
  for (const name of [
    'AAAAAAAA/exchange-widget.js',
    'AAAAAAA2/part.js',
    'AAAAAAA3/exchange-widget.single.js',
  ]) {
    const response = await get(name);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('serves the previous version’s files unchanged', async () => {
  await deployBuild(first);
  const get = await deployBuild(second);
  expect(await readText(get('exchange-widget.js'))).toBe('second loader');
  expect(await readText(get('integrity.json'))).toBe('{"version":"2"}');
  for (const [path, body] of Object.entries(first)) {
    const name = path.replace(/dist\/(site\/widget|single)\//, '');
    if (!name.includes('/')) continue;
    const response = await get(name);
    expect(await response.text()).toBe(body);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  }
});

test('returns 304 for an unchanged file of an older version', async () => {
  await deployBuild(first);
  const get = await deployBuild(second);
  const tag = (await get('AAAAAAA2/part.js')).headers.get('etag') ?? '';
  expect((await get('AAAAAAA2/part.js', { 'if-none-match': tag })).status).toBe(304);
});

test('keeps both builds after a rollback and another deployment', async () => {
  await deployBuild(first);
  await deployBuild(second);
  const rolledBack = await deployBuild(first);
  expect(await readText(rolledBack('BBBBBBB2/part.js'))).toBe('second claim flow');
  const redeployed = await deployBuild(second);
  expect(await readText(redeployed('AAAAAAA1/element.js'))).toBe('first element');
  expect(countBuilds()).toBe(2);
});

test('keeps only hashed files of earlier builds', async () => {
  await deployBuild(first);
  const { 'dist/site/widget/exchange-widget.js': _, ...rest } = second;
  const get = await deployBuild(rest);
  expect(await readText(get('exchange-widget.js'))).toBe(404);
});

test(`deletes a build ${ARCHIVE_DAYS} days after its last use, and not before`, async () => {
  await deployBuild(first);
  ageBuilds(ARCHIVE_DAYS - 1);
  await deployBuild(second);
  expect(countBuilds()).toBe(2);
  ageBuilds(2);
  const get = await deployBuild(second);
  expect(await readText(get('AAAAAAA2/part.js'))).toBe(404);
  expect(await readText(get('BBBBBBB2/part.js'))).toBe('second claim flow');
  expect(countBuilds()).toBe(1);
});

test('keeps a whole version while pages request any part of it', async () => {
  await deployBuild(first);
  for (let visit = 0; visit < 3; visit++) {
    ageBuilds(ARCHIVE_DAYS - 1);
    const get = await deployBuild(second);
    expect(await readText(get('AAAAAAAA/exchange-widget.js'))).toBe('first loader, pinned');
  }
  const get = await deployBuild(second);
  expect(await readText(get('AAAAAAA2/part.js'))).toMatch(/^first claim flow/);
});

test('keeps the build of a long-running server', async () => {
  await deployBuild(first);
  ageBuilds(ARCHIVE_DAYS + 10);
  await running.splice(0)[0]?.stop();
  expect(await readText((await deployBuild(second))('AAAAAAA2/part.js'))).toMatch(/^first claim flow/);
});

test('ignores an incomplete copy and deletes it after a day', async () => {
  const incomplete = join(data, 'widget/.half/AAAAAAA2');
  mkdirSync(incomplete, { recursive: true });
  writeFileSync(join(incomplete, 'part.js'), 'fir');
  const get = await deployBuild(second);
  expect(await readText(get('AAAAAAA2/part.js'))).toBe(404);
  expect(existsSync(incomplete)).toBe(true);
  ageBuilds(2);
  await deployBuild(second);
  expect(existsSync(incomplete)).toBe(false);
});

test('supports servers that start together on one folder', async () => {
  const servers = await Promise.all([
    deployBuild(first),
    deployBuild(first),
    deployBuild(second),
    deployBuild(second),
  ]);
  for (const get of servers) expect((await get('SSSSSSSS/Picker.js')).status).toBe(200);
  expect(countBuilds()).toBe(2);
});

test.each(['', 'AAAAAAA2', 'AAAAAAA2/', 'AAAAAAA2/../AAAAAAA1/element.js', '../lock', 'AAAAAAA2/%2e%2e/x'])(
  'serves nothing else from the folder: %j',
  async name => {
    await deployBuild(first);
    const get = await deployBuild(second);
    writeFileSync(join(data, 'lock'), 'secret');
    const response = await get(name);
    expect(await response.text()).not.toMatch(/secret|first claim/);
  },
);

test('an unknown path is an uncached 404', async () => {
  const get = await deployBuild(first);
  const response = await get('ZZZZZZZZ/part.js');
  expect(response.status).toBe(404);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('serves the current build if the folder cannot be written', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  chmodSync(file, 0o444);
  const get = await deployBuild(first, file);
  expect(await readText(get('AAAAAAA2/part.js'))).toMatch(/^first claim flow/);
  expect(await readText(get('BBBBBBB2/part.js'))).toBe(404);
});

test('the printed digest matches the served bytes of the real build', async () => {
  const host = await openWebHost(parseConfig({ DATA_DIR: data }), repositoryRoot);
  running.push(host);
  const app = new Hono().use(host.servePages);
  const integrity = (await (await app.request('/widget/integrity.json')).json()) as Record<string, string>;
  expect(Object.keys(integrity)).toEqual(['version', 'script', 'pinned', 'single', 'integrity']);
  const bytes = async (name: string) => {
    const response = await app.request(integrity[name] ?? '');
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const digest = createHash('sha384')
    .update(await bytes('single'))
    .digest('base64');
  expect(integrity.integrity).toBe(`sha384-${digest}`);
  // The pinned script differs only in the paths of its chunks.
  expect(String(await bytes('pinned')).replaceAll('"../', '"')).toBe(String(await bytes('script')));
  const parts = [...String(await bytes('pinned')).matchAll(/"\.\.\/([\w-]{8}\/\w+\.js)"/g)];
  expect(parts.length).toBeGreaterThan(1);
  for (const [, name] of parts) expect((await app.request(`/widget/${name}`)).status).toBe(200);
});
