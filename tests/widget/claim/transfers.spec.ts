import { readFileSync } from 'node:fs';
import { expect, expectWidgetAccessible, test } from '../support/widgetTest.ts';

const PAYMENT_ID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const PAYOUT_ID = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

test('shows the transactions of payment and payout with links to explorers, also in the receipt', async ({
  page,
  context,
  shop,
  exchangeFixture,
}) => {
  const claim = await exchangeFixture.createClaim('BTC', 'USDTERC20', '0.02');
  const [uuid = ''] = claim.split('#');
  const widget = page.locator('exchange-widget');
  await exchangeFixture.runOperator('claim', uuid, '--amount', '0.02', '--reference', `${PAYMENT_ID}:0`);
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const findTransfer = (label: string) =>
    widget
      .locator('.copy-row')
      .filter({ hasText: label })
      .getByRole('link', { name: /открыть в\sобозревателе/ });
  const payment = findTransfer('Перевод получен');
  await expect(payment).toHaveAttribute('href', `https://mempool.space/tx/${PAYMENT_ID}`);
  await expect(payment).toHaveAttribute('target', '_blank');
  await expect(payment).toHaveAttribute('rel', 'noreferrer noopener');
  await expect(findTransfer('Отправлено')).toBeHidden();
  await expectWidgetAccessible(page);
  await exchangeFixture.moveClaim(claim, ['aml', 'paid', 'payout']);
  await exchangeFixture.runOperator('claim', uuid, 'completed', '--reference', PAYOUT_ID);
  await page.reload();
  await expect(widget.getByRole('heading', { name: 'Деньги отправлены' })).toBeVisible();
  await expect(findTransfer('Отправлено')).toHaveAttribute('href', `https://etherscan.io/tx/${PAYOUT_ID}`);
  await expect(payment).toBeVisible();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await widget.getByRole('button', { name: 'Скопировать: отправлено' }).click();
  await expect(widget.getByText(', скопировано')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PAYOUT_ID);
  await expectWidgetAccessible(page);

  await page.addInitScript(() => {
    window.print = () => {
      const top = window.top as unknown as { printed: string };
      top.printed = document.body.innerText;
    };
  });
  await page.reload();
  await widget.getByRole('button', { name: /Чек об\sобмене/ }).press('Enter');
  const receipt = widget.getByRole('group', { name: 'Чек об обмене' });
  const facts = [
    `Обменник${new URL(exchangeFixture.origin).host}`,
    'Отдали0,02 BTC',
    /Получили[\d\s,]+USDT, Tether, ERC20/,
    /Курс1\sBTC = [\d\s,]+USDT/,
    /Выполнена\d+\s[а-я]+\s20\d\d\sг\.\sв\s\d\d:\d\d/,
    PAYMENT_ID,
    PAYOUT_ID,
  ];
  for (const fact of facts) await expect(receipt).toContainText(fact);
  await expect(receipt.getByRole('link', { name: /^etherscan\.io/ })).toHaveAttribute(
    'href',
    `https://etherscan.io/tx/${PAYOUT_ID}`,
  );
  // The requisite is masked.
  await expect(receipt).toContainText(/Куда.*0x5aA.*…/);
  await expect(receipt).not.toContainText('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await expectWidgetAccessible(page);
  for (const width of [320, 400]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await receipt.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  await widget.getByRole('button', { name: 'Распечатать чек' }).click();
  const printed = await page.evaluate(() => (window as unknown as { printed: string }).printed);
  expect(printed).toMatch(/^Чек об\sобмене по\sзаявке №/);
  expect(printed).not.toContain('Магазин');
  const download = page.waitForEvent('download');
  await widget.getByRole('button', { name: 'Сохранить чек' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^chek-\w+\.html$/);
  // Opens without the page, its styles and the network.
  await page.goto(
    `data:text/html;charset=utf-8,${encodeURIComponent(readFileSync(await saved.path(), 'utf8'))}`,
  );
  await expect(page).toHaveTitle(/^Чек об\sобмене по\sзаявке №/);
  await expect(page.getByRole('link', { name: /^etherscan\.io/ })).toBeVisible();
  await expect(page.locator('body')).toContainText('Отдали');
  expect(await page.evaluate(() => document.querySelectorAll('link, script, button').length)).toBe(0);
});

test('shows no transactions of a claim without one', async ({ page, shop, exchangeFixture }) => {
  const claim = await exchangeFixture.createClaim('SBERRUB', 'BTC', '5000');
  const [uuid = ''] = claim.split('#');
  await exchangeFixture.runOperator('claim', uuid, '--amount', '5000', '--reference', '40817810099910004312');
  await page.goto(shop.pageAddress(exchangeFixture.origin, { claim }));
  const widget = page.locator('exchange-widget');
  await expect(widget.getByRole('list', { name: 'Ход заявки' })).toContainText('Оплачена');
  await expect(widget.locator('.transfers')).toHaveCount(0);
});
