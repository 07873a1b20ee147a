import { CARD, expect, fill, test } from './fixture.ts';

test('the referral that a page sets, or changes after the form is there, reaches the claim', async ({
  page,
  shop,
  exchange,
}) => {
  await page.goto(shop.page(exchange, { cur_from: 'BTC', cur_to: 'SBERRUB', rid: 'spring' }));
  const widget = page.locator('exchange-widget');
  await expect(widget.locator('[name=fromSumma]')).not.toHaveValue('');
  await widget.locator('[name=fromSumma]').fill('0,02');
  await fill(widget, CARD);
  await widget.evaluate(element => void element.setAttribute('rid', 'summer'));
  const sent = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith('/api/v1/claim/'),
  );
  await widget.getByRole('button', { name: 'Создать заявку' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ refferal: 'summer' });
  await expect(widget.getByRole('heading', { name: 'Переведите BTC' })).toBeVisible();
});
