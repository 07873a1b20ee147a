import { brotliCompressSync } from 'node:zlib';
import type { Held } from '../engines/hold.ts';
import { differs, gates } from '../handover/gates.ts';
import { begin, held, slow } from '../handover/playwright.ts';
import { accessible, expect, openForm, test as base } from './fixture.ts';
import { paged, requests } from './paged.ts';

const test = base.extend<{ held: Held }>({ held });

const pair = { cur_from: 'USDTTRC20', cur_to: 'SBERRUB' };

const calls = (asked: readonly string[]) => asked.filter(path => path.startsWith('/api/'));

test.describe('React takes over the form that the loader drew', () => {
  for (const { name, run } of gates)
    test(name, async ({ page, shop, held }) => run(await begin(page, held, shop.page(held.origin, pair))));

  test('what React cannot take over is heard of', async ({ page, shop, held, problems }) => {
    await differs(await begin(page, held, shop.page(held.origin, pair)));
    problems.length = 0;
  });

  for (const amount of ['250', '1 000,50', '0.01', '99999999', 'сто'])
    test(`amount="${amount}": the same before and after`, async ({ page, shop, held }) => {
      const form = await begin(page, held, shop.page(held.origin, { ...pair, amount }));
      const look = () =>
        form.widget.evaluate(({ shadowRoot }) => shadowRoot?.querySelector('.pair')?.textContent);
      const sums = async () => [await form.from.inputValue(), await form.to.inputValue()];
      const before = [await look(), await sums()];
      await form.release();
      expect([(await look())?.replace(/через \d+/, 'через 15'), await sums()]).toEqual(before);
    });
});

test('the first form needs one request of the API, and what it shows is accessible and leads to the exchange', async ({
  page,
  shop,
  held,
}) => {
  const asked = requests(page);
  const form = await begin(page, held, shop.page(held.origin, { ...pair, amount: '250' }));
  await expect(form.from).toHaveValue('250,00');
  await accessible(page);
  await expect(form.widget.getByRole('link', { name: 'правила обмена' })).toHaveAttribute(
    'href',
    `${held.origin}/rules`,
  );
  await form.release();
  await expect(form.widget.locator('.until')).toContainText(/\b(\d|1[0-4])\sс$/);
  expect(calls(asked)).toHaveLength(1);
  expect(calls(asked)[0]).toContain(
    '/calculator/settings/?cur_from=USDTTRC20&cur_to=SBERRUB&amount=250&form=',
  );
});

test('an answer without markup, as from another build, serves React: still one request', async ({
  page,
  shop,
  exchange,
}) => {
  await page.route('**/calculator/settings/?**', async route => {
    const answer = await route.fetch();
    const { form, ...rest } = await answer.json();
    // Its share of the 8 kB that a first form may weigh.
    expect(brotliCompressSync(JSON.stringify(form)).length).toBeLessThanOrEqual(1_500);
    await route.fulfill({ response: answer, json: rest });
  });
  const asked = requests(page);
  await openForm(page, shop.page(exchange, pair));
  expect(calls(asked)).toHaveLength(1);
});

test('the API is slow: the frame stands in for the form, and one answer fills it', async ({
  page,
  shop,
  exchange,
}) => {
  let open = () => undefined as void;
  const gate = new Promise<void>(resolve => (open = resolve));
  await page.route('**/calculator/settings/?**', async route => {
    await gate;
    await route.continue();
  });
  const asked = requests(page);
  await page.goto(shop.page(exchange, pair));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByText('Загружаем курсы')).toBeAttached();
  open();
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  expect(calls(asked)).toHaveLength(1);
});

test('an attribute changed while React was on its way is followed after the hand-over', async ({
  page,
  shop,
  held,
}) => {
  const form = await begin(page, held, shop.page(held.origin, pair));
  await form.widget.evaluate(element => element.setAttribute('cur_from', 'TON'));
  await form.release();
  await expect(form.widget.getByRole('button', { name: /^Вы отдаёте:/ })).toContainText('TON');
});

