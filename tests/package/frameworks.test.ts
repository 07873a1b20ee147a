import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect as playwrightExpect, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerProcess, type ServerProcess } from '#tests/support/serverProcess.ts';
import {
  packPackage,
  launchChromium,
  installProject,
  serveFolder,
  openPageRecordingProblems,
  listPackedFiles,
} from '../support/partnerProject.ts';
import type { PartnerProject } from '../support/partnerProject.ts';

/** The visible content of a page. */
const expectPage = playwrightExpect.configure({ timeout: 15_000 });

let dataFolder = '';
let packed = '';
let exchange: ServerProcess;
let chromium: Browser;
const installed = new Map<string, PartnerProject>();
const cleanups: (() => unknown)[] = [];

const fixtures = {
  vite: ['vite'],
  'React 16': ['react', 'react16'],
  'React 19': ['react', 'react19'],
  Vue: ['vue'],
  Svelte: ['svelte'],
} as const;
type FixtureName = keyof typeof fixtures;

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'razmen-package-'));
  exchange = await createServerProcess({
    DATA_DIR: join(dataFolder, 'data'),
    RATE_DRIFT: 'off',
    LOG_LEVEL: 'warn',
    LIMIT_READS_PER_MINUTE: '100000',
    LIMIT_CALCULATOR_PER_MINUTE: '100000',
    LIMIT_CALCULATOR_BURST: '100000',
  });
  const packing = packPackage(dataFolder);
  [chromium] = await Promise.all([launchChromium(), exchange.start()]);
  packed = await packing;
  const given = { packed, origin: exchange.origin };
  await Promise.all(
    Object.entries(fixtures).map(async ([name, folders]) => {
      installed.set(name, await installProject(folders, given));
    }),
  );
}, 180_000);

afterAll(async () => {
  for (const end of cleanups) await end();
  for (const shop of installed.values()) shop.remove();
  await chromium?.close();
  await exchange?.kill();
  rmSync(dataFolder, { recursive: true, force: true });
});

function getProject(name: FixtureName): PartnerProject {
  const found = installed.get(name);
  if (!found) throw new Error(`${name} is not installed`);
  return found;
}

/** Builds a project, serves the result and opens it. */
async function openBuiltProject(name: FixtureName, change: (html: string) => string = html => html) {
  const { folder, runTool } = getProject(name);
  await runTool('vite/bin/vite.js', 'build', '--logLevel', 'error');
  const index = join(folder, 'dist/index.html');
  writeFileSync(index, change(readFileSync(index, 'utf8')));
  const served = await serveFolder(join(folder, 'dist'), exchange.origin);
  cleanups.push(served.close);
  return openPageRecordingProblems(chromium, served.origin);
}

