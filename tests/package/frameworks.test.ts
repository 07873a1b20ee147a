import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as expected, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawned, type Spawned } from '#tests/server/spawned.ts';
import * as shops from './shop.ts';
import type { Shop } from './shop.ts';

/** What a page shows in the end. */
const see = expected.configure({ timeout: 15_000 });

let data = '';
let packed = '';
let exchange: Spawned;
let chromium: Browser;
const installed = new Map<string, Shop>();
const close: (() => unknown)[] = [];

const fixtures = {
  vite: ['vite'],
  'React 16': ['react', 'react16'],
  'React 19': ['react', 'react19'],
  Vue: ['vue'],
  Svelte: ['svelte'],
} as const;
type Name = keyof typeof fixtures;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'razmen-package-'));
  exchange = await spawned({
    DATA_DIR: join(data, 'data'),
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'warn',
    LIMIT_CALCULATOR_PER_MINUTE: '100000',
    LIMIT_CALCULATOR_BURST: '100000',
  });
  const packing = shops.pack(data);
  [chromium] = await Promise.all([shops.browser(), exchange.start()]);
  packed = await packing;
  const given = { packed, origin: exchange.origin };
  await Promise.all(
    Object.entries(fixtures).map(async ([name, folders]) => {
      installed.set(name, await shops.install(folders, given));
    }),
  );
}, 180_000);

afterAll(async () => {
  for (const end of close) await end();
  for (const shop of installed.values()) shop.close();
  await chromium?.close();
  await exchange?.kill();
  rmSync(data, { recursive: true, force: true });
});

function shop(name: Name): Shop {
  const found = installed.get(name);
  if (!found) throw new Error(`${name} is not installed`);
  return found;
}

/** Builds a shop, serves what came of it and opens it. */
async function open(name: Name, change: (html: string) => string = html => html) {
  const { folder, run } = shop(name);
  await run('vite/bin/vite.js', 'build', '--logLevel', 'error');
  const index = join(folder, 'dist/index.html');
  writeFileSync(index, change(readFileSync(index, 'utf8')));
  const served = await shops.serve(join(folder, 'dist'), exchange.origin);
  close.push(served.close);
  return shops.visit(chromium, served.origin);
}

/** The form can be used, and the page's own code hears of each change what the form shows. */
async function works(page: Page): Promise<void> {
  const widget = page.locator('exchange-widget').first();
  const output = page.locator('output');
  await see(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await see(widget.locator(':scope > a')).toBeHidden();
  await see(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
  for (const sum of ['0,01', '0,02']) {
    await widget.locator('[name=fromSumma]').fill(sum);
    const shown = async () => (await widget.locator('[name=toSumma]').inputValue()).replace(/\s/g, '');
    await see.poll(shown).not.toBe('');
    await see.poll(async () => (await output.innerText()).replace('.', ',')).toBe(await shown());
  }
}

test.for(['vite', 'Vue', 'Svelte'] as const)('%s: the form works on a built page', async name => {
  const { page, problems } = await open(name);
  await works(page);
  expect(problems).toEqual([]);
});

describe.for(['React 16', 'React 19'] as const)('%s', name => {
  test('the form works on a built page, and the wrapper follows its props', async () => {
    const { page, problems } = await open(name);
    await works(page);
    const [first, second] = [page.locator('exchange-widget').first(), page.locator('#second')];
    const told = page.locator('#told');
    await see(told).toContainText('ready BTC');
    await see(told).toContainText('change default');
    await see(second).toHaveAttribute('class', 'aside');
    await see(second.locator('[name=fromSumma]')).toHaveValue('100,50');

    await page.getByRole('button', { name: 'Другая пара' }).click();
    await see(first.getByRole('button', { name: 'Вы отдаёте: TRX' })).toBeVisible();

    await page.getByRole('button', { name: 'Кто это' }).click();
    await see(told).toContainText('exchange-widget');
    await page.getByRole('button', { name: 'Проверить' }).click();
    await see(told).toContainText(`API ${exchange.origin}`);
    const toggle = page.getByRole('button', { name: 'Показать или скрыть' });
    await toggle.click();
    await see(second).toHaveCount(0);
    await page.getByRole('button', { name: 'Кто это' }).click();
    await see(told).toContainText('undefined');
    // The handler is the one of the last drawing, not of the first.
    await toggle.click();
    await see(told).toContainText('ready TRX');
    expect(problems).toEqual([]);
  });

  test('a server draws the page, the browser takes it over', async () => {
    const { run, node, folder } = shop(name);
    await run(
      'vite/bin/vite.js',
      'build',
      '--ssr',
      'server.tsx',
      '--outDir',
      'server',
      '--logLevel',
      'error',
    );
    const html = await node(join(folder, 'server/server.js'));
    expect(html).toContain(
      `<exchange-widget api="${exchange.origin}" cur_from="BTC" cur_to="SBERRUB"><a href="${exchange.origin}/?cur_from=BTC&amp;cur_to=SBERRUB">`,
    );
    expect(html).toContain('class="aside"');
    expect(html).toContain('amount="100.5"');
    const { page, problems } = await open(name, built =>
      built.replace('<div id="root"></div>', () => `<div id="root">${html.trim()}</div>`),
    );
    await works(page);
    await see(page.locator('#told')).toContainText('ready BTC');
    expect(problems).toEqual([]);
  });
});

test.for(['React 16', 'React 19', 'Vue', 'Svelte'] as const)(
  '%s: the types say what is wrong',
  async name => {
    expect(await shop(name).run('typescript/bin/tsc', '--project', '.')).toBe('');
  },
);

test('`npm pack` gives the package itself, named as the repository is', async () => {
  const listed = await shops.listed(packed);
  expect(listed).toEqual(
    expect.arrayContaining(['package/index.js', 'package/index.d.ts', 'package/README.md']),
  );
  expect(listed.filter(name => !/^package\/(parts\/[\w.-]+\.js|[\w.-]+)$/.test(name))).toEqual([]);
  const { folder } = shop('vite');
  const installed = join(folder, 'node_modules');
  expect(
    readdirSync(installed)
      .filter(name => !name.startsWith('.'))
      .toSorted(),
  ).toEqual(['@razmen', 'vite']);
});

test('in Node every part of the package can be imported, and registers nothing', async () => {
  const { folder, node } = shop('React 19');
  const file = join(folder, 'node.mjs');
  writeFileSync(
    file,
    `const all = [await import('@razmen/exchange-widget'), await import('@razmen/exchange-widget/react')];
    const manifest = await import('@razmen/exchange-widget/custom-elements.json', { with: { type: 'json' } });
    console.log(JSON.stringify([all.map(Object.keys), manifest.default.modules.length, typeof HTMLElement]));`,
  );
  expect(JSON.parse(await node(file))).toEqual([[[], ['ExchangeWidget']], 1, 'undefined']);
});

test('a page that does not name the exchange says what it lacks', async () => {
  const { page, problems } = await open('vite', html => html.replace(/ api="[^"]+"/, ''));
  await see.poll(() => problems.join()).toContain('set api to the origin of the exchange');
  await page.close();
});
