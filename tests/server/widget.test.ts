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
import { read } from '#server/config.ts';
import { open, type Host } from '#server/web/host.ts';
import { DAYS } from '#server/web/kept.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const DAY = 24 * 60 * 60 * 1000;

/** Two deployments: the picker is the same in both, the claim flow is another. */
const first = {
  'dist/widget/exchange-widget.js': 'first loader',
  'dist/widget/AAAAAAAA/exchange-widget.js': 'first loader, pinned',
  'dist/widget/AAAAAAA1/element.js': 'first element',
  'dist/widget/AAAAAAA2/part.js': `first claim flow ${'обмен '.repeat(200)}`,
  'dist/widget/SSSSSSSS/Picker.js': 'picker',
  'dist/single/AAAAAAA3/exchange-widget.single.js': 'first, all in one',
  'dist/single/integrity.json': '{"version":"1"}',
};
const second = {
  'dist/widget/exchange-widget.js': 'second loader',
  'dist/widget/BBBBBBBB/exchange-widget.js': 'second loader, pinned',
  'dist/widget/BBBBBBB1/element.js': 'second element',
  'dist/widget/BBBBBBB2/part.js': 'second claim flow',
  'dist/widget/SSSSSSSS/Picker.js': 'picker',
  'dist/single/BBBBBBB3/exchange-widget.single.js': 'second, all in one',
  'dist/single/integrity.json': '{"version":"2"}',
};