/** Expects a usable form whose change events have the displayed amount. */
async function expectFormWorks(page: Page): Promise<void> {
  const widget = page.locator('exchange-widget').first();
  const output = page.locator('output');
  await expectPage(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await expectPage(widget.locator(':scope > a')).toBeHidden();
  await expectPage(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
  for (const amount of ['0,01', '0,02']) {
    await widget.locator('[name=fromSumma]').fill(amount);
    const readToAmount = async () => (await widget.locator('[name=toSumma]').inputValue()).replace(/\s/g, '');
    await expectPage.poll(readToAmount).not.toBe('');
    await expectPage
      .poll(async () => (await output.innerText()).replace('.', ','))
      .toBe(await readToAmount());
  }
}

test.for(['vite', 'Vue', 'Svelte'] as const)('%s: the form works on a built page', async name => {
  const { page, problems } = await openBuiltProject(name);
  await expectFormWorks(page);
  expect(problems).toEqual([]);
});

describe.for(['React 16', 'React 19'] as const)('%s', name => {
  test('the form works on a built page and the wrapper applies its props', async () => {
    const { page, problems } = await openBuiltProject(name);
    await expectFormWorks(page);
    const [first, second] = [page.locator('exchange-widget').first(), page.locator('#second')];
    const eventList = page.locator('#events');
    await expectPage(eventList).toContainText('ready BTC');
    await expectPage(eventList).toContainText('change default');
    await expectPage(second).toHaveAttribute('class', 'aside');
    await expectPage(second.locator('[name=fromSumma]')).toHaveValue('100,50');

    await page.getByRole('button', { name: 'Другая пара' }).click();
    await expectPage(first.getByRole('button', { name: 'Вы отдаёте: TRX' })).toBeVisible();

    await page.getByRole('button', { name: 'Кто это' }).click();
    await expectPage(eventList).toContainText('exchange-widget');
    await page.getByRole('button', { name: 'Проверить' }).click();
    await expectPage(eventList).toContainText(`API ${exchange.origin}`);
    const toggle = page.getByRole('button', { name: 'Показать или скрыть' });
    await toggle.click();
    await expectPage(second).toHaveCount(0);
    await page.getByRole('button', { name: 'Кто это' }).click();
    await expectPage(eventList).toContainText('undefined');
    // The handler is that of the latest render, not of the first.
    await toggle.click();
    await expectPage(eventList).toContainText('ready TRX');
    expect(problems).toEqual([]);
  });

  test('renders on the server and hydrates in the browser', async () => {
    const { runTool, runNode, folder } = getProject(name);
    await runTool(
      'vite/bin/vite.js',
      'build',
      '--ssr',
      'server.tsx',
      '--outDir',
      'server',
      '--logLevel',
      'error',
    );
    const html = await runNode(join(folder, 'server/server.js'));
    expect(html).toContain(
      `<exchange-widget api="${exchange.origin}" cur_from="BTC" cur_to="SBERRUB"><a href="${exchange.origin}/?cur_from=BTC&amp;cur_to=SBERRUB">`,
    );
    expect(html).toContain('class="aside"');
    expect(html).toContain('amount="100.5"');
    const { page, problems } = await openBuiltProject(name, built =>
      built.replace('<div id="root"></div>', () => `<div id="root">${html.trim()}</div>`),
    );
    await expectFormWorks(page);
    await expectPage(page.locator('#events')).toContainText('ready BTC');
    expect(problems).toEqual([]);
  });
});

test.for(['React 16', 'React 19', 'Vue', 'Svelte'] as const)(
  '%s: the types reject wrong usage',
  async name => {
    expect(await getProject(name).runTool('typescript/bin/tsc', '--project', '.')).toBe('');
  },
);

test('`npm pack` packs only the package’s files', async () => {
  const fileNames = await listPackedFiles(packed);
  expect(fileNames).toEqual(
    expect.arrayContaining(['package/index.js', 'package/index.d.ts', 'package/README.md']),
  );
  expect(fileNames.filter(name => !/^package\/(parts\/[\w.-]+\.js|[\w.-]+)$/.test(name))).toEqual([]);
  const { folder } = getProject('vite');
  const installed = join(folder, 'node_modules');
  expect(
    readdirSync(installed)
      .filter(name => !name.startsWith('.'))
      .toSorted(),
  ).toEqual(['@razmen', 'vite']);
});

test('every entry point can be imported in Node and registers nothing', async () => {
  const { folder, runNode } = getProject('React 19');
  const file = join(folder, 'node.mjs');
  writeFileSync(
    file,
    `const all = [await import('@razmen/exchange-widget'), await import('@razmen/exchange-widget/react')];
    const manifest = await import('@razmen/exchange-widget/custom-elements.json', { with: { type: 'json' } });
    console.log(JSON.stringify([all.map(Object.keys), manifest.default.modules.length, typeof HTMLElement]));`,
  );
  expect(JSON.parse(await runNode(file))).toEqual([[[], ['ExchangeWidget']], 1, 'undefined']);
});

test('logs the missing api attribute', async () => {
  const { page, problems } = await openBuiltProject('vite', html => html.replace(/ api="[^"]+"/, ''));
  await expectPage.poll(() => problems.join()).toContain('set api to the origin of the exchange');
  await page.close();
});
