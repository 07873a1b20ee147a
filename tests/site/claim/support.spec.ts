import { expectAccessible } from '#tests/support/accessibility.ts';
import { test } from '../support/operatedExchange.ts';
import { expect } from '../support/siteTest.ts';

test('the contacts page knows the number of the claim, and nothing else of it', async ({
  page,
  operatedExchange,
}) => {
  const { id, secret, number } = await operatedExchange.createClaim('LTC', 'ACRUB');
  const requestedUrls: string[] = [];
  page.on('request', request => requestedUrls.push(request.url()));
  await page.goto(`/claim/${id}#${secret}`);
  await expect(page).toHaveURL(`/claim/${id}`);
  await page.locator(`exchange-widget a[href$="#claim-${number}"]`).click();
  await expect(page).toHaveURL(`/contacts#claim-${number}`);
  const note = page.getByText(`Ваш вопрос о заявке № ${number}.`);
  await expect(note).toBeVisible();
  const mail = page.getByRole('main').locator('a[href^="mailto:"]');
  const expectSubject = async () => {
    const address = new URL((await mail.getAttribute('href')) ?? '');
    expect([...address.searchParams]).toEqual([['subject', `Заявка № ${number}`]]);
    expect(await page.content()).not.toContain(secret);
  };
  await expectSubject();
  await expectAccessible(page);
  // An anchor of the page does not forget the claim.
  await page.evaluate(() => (location.hash = '#attach'));
  await expect(page).toHaveURL('/contacts#attach');
  await expect(note).toBeVisible();

  // The prerendered page, as opened in a new tab from a partner's page.
  await page.goto('/faq');
  await page.goto(`/contacts#claim-${number}`);
  await expect(note).toBeVisible();
  await expectSubject();
  expect(requestedUrls.filter(url => new URL(url).search.includes(number))).toEqual([]);
});

test('the contacts page mentions no claim without one', async ({ page }) => {
  for (const hash of [
    '',
    '#claim-',
    '#claim-<b>1</b>',
    '#claim-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ]) {
    await page.goto('/faq');
    await page.goto(`/contacts${hash}`);
    await expect(page.locator('.site')).toBeAttached();
    await expect(page.getByText('Ваш вопрос')).toHaveCount(0);
    await expect(page.locator('a[href^="mailto:"]').first()).not.toHaveAttribute('href', /subject/);
  }
});
