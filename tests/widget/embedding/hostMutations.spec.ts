import type { Locator, Page } from '@playwright/test';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import type { ExchangeWidget } from '#widget/element.ts';
import { expectWidgetAccessible, CARD_REQUISITES, expect, test } from '../support/widgetTest.ts';

/** A shop page with the script in its head. */
const renderPage = (exchangeOrigin: string, body: string) => `<!doctype html>
<html lang="ru"><head><meta charset="utf-8" /><title>Магазин</title>
<script src="${exchangeOrigin}/widget/exchange-widget.js" async crossorigin></script></head>
<body>${body}</body></html>`;

const WIDGET = '<exchange-widget cur_from="BTC" cur_to="SBERRUB"><a href="/">Обменять</a></exchange-widget>';

/** Expects a form that calculates one side from the other. */
async function expectFormWorks(widget: Locator, from = 'BTC'): Promise<void> {
  await expect(widget.locator('[data-focus=from]')).toContainText(from);
  await widget.locator('[name=fromSumma]').fill('40');
  await expect(widget.locator('[name=toSumma]')).toHaveValue(/\d/);
  await expect(widget.locator(':scope > a')).toBeHidden();
}

/** Continues to the requisites and fills in half of them. */
async function fillHalf(widget: Locator): Promise<void> {
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await widget.locator('[name=fromSumma]').fill('0,02');
  await widget.getByRole('button', { name: 'Продолжить' }).click();
  await widget.locator('[name=card]').fill(CARD_REQUISITES.card);
  await widget.locator('[name=email]').fill(CARD_REQUISITES.email);
  await widget.locator('[name=fio]').pressSequentially('Анна');
}

const expectHalfFilled = async (widget: Locator) => {
  await expect(widget.locator('[name=card]')).toHaveValue(CARD_REQUISITES.card);
  await expect(widget.locator('[name=email]')).toHaveValue(CARD_REQUISITES.email);
  await expect(widget.locator('[name=fio]')).toHaveValue('Анна');
  await expect(widget.locator('.header small')).toContainText('0,02\u00a0BTC');
};

/** Records the paths of API requests from now on. */
function recordApiCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', request => {
    if (request.url().includes('/api/')) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

test('a property set before the script loads overrides the attribute', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  await page.goto(
    shop.servePage(
      renderPage(
        exchangeOrigin,
        `${WIDGET}<script>document.querySelector('exchange-widget').cur_from = 'TON'</script>`,
      ),
    ),
  );
  const widget = page.locator('exchange-widget');
  await expectFormWorks(widget, 'TON');
  await expect(widget).toHaveAttribute('cur_from', 'TON');
});

test('attribute changes keep a half-filled claim', async ({ page, shop, exchangeOrigin }) => {
  await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)));
  const widget = page.locator('exchange-widget');
  await fillHalf(widget);
  await widget.evaluate(element => {
    for (const [name, value] of Object.entries({
      cur_from: 'TON',
      cur_to: 'SBPRUB',
      amount: '500',
      city: 'MSK',
      rid: 'partner',
      theme: 'dark',
    }))
      element.setAttribute(name, value);
    element.removeAttribute('cur_to');
    (element as ExchangeWidget).amount = undefined;
  });
  await expect(widget.locator('.panel')).toHaveCSS('background-color', 'rgb(19, 22, 17)');
  await expectHalfFilled(widget);
  await expect(widget.locator('[name=fio]')).toBeFocused();
  await page.keyboard.type(' Смирнова');
  await expect(widget.locator('[name=fio]')).toHaveValue('Анна Смирнова');
  // The next form starts with the attributes that were set meanwhile.
  await widget.getByRole('button', { name: 'Назад' }).click();
  await expect(widget.locator('[data-focus=from]')).toContainText('TON');
});

