import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { expect, test } from '../support/siteTest.ts';

test('the link of an e-mail opens the claim and leaves the URL, in its own and in another browser', async ({
  page,
  openOtherBrowser,
}) => {
  const exchange = await startExchangeFixture();
  try {
    const claim = await exchange.createClaim('LTC', 'SBERRUB');
    const [id = ''] = claim.split('#');
    await expect.poll(() => exchange.readClaimEmailLink(claim), { timeout: 15_000 }).not.toBeNull();
    const link = exchange.readClaimEmailLink(claim) ?? '';
    expect(link).not.toContain(claim);
    // The browser that created the claim stores the creator's secret.
    await page.goto(`${exchange.origin}/claim/${claim}`);
    await expect(page).toHaveURL(`${exchange.origin}/claim/${id}`);
    const about = page.getByRole('complementary', { name: 'О заявке' });
    await expect(about).toContainText(/откройте ссылку из\sпервого письма на\sperson\d+@example\.com/);
    const other = await openOtherBrowser();
    for (const own of [page, other]) {
      await own.goto(link);
      await expect(own.getByText(/Письма о\sзаявке приходят на\sperson/)).toBeVisible();
      await expect(own.getByRole('heading', { name: 'Переведите LTC' })).toBeVisible();
      await expect(own).toHaveURL(`${exchange.origin}/claim/${id}`);
      await own.reload();
      await expect(own.getByRole('heading', { name: 'Переведите LTC' })).toBeVisible();
    }
    await other.context().close();
  } finally {
    await exchange.close();
  }
});
