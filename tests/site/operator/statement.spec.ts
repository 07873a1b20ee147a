import { Webhook } from 'standardwebhooks';
import type { StatementLines } from '#core/contract/operator/transfers/statements.ts';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { startAccountExchange } from '../auth/support/accountExchange.ts';
import { expectAccessibleLayout } from '../support/expectAccessibleLayout.ts';
import { expect } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const { exchange, test, testDisplays } = createDeskTest('file', () =>
  startAccountExchange({ BANK_WEBHOOK_SECRET: SECRET }),
);

/** Reports transfers as a bank does. */
async function reportTransfers(lines: StatementLines['lines']): Promise<void> {
  const body = JSON.stringify({ currency: 'SBERRUB', lines });
  const at = new Date();
  const response = await fetch(`${exchange.origin}/api/v1/bank/transfers/`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'message',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('message', at, body),
    },
  });
  expect(response.status).toBe(200);
}

const buildFile = (text: string, name = 'выписка.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('a cashier records the transfers of a statement, and reads it again', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const numbered = await anna.createClaim('SBERRUB', 'LTC', '7100');
  const summed = await anna.createClaim('SBERRUB', 'LTC', '7200');
  await openDesk('cashier');
  await page.getByRole('link', { name: 'Поступления' }).click();
  await expect(page).toHaveTitle(/^Поступления/);
  const file = page.getByLabel(/^Файл CSV/);
  await file.setInputFiles(buildFile('%PDF-1.4'));
  await expect(page.getByRole('alert')).toContainText('не\u00a0таблица CSV');
  const rows = [
    'Дата;Сумма;Назначение',
    `25.11.2026;7100,00;заявка ${numbered.number}`,
    `25.11.2026;7100,00;ещё раз ${numbered.number}`,
    '25.11.2026;7200,00;перевод',
    '25.11.2026;31337;перевод',
    '25.11.2026;-500;кафе',
  ];
  await file.setInputFiles(buildFile(rows.join('\n')));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('выписка.csv: поступлений 4, остальных строк 1')).toBeVisible();
  await expect(page.getByText(/^Выберите валюту, в/)).toBeVisible();
  await page.getByLabel('Куда пришли деньги').selectOption({ label: 'Сбербанк' });
  const form = page.getByRole('form', { name: 'Поступления по заявкам' });
  await expect(form.getByRole('listitem')).toHaveCount(3);
  await expect(form.getByRole('button', { name: 'Записать: 2' })).toBeVisible();
  await expect(form.getByRole('combobox').last()).toHaveValue('');
  await form.getByRole('button', { name: /точной\sсуммой: 1$/ }).click();
  await form.getByRole('button', { name: 'Записать: 3' }).click();
  // The second transfer for a claim is another decision.
  await expect(form.getByRole('alert')).toContainText('теперь «Оплачена»');
  await expect(form.getByText('Готово: 2 из 3.')).toBeVisible();
  await expect(form.getByText(/записан, теперь «Оплачена»/)).toHaveCount(2);
  await expect(form.getByRole('link', { name: `№ ${summed.number}` })).toBeVisible();
  await expectProblems(/409 .*\/payments\/$/);
  // It can be recorded now that the person knows: the claim was loaded again.
  await expect(form.getByRole('combobox')).toContainText(/всё пришло/);
  await form.getByRole('button', { name: 'Записать: 1' }).click();
  await expect(form.getByText('Готово: 3 из 3.')).toBeVisible();
  await page.getByText('Заявка не\u00a0нашлась: 1').click();
  await expect(page.getByText('31\u00a0337\u00a0₽')).toBeVisible();

  // By keyboard, and with a column that a person names.
  await file.setInputFiles(buildFile(rows.join('\n').replace('Сумма', 'Money')));
  await expect(page.getByText(/^Укажите колонку с/)).toBeVisible();
  await page.getByLabel('Сумма прихода').focus();
  await page.keyboard.type('Money');
  await expect(page.getByText('Уже записаны: 3')).toBeVisible();
  expect(await exchange.runOperator('claim', numbered.number)).toContain('7100.00');
});

test('a cashier works what a bank has reported', async ({ page, openDesk }) => {
  const anna = await createAccountVisitor(exchange);
  const first = await anna.createClaim('SBERRUB', 'LTC', '7600');
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7500');
  await reportTransfers([
    { amount: '7600', reference: 'op-0', text: 'от Петра' },
    { amount: '7500', reference: 'op-1', text: 'от Ивана' },
    { amount: '12345', reference: 'op-2', text: 'аренда' },
  ]);
  await openDesk('cashier');
  await page.getByRole('link', { name: 'аренда' }).click();
  const transfers = page.getByRole('region', { name: 'Сообщил банк, SBERRUB' });
  await expect(transfers.getByRole('listitem')).toHaveCount(3);
  const choices = transfers.getByRole('combobox');
  await choices.nth(1).selectOption({ index: 1 });
  await choices.last().selectOption({ label: 'Не по заявке: убрать из списка' });
  // Another transfer has left the list meanwhile: each one keeps its own claims.
  await exchange.runOperator('claim', first.number, '--amount', '7600', '--reference', 'OP-0');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(transfers.getByRole('listitem')).toHaveCount(2);
  await transfers.getByRole('button', { name: 'Записать: 2' }).click();
  await expect(transfers.getByText(`№ ${claim.number} записан, теперь «Оплачена»`)).toBeVisible();
  await expect(transfers.getByText('убран из списка')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Куда пришли деньги')).toBeVisible();
  await expect(transfers).toHaveCount(0);
});

test('support sees the claims of a statement, and may record nothing', async ({ page, openDesk }) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7300');
  await openDesk('support', '/operator/statement');
  await page.getByLabel('Куда пришли деньги').selectOption({ label: 'Сбербанк' });
  await page.getByLabel(/^Файл CSV/).setInputFiles(buildFile(`Дата;Сумма;Текст\n1;7300;${claim.number}\n`));
  await expect(page.getByText('Записывает сотрудник с\u00a0ролью кассира.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Записать/ })).toHaveCount(0);
});

testDisplays(async ({ page, openDesk }) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7400');
  await openDesk('cashier', '/operator/statement');
  await page.getByLabel('Куда пришли деньги').selectOption({ label: 'Сбербанк' });
  const text = `Перевод по заявке ${claim.number} от Ивана Ивановича И.`;
  await page
    .getByLabel(/^Файл CSV/)
    .setInputFiles(buildFile(`Дата;Сумма;Назначение\n25.11.2026;7400;${text}\n25.11.2026;1;${text}\n2;3;x`));
  await expect(page.getByRole('form', { name: 'Поступления по заявкам' })).toBeVisible();
  await page.getByText('Колонки файла').click();
  await expectAccessibleLayout(page);
});
