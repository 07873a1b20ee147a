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
