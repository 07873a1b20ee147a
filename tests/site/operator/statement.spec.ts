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
  await expect(page.getByRole('alert')).toContainText('не таблица CSV');
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
  await expect(form.getByText(/^№.*записан, теперь «Оплачена»/)).toHaveCount(2);
  await expect(form.getByRole('link', { name: `№ ${summed.number}` })).toBeVisible();
  await expectProblems(/409 .*\/payments\/$/);
  // It can be recorded now that the person knows: the claim was loaded again.
  await expect(form.getByRole('combobox')).toContainText(/Оплачена, всё пришло, №/);
  await form.getByRole('button', { name: 'Записать: 1' }).click();
  await expect(form.getByRole('alert')).toContainText('Вся сумма этой заявки уже пришла');
  await expectProblems(/409 .*\/payments\/$/);
  await form.getByLabel('Всё равно записать').check();
  await form.getByRole('button', { name: 'Записать: 1' }).click();
  await expect(form.getByText('Готово: 3 из 3.')).toBeVisible();
  await page.getByText('Заявка не нашлась: 1').click();
  await expect(page.getByText('31\u00a0337\u00a0₽')).toBeVisible();

  // By keyboard, and with a column that a person names.
  await file.setInputFiles(buildFile(rows.join('\n').replace('Сумма', 'Money')));
  await expect(page.getByText(/^Укажите колонку с/)).toBeVisible();
  await page.getByLabel('Сумма прихода').focus();
  await page.keyboard.type('Money');
  await expect(page.getByText('Уже записаны: 3')).toBeVisible();
  expect(await exchange.runOperator('claim', numbered.number)).toContain('7100.00');
});