for (const [name, back] of [
  ['put back at once', 'soon'],
  ['put back when React has it', 'later'],
] as const)
  test(`taken off the page while React takes the form over, and ${name}: it works, and nothing went wrong`, async ({
    page,
    shop,
    held,
  }) => {
    const form = await begin(page, held, shop.page(held.origin, pair));
    await form.from.fill('250');
    await form.from.press('Tab');
    const other = await form.to.inputValue();
    await form.widget.evaluate((element, back) => {
      const place = element.shadowRoot?.querySelector('.exchange');
      if (!place) throw new Error('no form');
      const listen = place.addEventListener.bind(place);
      place.addEventListener = (...args: Parameters<typeof listen>) => {
        listen(...args);
        // hydrateRoot listens to everything at once.
        if (args[0] !== 'input' || !element.isConnected) return;
        element.remove();
        const append = () => document.body.append(element);
        const gone = () => element.shadowRoot?.querySelector('form') === null;
        // What is off the page is ended, as soon as React has it.
        const look = () => (gone() ? append() : setTimeout(look));
        if (back === 'soon') setTimeout(append);
        else look();
      };
    }, back);
    await form.release();
    await expect(form.from).toHaveValue(/^250/);
    await expect(form.to).toHaveValue(other);
    await form.from.fill('500');
    await expect(form.to).not.toHaveValue(other);
  });

test('a page that requires trusted types and allows no policy has the first form, too', async ({
  page,
  shop,
  held,
}) => {
  const more = "; require-trusted-types-for 'script'; trusted-types 'none'";
  const form = await begin(
    page,
    held,
    shop.show(paged(held.origin, '<exchange-widget cur_from="BTC"></exchange-widget>', more)),
  );
  await form.from.fill('0,5');
  const other = await form.to.inputValue();
  await form.release();
  await expect(form.to).toHaveValue(other);
});

test('what this tab had begun is restored; no other form is drawn before', async ({
  page,
  shop,
  exchange,
}) => {
  const address = shop.page(exchange, pair);
  const widget = await openForm(page, address);
  await widget.locator('[name=fromSumma]').fill('321');
  await widget.locator('[name=fromSumma]').press('Tab');
  await page.route('**/widget/*/react.js', async route => {
    await new Promise(done => setTimeout(done, 500));
    await route.continue();
  });
  const shown: string[] = [];
  await page.exposeFunction('shows', (text: string) => shown.push(text));
  await page.addInitScript(() => {
    const look = () => {
      const input = document.querySelector('exchange-widget')?.shadowRoot?.querySelector('input');
      if (input) (window as unknown as { shows: (text: string) => void }).shows(input.value);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(address);
  await expect(widget.locator('[name=fromSumma]')).toHaveValue('321,00');
  expect(new Set(shown)).toEqual(new Set(['321,00']));
});

test('a claim to be opened is not preceded by a form', async ({ page, shop, own }) => {
  const claim = await own.claim('TON', 'SBERRUB');
  const asked = requests(page);
  await page.goto(shop.page(own.origin, { ...pair, claim }));
  await expect(page.locator('exchange-widget').getByText('Ожидает оплаты').first()).toBeVisible();
  expect(asked.filter(path => path.includes('form='))).toEqual([]);
});

test('two widgets near: each has its own form before the framework, one request each', async ({
  page,
  shop,
  held,
}) => {
  const asked = requests(page);
  const elements = ['BTC', 'TON'].map(code => `<exchange-widget cur_from="${code}"></exchange-widget>`);
  const form = await begin(page, held, shop.show(paged(held.origin, elements.join(''))));
  const other = page.locator('exchange-widget').nth(1).locator('[name=fromSumma]');
  await form.from.fill('0,2');
  await other.fill('77');
  await form.release();
  await expect(form.from).toHaveValue('0,2');
  await expect(other).toHaveValue('77');
  expect(calls(asked)).toHaveLength(2);
});

test('nothing moves on a page that leaves the form its place, on a slow line', async ({
  page,
  shop,
  exchange,
}) => {
  const shift = await slow(page);
  const body =
    '<div style="max-width:560px"><exchange-widget cur_from="BTC" cur_to="SBERRUB"></exchange-widget></div><p>Доставка</p>';
  const html = paged(exchange, body, "; style-src 'unsafe-inline'").replace(
    '</head>',
    '<style>exchange-widget { display: block; min-height: 560px }</style></head>',
  );
  await page.goto(shop.show(html));
  await expect(page.locator('exchange-widget .until')).toContainText(/\b(\d|1[0-3])\sс$/);
  expect(await shift()).toBe(0);
});
