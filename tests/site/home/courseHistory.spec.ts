import { expectAccessible } from '#tests/support/accessibility.ts';
import { expect, openHomeForm, test } from '../support/siteTest.ts';

test('the course of the form’s pair over time loads near the viewport and follows the form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const requests: string[] = [];
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/history/')) requests.push([...searchParams.values()].join(' '));
  });
  await openHomeForm(page, '/?cur_from=BTC&cur_to=SBERRUB');
  const place = page.locator('.course-section');
  await place.scrollIntoViewIfNeeded();
  const section = page.getByRole('region', { name: 'Курс BTC на Сбербанк' });
  await expect(section.getByText('1 BTC =')).toBeVisible();
  expect(requests).toEqual(['BTC SBERRUB 24h']);
  // A new installation is honest about it.
  await expect(section.getByText(/^Записываем курс с/)).toBeVisible();
  await expectAccessible(page, { within: '.course-section' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // The arrow keys choose the period.
  await section.getByRole('radio', { name: '24 часа' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(section.getByRole('radio', { name: '7 дней' })).toBeChecked();
  await expect.poll(() => requests.at(-1)).toBe('BTC SBERRUB 7d');

  await page.getByRole('button', { name: 'Поменять валюты местами' }).click();
  await expect(page.getByRole('heading', { name: 'Курс Сбербанк на BTC' })).toBeVisible();
  await expect.poll(() => requests.at(-1)).toBe('SBERRUB BTC 7d');

  // Another page has none, and the home page has it again.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Промокод', exact: true }).click();
  await expect(place).toHaveCount(0);
  await page.goBack();
  await place.scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: /^Курс / })).toBeVisible();
});