test('a transfer without a claim to record it for names the claim of its text, or of its number', async ({
  page,
  openDesk,
}) => {
  const anna = await createAccountVisitor(exchange);
  const paid = await anna.createClaim('SBERRUB', 'LTC', '7150');
  await exchange.runOperator('claim', paid.number, '--amount', '7150', '--reference', 'REF-P2');
  const ids = (await exchange.runOperator('requisites', 'SBERRUB')).match(/^\d+(?= +SBERRUB +on)/gm) ?? [];
  for (const id of ids) await exchange.runOperator('requisite', id, 'off');
  const early = await anna.createClaim('SBERRUB', 'LTC', '7150');
  for (const id of ids) await exchange.runOperator('requisite', id, 'on');
  await openDesk('cashier', '/operator/statement');
  await page.getByLabel('Куда пришли деньги').selectOption({ label: 'Сбербанк' });
  const rows = [
    'Дата;Сумма;Назначение;Номер',
    `29.11.2026;7150,00;Перевод по заявке ${early.number};SBR-1`,
    '29.11.2026;7150,00;Перевод;REF-P2',
  ];
  await page.getByLabel(/^Файл CSV/).setInputFiles(buildFile(rows.join('\n')));
  await page.getByText('Возможно, уже записаны: 1').click();
  await expect(page.getByRole('link', { name: `№ ${paid.number}` })).toBeVisible();
  await page.getByText(/^Заявка не\sждёт платежа: 1$/).click();
  await expect(
    page.getByText(new RegExp(`^Заявка №\\s${early.number} сейчас «Готовим реквизиты»: записать`)),
  ).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByRole('link', { name: `№ ${early.number}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(early.number);
});

test('a transfer that was recorded by its number is recorded again only on purpose', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  const paid = await anna.createClaim('SBERRUB', 'LTC', '7700');
  const waiting = await anna.createClaim('SBERRUB', 'LTC', '7700');
  await exchange.runOperator('claim', paid.number, '--amount', '7700', '--reference', '9100');
  await openDesk('cashier', '/operator/statement');
  await page.getByLabel('Куда пришли деньги').selectOption({ label: 'Сбербанк' });
  const rows = [
    'Номер документа;Дата;Сумма;Назначение',
    `9100;28.11.2026 22:17:00;7700,00;заявка ${waiting.number}`,
  ];
  await page.getByLabel(/^Файл CSV/).setInputFiles(buildFile(rows.join('\n')));
  const form = page.getByRole('form', { name: 'Поступления по заявкам' });
  const choice = form.getByRole('combobox');
  await expect(choice).toHaveValue('');
  await expect(choice).toHaveAccessibleDescription(/^Возможно, уже записан/);
  await expect(form.getByRole('link', { name: `№ ${paid.number}` })).toBeVisible();
  await choice.selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Записать: 1' }).click();
  await expect(form.getByRole('alert')).toContainText('Похожий платёж уже записан');
  await expectProblems(/409 .*\/payments\/$/);

  // The form of the claim asks the same, and leads to the claim that has the payment.
  await form.getByRole('link', { name: `№ ${waiting.number}` }).click();
  await page.getByRole('button', { name: 'Записать платёж' }).click();
  const payment = page.getByRole('form', { name: 'Записать платёж' });
  const send = async (reference: string) => {
    await payment.getByLabel('Номер перевода или чека').fill(reference);
    await payment.getByRole('button', { name: 'Записать платёж' }).click();
    await expectProblems(/409 .*\/payments\/$/);
  };
  await send('9100');
  await expect(payment.getByText(/^Записан по\sзаявке/)).toBeVisible();
  await expect(payment.getByRole('checkbox')).toHaveCount(0);
  await send('№ 9100 28.11.2026');
  await expect(payment.getByText(/^Похожий записан по\sзаявке/)).toBeVisible();
  await payment.getByRole('link', { name: `№ ${paid.number}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(paid.number);

  await page.getByRole('link', { name: 'Поступления' }).click();
  await page.getByLabel('Куда пришли деньги').selectOption({ label: 'Сбербанк' });
  await page.getByLabel(/^Файл CSV/).setInputFiles(buildFile(rows.join('\n')));
  await choice.selectOption({ index: 1 });
  await form.getByLabel('Всё равно записать').check();
  await form.getByRole('button', { name: 'Записать: 1' }).click();
  await expect(form.getByText(/записан, теперь «Оплачена»/)).toBeVisible();
  // Without a claim that it may be for, the list below shows it.
  const alone = rows
    .join('\n')
    .replaceAll(/7700,00.*$/gm, '7700,00;перевод')
    .replace('9100', '09100');
  await page.getByLabel(/^Файл CSV/).setInputFiles(buildFile(alone.replace(' 22:17:00', '')));
  await page.getByText('Возможно, уже записаны: 1').click();
  await expect(page.getByRole('link', { name: `№ ${paid.number}` })).toBeVisible();
});

test('a claim that two transfers are chosen for gets one, and nothing is dismissed', async ({
  page,
  openDesk,
  expectProblems,
}) => {
  const anna = await createAccountVisitor(exchange);
  await anna.createClaim('SBERRUB', 'LTC', '7800');
  const requests: string[] = [];
  page.on('request', request => requests.push(new URL(request.url()).pathname));
  await openDesk('cashier', '/operator/statement');
  await page.getByLabel('Куда пришли деньги').selectOption({ label: 'Сбербанк' });
  const rows = ['Номер документа;Дата;Сумма', '1;25.11.2026;7800', '2;25.11.2026;7800'];
  await page.getByLabel(/^Файл CSV/).setInputFiles(buildFile(rows.join('\n')));
  const form = page.getByRole('form', { name: 'Поступления по заявкам' });
  const [first, second] = [form.getByRole('combobox').first(), form.getByRole('combobox').nth(1)];
  const note = form.getByText(/^Ещё один перевод отсюда/);
  await first.selectOption({ index: 1 });
  await expect(note).toHaveCount(0);
  await second.selectOption({ index: 1 });
  await expect(note).toHaveCount(2);
  await form.getByRole('button', { name: 'Записать: 2' }).click();
  await expectProblems(/409 .*\/payments\/$/);
  await expect(form.getByRole('alert')).toHaveText(
    'Другой перевод по этой заявке записан, теперь «Оплачена».',
  );
  // The claim expects nothing more, so the choice is gone with it.
  await expect(form.getByRole('combobox')).toHaveValue('');
  const button = form.getByRole('button', { name: 'Выберите заявки' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect(form.getByText('Готово: 1 из 2.')).toBeVisible();
  expect(requests.filter(path => path.endsWith('/dismiss/'))).toEqual([]);
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
  // A transfer without a claim leads to the search for its amount, which no address contains.
  await transfers.getByRole('link', { name: /^Найти по\sсумме$/ }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('12345.00');
  await expect(page).toHaveURL(`${exchange.origin}/operator/claims`);
  await page.goBack();
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
  await expect(page.getByText('Записывает сотрудник с ролью кассира.')).toBeVisible();
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