let folder = '';
let data = '';
const running: Host[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'razmen-versions-'));
  data = join(folder, 'data');
});
afterEach(async () => {
  for (const host of running.splice(0)) await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Deploys a build and starts a server on it; answers what it answers. */
async function deploy(files: Record<string, string>, dataDir = data) {
  const root = mkdtempSync(join(folder, 'root-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const host = await open(read({ DATA_DIR: dataDir }), root);
  running.push(host);
  const app = new Hono().use(host.pages);
  return (name: string, headers = {}) => app.request(`/widget/${name}`, { headers });
}

const text = async (asked: Promise<Response> | Response) => {
  const answer = await asked;
  return answer.status === 200 ? answer.text() : answer.status;
};

/** Lets so many days go by for all that is kept. */
function pass(days: number): void {
  for (const name of readdirSync(join(data, 'widget'))) {
    const place = join(data, 'widget', name);
    const then = new Date(statSync(place).mtimeMs - days * DAY);
    utimesSync(place, then, then);
  }
}
const builds = () => readdirSync(join(data, 'widget')).length;

test('the script is asked for again every five minutes, what has a hash in its address never', async () => {
  const get = await deploy(first);
  expect((await get('exchange-widget.js')).headers.get('cache-control')).toBe('public, max-age=300');
  expect((await get('integrity.json')).headers.get('cache-control')).toBe('public, max-age=300');
  for (const name of [
    'AAAAAAAA/exchange-widget.js',
    'AAAAAAA2/part.js',
    'AAAAAAA3/exchange-widget.single.js',
  ]) {
    const answer = await get(name);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('a page of before the deployment gets all the parts of its own version, as they were', async () => {
  await deploy(first);
  const get = await deploy(second);
  expect(await text(get('exchange-widget.js'))).toBe('second loader');
  expect(await text(get('integrity.json'))).toBe('{"version":"2"}');
  for (const [path, body] of Object.entries(first)) {
    const name = path.replace(/dist\/(widget|single)\//, '');
    if (!name.includes('/')) continue;
    const answer = await get(name);
    expect(await answer.text()).toBe(body);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  }
});

test('what the page has already of an older version is not sent again', async () => {
  await deploy(first);
  const get = await deploy(second);
  const tag = (await get('AAAAAAA2/part.js')).headers.get('etag') ?? '';
  expect((await get('AAAAAAA2/part.js', { 'if-none-match': tag })).status).toBe(304);
});

test('going back to the first build and on again, both are there', async () => {
  await deploy(first);
  await deploy(second);
  const back = await deploy(first);
  expect(await text(back('BBBBBBB2/part.js'))).toBe('second claim flow');
  const again = await deploy(second);
  expect(await text(again('AAAAAAA1/element.js'))).toBe('first element');
  expect(builds()).toBe(2);
});

test('only what had a hash is kept: no second build’s page is answered with the first one’s loader', async () => {
  await deploy(first);
  const { 'dist/widget/exchange-widget.js': _, ...rest } = second;
  const get = await deploy(rest);
  expect(await text(get('exchange-widget.js'))).toBe(404);
});

test(`a build goes ${DAYS} days after it was last in use, and not before`, async () => {
  await deploy(first);
  pass(DAYS - 1);
  await deploy(second);
  expect(builds()).toBe(2);
  pass(2);
  const get = await deploy(second);
  expect(await text(get('AAAAAAA2/part.js'))).toBe(404);
  expect(await text(get('BBBBBBB2/part.js'))).toBe('second claim flow');
  expect(builds()).toBe(1);
});

test('a version that pages stay with stays whole, for as long as they ask for any part of it', async () => {
  await deploy(first);
  for (let visit = 0; visit < 3; visit++) {
    pass(DAYS - 1);
    const get = await deploy(second);
    expect(await text(get('AAAAAAAA/exchange-widget.js'))).toBe('first loader, pinned');
  }
  const get = await deploy(second);
  expect(await text(get('AAAAAAA2/part.js'))).toMatch(/^first claim flow/);
});

test('a server that runs for longer than that does not lose its own build when the next one comes', async () => {
  await deploy(first);
  pass(DAYS + 10);
  await running.splice(0)[0]?.stop();
  expect(await text((await deploy(second))('AAAAAAA2/part.js'))).toMatch(/^first claim flow/);
});

test('a copy that was cut short is not taken for a build, and goes a day later', async () => {
  const half = join(data, 'widget/.half/AAAAAAA2');
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, 'part.js'), 'fir');
  const get = await deploy(second);
  expect(await text(get('AAAAAAA2/part.js'))).toBe(404);
  expect(existsSync(half)).toBe(true);
  pass(2);
  await deploy(second);
  expect(existsSync(half)).toBe(false);
});

test('servers that start together on one folder do not disturb each other', async () => {
  const servers = await Promise.all([deploy(first), deploy(first), deploy(second), deploy(second)]);
  for (const get of servers) expect((await get('SSSSSSSS/Picker.js')).status).toBe(200);
  expect(builds()).toBe(2);
});

test.each(['', 'AAAAAAA2', 'AAAAAAA2/', 'AAAAAAA2/../AAAAAAA1/element.js', '../lock', 'AAAAAAA2/%2e%2e/x'])(
  'nothing else comes out of the folder: %j',
  async name => {
    await deploy(first);
    const get = await deploy(second);
    writeFileSync(join(data, 'lock'), 'secret');
    const answer = await get(name);
    expect(await answer.text()).not.toMatch(/secret|first claim/);
  },
);

test('an address that no build had is a 404 that nobody keeps', async () => {
  const get = await deploy(first);
  const answer = await get('ZZZZZZZZ/part.js');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('where the folder cannot be written the current build is served all the same', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  chmodSync(file, 0o444);
  const get = await deploy(first, file);
  expect(await text(get('AAAAAAA2/part.js'))).toMatch(/^first claim flow/);
  expect(await text(get('BBBBBBB2/part.js'))).toBe(404);
});

test('the real build: the printed digest is that of the bytes that are served', async () => {
  const host = await open(read({ DATA_DIR: data }), repository);
  running.push(host);
  const app = new Hono().use(host.pages);
  const told = (await (await app.request('/widget/integrity.json')).json()) as Record<string, string>;
  expect(Object.keys(told)).toEqual(['version', 'script', 'pinned', 'single', 'integrity']);
  const bytes = async (name: string) => {
    const answer = await app.request(told[name] ?? '');
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const digest = createHash('sha384')
    .update(await bytes('single'))
    .digest('base64');
  expect(told.integrity).toBe(`sha384-${digest}`);
  // Pinned or not, the script is the same but for where its parts are.
  expect(String(await bytes('pinned')).replaceAll('"../', '"./')).toBe(String(await bytes('script')));
  const parts = [...String(await bytes('pinned')).matchAll(/"\.\.\/([\w-]{8}\/\w+\.js)"/g)];
  expect(parts.length).toBeGreaterThan(1);
  for (const [, name] of parts) expect((await app.request(`/widget/${name}`)).status).toBe(200);
});
