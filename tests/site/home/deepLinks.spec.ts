import { expect, openHomeForm, test } from '../support/siteTest.ts';

test.describe('a deep link', () => {
  test('chooses the pair', async ({ page }) => {
    const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB');
    await expect(form.from).toHaveAccessibleName(/TON/);
    await expect(form.to).toHaveAccessibleName(/СБП/);
  });

  test('accepts codes in any case and aliases', async ({ page }) => {
    const form = await openHomeForm(page, '/?cur_from=usdttrc&cur_to=sberrub');
    await expect(form.from).toHaveAccessibleName(/USDT.*TRC20/);
    await expect(form.to).toHaveAccessibleName(/Сбербанк/);
  });

  test('fills in the amount', async ({ page }) => {
    const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB&amount=25');
    await expect(form.fromSumma).toHaveValue('25');
  });

  test('shows the nearest pair and a notice for an unknown code', async ({ page }) => {
    const form = await openHomeForm(page, '/?cur_from=NOSUCHCOIN&cur_to=SBPRUB');
    await expect(page.getByText('NOSUCHCOIN')).toBeVisible();
    await expect(form.to).toHaveAccessibleName(/СБП/);
  });
});

test('a link in the rates table selects its pair without a reload, and Back restores the previous pair', async ({
  page,
}) => {
  const form = await openHomeForm(page, '/?cur_from=ETH&cur_to=SBPRUB');
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  const link = page.getByRole('link', { name: 'TON на Альфа-Банк' });
  await link.click();
  await expect(page).toHaveURL('/?cur_from=TON&cur_to=ACRUB');
  await expect(form.from).toHaveAccessibleName(/TON/);
  await expect(form.to).toHaveAccessibleName(/Альфа-Банк/);
  await expect(link).toHaveAttribute('aria-current', 'true');
  expect(await page.evaluate(() => 'isMarked' in window)).toBe(true);

  await page.goBack();
  await expect(form.from).toHaveAccessibleName(/ETH/);
  await expect(form.to).toHaveAccessibleName(/СБП/);
});

test('a pair chosen in the form replaces the current history entry', async ({ page }) => {
  const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB&amount=25&ref=friend');
  const entries = await page.evaluate(() => history.length);
  await form.swap.click();
  await expect(form.from).toHaveAccessibleName(/СБП/);
  await expect(page).toHaveURL('/?cur_from=SBPRUB&cur_to=TON&ref=friend');
  expect(await page.evaluate(() => history.length)).toBe(entries);

  // The same link works again after another choice.
  const link = page.getByRole('link', { name: 'TON на Альфа-Банк' });
  await link.click();
  await expect(form.to).toHaveAccessibleName(/Альфа-Банк/);
  await form.swap.click();
  await expect(page).toHaveURL(/cur_from=ACRUB&cur_to=TON/);
  await link.click();
  await expect(form.from).toHaveAccessibleName(/TON/);
  await expect(form.to).toHaveAccessibleName(/Альфа-Банк/);
});

test('a reload shows the pair that was chosen', async ({ page }) => {
  const form = await openHomeForm(page, '/?cur_from=TON&cur_to=SBPRUB');
  await form.swap.click();
  await expect(page).toHaveURL(/cur_from=SBPRUB/);
  await page.reload();
  await expect(form.from).toHaveAccessibleName(/СБП/);
  await expect(form.to).toHaveAccessibleName(/TON/);
});