test('keeps a half-filled claim when moved, removed and reinserted', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  await page.clock.install();
  await page.goto(shop.servePage(renderPage(exchangeOrigin, `<main>${WIDGET}</main><aside></aside>`)));
  const widget = page.locator('exchange-widget');
  await fillHalf(widget);
  const move = (by: 'append' | 'moveBefore', to: string) =>
    widget.evaluate(
      (element, { by, to }) => {
        const target = document.querySelector(to) as Element & { moveBefore(node: Node, at: null): void };
        if (by === 'append') target.append(element);
        else target.moveBefore(element, null);
      },
      { by, to },
    );
  await move('moveBefore', 'aside');
  await expect(widget.locator('[name=fio]')).toBeFocused();
  await expectHalfFilled(widget);
  await move('append', 'main');
  await expectHalfFilled(widget);
  const removedWidget = await widget.evaluateHandle(element => {
    element.remove();
    return element;
  });
  await expect(widget).toHaveCount(0);
  const calls = recordApiCalls(page);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.clock.runFor(2 * COURSE_POLL_INTERVAL_MS);
  // Requests are recorded in their order: those of the widget would be before this one.
  await page.evaluate(origin => fetch(`${origin}/api/v1/calculator/`).then(() => {}), exchangeOrigin);
  await expect.poll(() => calls).toEqual(['/api/v1/calculator/']);
  await removedWidget.evaluate(element => document.querySelector('aside')?.append(element));
  await expectHalfFilled(widget);
  await expectWidgetAccessible(page);
});

test('a cloned widget is independent', async ({ page, shop, exchangeOrigin }) => {
  await page.goto(shop.servePage(renderPage(exchangeOrigin, WIDGET)));
  const widgets = page.locator('exchange-widget');
  await expectFormWorks(widgets);
  await widgets.locator('[name=fromSumma]').fill('0,25');
  await widgets.evaluate(element => {
    const copy = element.cloneNode(true) as ExchangeWidget;
    copy.cur_from = 'TON';
    document.body.append(copy);
  });
  await expectFormWorks(widgets.nth(1), 'TON');
  await widgets.nth(1).locator('[name=fromSumma]').fill('77');
  await expect(widgets.first().locator('[data-focus=from]')).toContainText('BTC');
  await expect(widgets.first().locator('[name=fromSumma]')).toHaveValue('0,25');
});

test('works when created by script before and after definition', async ({ page, shop, exchangeOrigin }) => {
  await page.goto(shop.servePage(renderPage(exchangeOrigin, '<h1>Магазин</h1>')));
  await page.waitForFunction(() => document.readyState === 'complete');
  await page.evaluate(() => {
    const element = document.createElement('exchange-widget') as ExchangeWidget;
    element.cur_from = 'TON';
    element.setAttribute('cur_to', 'SBERRUB');
    document.body.append(element);
  });
  const widgets = page.locator('exchange-widget');
  await expectFormWorks(widgets.first(), 'TON');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<exchange-widget cur_from="LTC"></exchange-widget>');
    const Known = customElements.get('exchange-widget') as unknown as new () => ExchangeWidget;
    const element = new Known();
    element.cur_from = 'ETH';
    document.body.append(element);
    const template = document.createElement('template');
    template.innerHTML = '<exchange-widget cur_from="BCH"></exchange-widget>';
    document.body.append(document.importNode(template.content, true));
  });
  for (const [at, code] of ['TON', 'LTC', 'ETH', 'BCH'].entries())
    await expectFormWorks(widgets.nth(at), code);
});

