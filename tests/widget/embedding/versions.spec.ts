import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { POLL_OF_STOPPED_SERVER } from '#tests/support/browser/formProblems.ts';
import { createServerProcess, type ServerProcess } from '#tests/support/serverProcess.ts';
import { createOldDeployment, type OldDeployment } from '../support/oldDeployment.ts';
import { CARD_REQUISITES, expect, fillRequisites, test } from '../support/widgetTest.ts';

test.describe.configure({ mode: 'serial' });

let oldDeployment: OldDeployment;
let data: string;
let server: ServerProcess;

test.beforeAll(async () => {
  oldDeployment = await createOldDeployment('0.0.1');
  data = mkdtempSync(join(tmpdir(), 'razmen-versions-'));
  server = await createServerProcess({ DATA_DIR: data, RATE_DRIFT: 'off', LOG_LEVEL: 'warn' });
});
test.afterAll(async () => {
  await server.kill();
  oldDeployment.remove();
  rmSync(data, { recursive: true, force: true });
});

/** Version of the element on the page. A prerendered form shows its amount before the element is defined. */
const readVersion = (page: Page) =>
  page.evaluate(async () => {
    const element = (await customElements.whenDefined('exchange-widget')) as unknown as { version: string };
    return element.version;
  });

/** Records the widget files requested by the page with their response status. */
function recordWidgetFiles(page: Page): Map<string, number> {
  const names = new Map<string, number>();
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/widget/')) names.set(pathname.slice('/widget/'.length), response.status());
  });
  return names;
}

test('an old script creates a claim on a new deployment', async ({ page, shop, allowProblems }) => {
  allowProblems(POLL_OF_STOPPED_SERVER);
  await server.start(oldDeployment.folder);
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(server.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }));
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await server.stop();
  await server.start();

  const names = recordWidgetFiles(page);
  await widget.locator('[name=fromSumma]').fill('0,01');
  await fillRequisites(widget, CARD_REQUISITES);
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
  expect(await readVersion(page)).toBe('0.0.1');
  const laterFiles = [...names.keys()];
  expect(laterFiles.map(name => name.split('/')[1])).toEqual(
    expect.arrayContaining(['entry.js', 'ClaimScreen.js']),
  );
  expect([...names.values()].every(status => status === 200)).toBe(true);
  // The current build contains none of these files.
  const current = new Set(globSync('*/entry.js', { cwd: 'dist/site/widget' }));
  expect(laterFiles.filter(name => current.has(name))).toEqual([]);
});

test('a pinned page loads its version, other pages the new one', async ({ page, shop }) => {
  const [pinned = ''] = globSync('*/exchange-widget.js', {
    cwd: join(oldDeployment.folder, 'dist/site/widget'),
  });
  const html = (script: string) => `<!doctype html><html lang="ru"><title>Магазин</title>
    <script src="${server.origin}/widget/${script}" async></script><exchange-widget></exchange-widget>`;
  const form = page.locator('exchange-widget [name=fromSumma]');
  await page.goto(shop.servePage(html(pinned)));
  await expect(form).not.toHaveValue('');
  expect(await readVersion(page)).toBe('0.0.1');
  await page.goto(shop.servePage(html('exchange-widget.js')));
  await expect(form).not.toHaveValue('');
  expect(await readVersion(page)).not.toBe('0.0.1');
});
