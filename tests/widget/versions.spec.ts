import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { spawned, type Spawned } from '#tests/server/spawned.ts';
import { other, type Deployment } from './deployment.ts';
import { CARD, expect, fill, test } from './fixture.ts';

test.describe.configure({ mode: 'serial' });

let before: Deployment;
let data: string;
let server: Spawned;

test.beforeAll(async () => {
  before = await other('0.0.1');
  data = mkdtempSync(join(tmpdir(), 'razmen-versions-'));
  server = await spawned({ DATA_DIR: data, RATE_DRIFT: 'off', LOG_LEVEL: 'warn' });
});
test.afterAll(async () => {
  await server.kill();
  before.remove();
  rmSync(data, { recursive: true, force: true });
});

/** Version of the element on the page. */
const version = (page: Page) =>
  page.evaluate(() => (customElements.get('exchange-widget') as unknown as { version: string }).version);

/** Names of the widget's files that the page asked for, with the status of each answer. */
function asked(page: Page): Map<string, number> {
  const names = new Map<string, number>();
  page.on('response', answer => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/widget/')) names.set(pathname.slice('/widget/'.length), answer.status());
  });
  return names;
}

test('a page with the old script makes its claim on the server of the new deployment', async ({
  page,
  shop,
}) => {
  await server.start(before.folder);
  const widget = page.locator('exchange-widget');
  await page.goto(shop.page(server.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }));
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await server.stop();
  await server.start();

  const names = asked(page);
  await widget.locator('[name=fromSumma]').fill('0,01');
  await fill(widget, CARD);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(await version(page)).toBe('0.0.1');
  const later = [...names.keys()];
  expect(later.map(name => name.split('/')[1])).toEqual(expect.arrayContaining(['part.js', 'Open.js']));
  expect([...names.values()].every(status => status === 200)).toBe(true);
  // What it was given is in no current build.
  const current = new Set(globSync('*/part.js', { cwd: 'dist/widget' }));
  expect(later.filter(name => current.has(name))).toEqual([]);
});

test('a page that stays with a version gets it from the first load on, other pages the new one', async ({
  page,
  shop,
}) => {
  const [pinned = ''] = globSync('*/exchange-widget.js', { cwd: join(before.folder, 'dist/widget') });
  const html = (script: string) => `<!doctype html><html lang="ru"><title>Магазин</title>
    <script src="${server.origin}/widget/${script}" async></script><exchange-widget></exchange-widget>`;
  const form = page.locator('exchange-widget [name=fromSumma]');
  await page.goto(shop.show(html(pinned)));
  await expect(form).not.toHaveValue('');
  expect(await version(page)).toBe('0.0.1');
  await page.goto(shop.show(html('exchange-widget.js')));
  await expect(form).not.toHaveValue('');
  expect(await version(page)).not.toBe('0.0.1');
});
