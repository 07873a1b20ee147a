import { CARD_REQUISITES, expect, fillRequisites, test } from '../support/widgetTest.ts';

test('sends the referral with the claim, also if the page changes it after the form is loaded', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  await page.goto(shop.pageAddress(exchangeOrigin, { cur_from: 'BTC', cur_to: 'SBERRUB', rid: 'spring' }));
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await widget.locator('[name=fromSumma]').fill('0,02');
  await fillRequisites(widget, CARD_REQUISITES);
  await widget.evaluate(element => void element.setAttribute('rid', 'summer'));
  const claimRequest = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith('/api/v1/claim/'),
  );
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  expect((await claimRequest).postDataJSON()).toMatchObject({ refferal: 'summer' });
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
});

test('tells the server once that a visitor has seen the widget, and stores nothing on the page', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const clicks: unknown[] = [];
  page.on('request', request => {
    if (request.url() === `${exchangeOrigin}/api/v1/refferal/click/`)
      clicks.push([request.postDataJSON(), request.headers().cookie]);
  });
  await page.goto(
    shop.servePage(
      `<!doctype html><div style="height: 3000px"></div>
      <exchange-widget rid="AAAABBBB.shop" cur_from="BTC" cur_to="SBERRUB"></exchange-widget>
      <script src="${exchangeOrigin}/widget/exchange-widget.js" async crossorigin></script>`,
    ),
  );
  const widget = page.locator('exchange-widget');
  expect(clicks).toEqual([]);
  const answer = page.waitForResponse(response => response.url().endsWith('/refferal/click/'));
  await page.evaluate(() => scrollTo(0, 3000));
  expect((await answer).status()).toBe(204);
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => scrollTo(0, 3000));
  await widget.locator('[name=fromSumma]').fill('0,02');
  expect(clicks).toEqual([[{ refferal: 'AAAABBBB.shop', host: '', utm: null }, undefined]]);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('referral'))),
  ).toEqual([]);
});

test('stops waiting for a view with the report, another referral and the removal of the widget', async ({
  page,
  shop,
  exchangeOrigin,
}) => {
  const clicks: unknown[] = [];
  page.on('request', request => {
    if (request.url() === `${exchangeOrigin}/api/v1/refferal/click/`) clicks.push(request.postDataJSON());
  });
  // Counts the observers of widgets on the page.
  await page.addInitScript(() => {
    const waiting = new Set<IntersectionObserver>();
    Object.assign(window, { countObservers: () => waiting.size });
    const { observe, disconnect } = IntersectionObserver.prototype;
    IntersectionObserver.prototype.observe = function (target) {
      // The script's own observer waits for the widget to come close.
      if (target.localName === 'exchange-widget' && target.shadowRoot) waiting.add(this);
      observe.call(this, target);
    };
    IntersectionObserver.prototype.disconnect = function () {
      waiting.delete(this);
      disconnect.call(this);
    };
  });
  const countObservers = () =>
    page.evaluate(() => (window as unknown as { countObservers: () => number }).countObservers());
  await page.goto(
    shop.servePage(
      `<!doctype html><body><div style="height: calc(100vh + 20px)"></div><script
        src="${exchangeOrigin}/widget/exchange-widget.js" async crossorigin></script>`,
    ),
  );
  const addWidget = (rid: string) =>
    page.evaluate(value => {
      const widget = document.createElement('exchange-widget');
      widget.setAttribute('rid', value);
      document.body.append(widget);
    }, rid);
  const widget = page.locator('exchange-widget');
  await addWidget('AAAABBBB.gone');
  await expect.poll(countObservers).toBe(1);
  const removed = await widget.elementHandle();
  await removed?.evaluate(element => element.remove());
  await expect.poll(countObservers).toBe(0);
  await removed?.evaluate(element => document.body.append(element));
  await expect.poll(countObservers).toBe(1);
  await removed?.evaluate(element => element.remove());
  await expect.poll(countObservers).toBe(0);

  await addWidget('AAAABBBB.old');
  await expect.poll(countObservers).toBe(1);
  await widget.evaluate(element => void element.setAttribute('rid', 'AAAABBBB.new'));
  const answer = page.waitForResponse(response => response.url().endsWith('/refferal/click/'));
  await page.evaluate(() => scrollTo(0, 9000));
  await answer;
  expect(clicks).toEqual([{ refferal: 'AAAABBBB.new', host: '', utm: null }]);
  expect(await countObservers()).toBe(0);
});
