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