test('works inside another component’s shadow root', async ({ page, shop, exchangeOrigin }) => {
  const parts = `
    <shop-card><template shadowrootmode="open"><p>Оплата</p>${WIDGET}</template></shop-card>
    <script>
      addEventListener('load', () => setTimeout(() => {
        const late = document.createElement('shop-late');
        document.body.append(late);
        late.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(WIDGET)};
      }, 100));
    </script>`;
  await page.goto(shop.servePage(renderPage(exchangeOrigin, parts)));
  for (const name of ['shop-card', 'shop-late']) {
    const widget = page.locator(`${name} exchange-widget`);
    await expectFormWorks(widget);
    await widget.getByRole('button', { name: /^Вы\sполучаете/ }).click();
    await expect(widget.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(widget.locator('[data-focus=to]')).toBeFocused();
  }
});

test('works in a dialog and a hidden tab; Escape closes the inner picker first', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const body = `<button onclick="document.querySelector('dialog').showModal()">Обменять</button>
    <dialog>${WIDGET}</dialog>
    <button onclick="document.querySelector('section').hidden = false">Вкладка</button>
    <section hidden>${WIDGET.replace('BTC', 'TON')}</section>`;
  await page.goto(shop.servePage(renderPage(exchangeOrigin, body)));
  await page.getByRole('button', { name: 'Обменять' }).click();
  const dialogWidget = page.locator('dialog exchange-widget');
  await expectFormWorks(dialogWidget);
  await dialogWidget.getByRole('button', { name: /^Вы\sотдаёте/ }).click();
  await expect(dialogWidget.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogWidget.locator('[data-focus=from]')).toBeFocused();
  await expectWidgetAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Вкладка' }).click();
  await expectFormWorks(page.locator('section exchange-widget'), 'TON');
  // The dialog shows its form again.
  await page.getByRole('button', { name: 'Обменять' }).click();
  await expect(dialogWidget.locator('[name=fromSumma]')).not.toHaveValue('');
});

for (const sandbox of [null, 'allow-scripts allow-forms allow-same-origin', 'allow-scripts allow-forms'])
  test(`reaches the confirmation in a frame${sandbox ? ` with sandbox="${sandbox}"` : ''}`, async ({
    page,
    shop,
    exchangeOrigin,
  }) => {
    const inner = shop.servePage(renderPage(exchangeOrigin, WIDGET));
    const sandboxAttribute = sandbox ? `sandbox="${sandbox}"` : '';
    await page.goto(
      shop.servePage(
        `<!doctype html><iframe src="${inner}" ${sandboxAttribute} width="600" height="900"></iframe>`,
      ),
    );
    const widget = page.frameLocator('iframe').locator('exchange-widget');
    await fillHalf(widget);
    await widget.locator('[name=fio]').fill(CARD_REQUISITES.fio);
    await widget.locator('[name=consent]').check();
    await widget.getByRole('button', { name: 'Проверить заявку' }).click();
    await expect(widget.getByRole('heading', { name: 'Всё верно?' })).toBeVisible();
  });

test('starts and stops with each visit of a single-page app', async ({ page, shop, exchangeOrigin }) => {
  await page.clock.install();
  const calls = recordApiCalls(page);
  const route = `<main></main><script>
    const render = () => {
      document.querySelector('main').innerHTML = location.hash === '#exchange' ? ${JSON.stringify(WIDGET)} : '<p>Корзина</p>';
    };
    addEventListener('hashchange', render);
    render();
  </script>`;
  await page.goto(shop.servePage(renderPage(exchangeOrigin, route)));
  const widget = page.locator('exchange-widget');
  const go = (hash: string) => page.evaluate(hash => void (location.hash = hash), hash);
  for (let visit = 0; visit < 3; visit++) {
    await go('exchange');
    await expectFormWorks(widget);
    await go('cart');
    await expect(page.getByText('Корзина')).toBeVisible();
    await page.clock.runFor(1000);
    calls.length = 0;
    await page.clock.runFor(60_000);
    expect(calls).toEqual([]);
  }
  await go('exchange');
  await expectFormWorks(widget);
  calls.length = 0;
  await page.clock.runFor(COURSE_POLL_INTERVAL_MS);
  // Exactly one request: the widgets of earlier visits no longer poll.
  await expect.poll(() => calls.filter(path => path.includes('/course/')).length).toBe(1);
  await fillHalf(widget);
  await go('cart');
  await page.clock.runFor(1000);
  await go('exchange');
  await expectHalfFilled(widget);
});
