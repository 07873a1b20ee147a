import { expectWidgetAccessible, expect, openWidgetForm, test } from '../support/widgetTest.ts';

for (const name of ['script-tag', 'two-widgets', 'themed'])
  test(`examples/${name}.html works on a partner’s page`, async ({ page, partnerOrigin }) => {
    await page.goto(`${partnerOrigin}/examples/${name}.html`);
    const widgets = page.locator('exchange-widget');
    for (const widget of await widgets.all()) {
      await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
      await expect(widget.locator(':scope > a')).toBeHidden();
    }
    await expectWidgetAccessible(page);
  });

test('a classic script from another origin under a strict policy leaves the page unchanged', async ({
  page,
  partnerOrigin,
}) => {
  const hosts = new Set<string>();
  page.on('request', request => hosts.add(new URL(request.url()).host));
  await page.goto(`${partnerOrigin}/partner.html`);
  const names = await page.evaluate(() => Object.keys(window).length);
  await openWidgetForm(page, `${partnerOrigin}/partner.html`);
  expect(hosts.size).toBe(2);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(3);
  expect(await page.evaluate(() => document.head.querySelectorAll('style, link').length)).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  expect(await page.evaluate(() => Object.keys(window).length)).toBe(names);
});

test('shows one form and a dismissible notice if loaded twice with an unknown currency', async ({
  page,
  partnerOrigin,
}) => {
  const widget = await openWidgetForm(page, `${partnerOrigin}/module.html`);
  const notice = widget.getByText('Такой валюты нет: XYZ');
  await expect(notice).toBeVisible();
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Скрыть сообщение' }).click();
  await expect(notice).toHaveCount(0);
});

test('shows the fallback link if the script is blocked', async ({ page, partnerOrigin, expectProblems }) => {
  await page.route('**/exchange-widget.js', route => route.abort());
  await page.goto(`${partnerOrigin}/partner.html`);
  await expect(page.getByRole('link', { name: 'Обменять BTC на рубли' })).toBeVisible();
  await expectProblems(/ERR_FAILED: .*\/widget\/exchange-widget\.js$/);
});

test('warns about another version on the page', async ({ page, partnerOrigin }) => {
  await page.addInitScript(() => {
    customElements.define(
      'exchange-widget',
      class extends HTMLElement {
        static version = 'other';
      },
    );
  });
  const warning = page.waitForEvent('console', message => message.type() === 'warning');
  await page.goto(`${partnerOrigin}/partner.html`);
  expect((await warning).text()).toContain('version other is on this page already');
});
