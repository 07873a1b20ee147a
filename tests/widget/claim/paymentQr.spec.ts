import type { Locator } from '@playwright/test';
import { encode } from 'uqr';
import { expect, expectWidgetAccessible, test } from '../support/widgetTest.ts';

const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TON_ADDRESS = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2';
const XRP_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

/** The dark modules of the QR code on screen, row by row, without its quiet zone. */
async function readModules(widget: Locator): Promise<string[]> {
  const code = widget.getByRole('img', { name: 'QR-код для перевода' });
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]) - 8;
  const rows = Array.from({ length: size }, () => Array<string>(size).fill(' '));
  const path = (await code.locator('path').getAttribute('d')) ?? '';
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y) - 4]?.fill('#', Number(x) - 4, Number(x) - 4 + Number(width));
  return rows.map(row => row.join(''));
}

/** The modules of a text, from the library's encoder. */
const encodeModules = (text: string) =>
  encode(text, { ecc: 'M', border: 0 }).data.map(row => row.map(dark => (dark ? '#' : ' ')).join(''));

test('encodes address and amount, and only the address on request, by keyboard', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  await exchangeFixture.setPaymentAddress('BTC', BITCOIN_ADDRESS);
  const claim = await exchangeFixture.createClaim('BTC', 'SBERRUB', '0.0123');
  const widget = page.locator('exchange-widget');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const contents = widget.getByRole('status').filter({ hasText: 'В QR-коде' });
  await expect(contents).toHaveText('В QR-коде: адрес и сумма');
  expect(await readModules(widget)).toEqual(encodeModules(`bitcoin:${BITCOIN_ADDRESS}?amount=0.0123`));
  await expectWidgetAccessible(page);
  await widget.getByRole('button', { name: 'Я оплатил' }).focus();
  await page.keyboard.press('Tab');
  await expect(widget.getByRole('checkbox', { name: 'Только адрес' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(contents).toHaveText('В QR-коде: только адрес');
  expect(await readModules(widget)).toEqual(encodeModules(BITCOIN_ADDRESS));
  await page.keyboard.press('Space');
  await expect(contents).toHaveText('В QR-коде: адрес и сумма');
});

for (const [code, address, label, pattern] of [
  [
    'TON',
    TON_ADDRESS,
    'комментарий',
    (memo: string) => `ton://transfer/${TON_ADDRESS}?amount=20500000000&text=${memo}`,
  ],
  ['XRP', XRP_ADDRESS, 'тег', (memo: string) => `ripple:${XRP_ADDRESS}?dt=${memo}&amount=20.5`],
] as const)
  test(`encodes the memo of ${code}`, async ({ page, shop, exchangeFixture }) => {
    await exchangeFixture.setPaymentAddress(code, address);
    const claim = await exchangeFixture.createClaim(code, 'SBERRUB', '20.5');
    const widget = page.locator('exchange-widget');
    await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
    await expect(widget.getByText(`В QR-коде: адрес, сумма и ${label}`)).toBeVisible();
    const memo = await widget
      .locator('.copy-row')
      .filter({ has: page.getByRole('button', { name: `Скопировать: ${label}` }) })
      .locator('.value')
      .textContent();
    expect(await readModules(widget)).toEqual(encodeModules(pattern(memo ?? '')));
  });

for (const [code, name] of [
  ['USDTTRC20', 'a network whose wallets read only an address'],
  ['LTC', 'a demonstration address'],
] as const)
  test(`encodes only the address for ${name}`, async ({ page, shop, exchangeFixture }) => {
    const claim = await exchangeFixture.createClaim(code, 'SBERRUB');
    const widget = page.locator('exchange-widget');
    await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
    await expect(widget.getByText('В QR-коде: только адрес')).toBeVisible();
    await expect(widget.getByRole('checkbox')).toBeHidden();
    const address = await widget.locator('.copy-row .address').textContent();
    expect(address).toContain('NOT-PAYABLE');
    expect(await readModules(widget)).toEqual(encodeModules(address ?? ''));
  });
