import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect, SCREENS } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test } = createDeskTest('file');

for (const { name, ...viewport } of SCREENS)
  test(`${name}: an e-mail that is searched for is in no address, and survives a reload and Back`, async ({
    page,
    openDesk,
  }) => {
    await page.setViewportSize(viewport);
    const anna = await createAccountVisitor(exchange);
    const { number } = await anna.createClaim('LTC', 'SBERRUB', '2');
    await anna.createClaim('TON', 'SBERRUB', '52');
    await openDesk('cashier', '/operator/claims');
    const urls: string[] = [];
    page.on('request', request => urls.push(request.url()));
    const rows = page.locator('tbody tr');
    const search = page.getByRole('searchbox');
    const text = await rows.filter({ hasText: number }).textContent();
    const email = /person\d+@example\.com/.exec(text ?? '')?.[0] ?? '';
    expect(email).not.toBe('');
    await search.focus();
    await page.keyboard.type(email);
    await expect(rows).toHaveCount(1);
    await page.getByLabel('Валюта').selectOption('LTC');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(`${exchange.origin}/operator/claims?currency=LTC`);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await expect(search).toHaveValue(email);
    await page.getByRole('link', { name: `№ ${number}`, exact: true }).click();
    await expect(page.getByRole('heading', { name: new RegExp(number) })).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue(email);
    await expect(rows).toHaveCount(1);
    await expectAccessibleLayout(page);
    await page.getByRole('link', { name: 'Сбросить' }).click();
    await expect(search).toHaveValue('');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await page.goBack();
    await expect(search).toHaveValue(email);
    expect(urls.filter(url => decodeURIComponent(url).includes(email))).toEqual([]);
    expect(urls.filter(url => url.includes('/operator/claims/?')).length).toBeGreaterThan(2);
  });
