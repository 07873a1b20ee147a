import type { Page } from '@playwright/test';
import { createAccountVisitor } from '../../account/support/accountVisitor.ts';
import { expectAccessibleLayout } from '../../support/expectAccessibleLayout.ts';
import { expect, SCREENS } from '../../support/siteTest.ts';
import { createDeskTest } from '../support/deskTest.ts';
import { createPaidClaim } from '../support/paidClaim.ts';
import { createStaffMember, type StaffMember } from '../support/staffMember.ts';

const { exchange, test } = createDeskTest('file');

/** Takes over a claim as another member of staff. */
async function takeOver(page: Page, member: StaffMember, path: string) {
  await member.openPage(page, path);
  await page.getByRole('button', { name: 'Забрать себе' }).click();
  await expect(page.getByText(/^Заявка у\sвас/)).toBeVisible();
}

test('a claim whose money a colleague may be sending is taken over only after a question', async ({
  page,
  openDesk,
  openOtherBrowser,
  expectProblems,
}) => {
  const { number, path } = await createPaidClaim(exchange, { fromSumma: '7000', reference: 'IN-1' });
  await exchange.runOperator('claim', number, 'payout');
  const colleague = await openDesk('cashier', path);
  await page.getByRole('button', { name: 'Взять' }).click();
  await expect(page.getByText(/^Заявка у\sвас/)).toBeVisible();

  const other = await openOtherBrowser();
  const member = await createStaffMember(exchange, 'cashier');
  await member.openPage(other, path);
  // The login asks for the code with a refusal.
  await expectProblems(/401 .*\/auth\/login\/$/);
  const button = other.getByRole('button', { name: 'Забрать себе' });
  const form = other.getByRole('form', { name: 'Забрать себе' });
  await button.press('Enter');
  await expect(form).toContainText(
    `Заявку выплачивает ${colleague.email}. Если он уже отправил деньги, второй перевод их удвоит.`,
  );
  for (const { name, ...size } of SCREENS) {
    await other.setViewportSize(size);
    await expectAccessibleLayout(other);
    await expect(form, name).toBeVisible();
  }
  // The focus is not on a button: a second Enter changes nothing.
  await other.keyboard.press('Enter');
  await other.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(page.getByText(/^Заявка у\sвас/)).toBeVisible();

  await button.press('Enter');
  await form.getByRole('button', { name: 'Всё равно забрать' }).press('Enter');
  await expect(other.getByText(/^Заявка у\sвас/)).toBeFocused();
  await other.close();
});

test('the colleague whose form is open is told who has taken the claim', async ({
  page,
  openDesk,
  openOtherBrowser,
  expectProblems,
}) => {
  const { path } = await createPaidClaim(exchange, { fromSumma: '7100', reference: 'IN-2' });
  await openDesk('cashier', path);
  await page.getByRole('button', { name: 'Взять' }).click();
  await expect(page.getByText(/^Заявка у\sвас/)).toBeFocused();
  await page.getByRole('button', { name: 'Начать выплату' }).press('Enter');
  await expect(page.getByRole('form', { name: 'Начать выплату' })).toBeVisible();

  const other = await openOtherBrowser();
  const member = await createStaffMember(exchange, 'cashier');
  await takeOver(other, member, path);
  await expectProblems(/401 .*\/auth\/login\/$/);
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(`^Заявку забрал ${member.email}, .*\\d\\d:\\d\\d\\.$`),
  );
  await expect(page.getByRole('form', { name: 'Начать выплату' })).toHaveCount(0);
  await other.close();
  await expect(page.getByRole('region', { name: 'Что сделать' })).toBeFocused();

  await page.getByRole('button', { name: 'Забрать себе' }).press('Enter');
  await expect(page.getByText(/^Заявка у\sвас/)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a notice of a new status stays only as long as the claim has it', async ({ page, openDesk }) => {
  const { number, path } = await createPaidClaim(exchange, { fromSumma: '7200', reference: 'IN-3' });
  await openDesk('cashier', path);
  await page.getByRole('button', { name: 'Начать выплату' }).press('Enter');
  await page.getByRole('form').getByRole('button', { name: 'Начать выплату' }).press('Enter');
  const notice = page.getByText(/^Готово: теперь «Выплачиваем»/);
  await expect(notice).toBeVisible();
  await exchange.runOperator('claim', number, 'payout_error');
  await expect(page.locator('.operator-claim-state .status')).toHaveText('Задержка выплаты');
  await expect(notice).toHaveCount(0);
});

test('of two people at once the second sees who was first', async ({ page, openDesk, expectProblems }) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await openDesk('cashier', `/operator/claims/${claim.id}`);
  await page.getByRole('button', { name: 'Отменить заявку' }).click();
  const form = page.getByRole('form', { name: 'Отменить заявку' });
  const refused = page.waitForResponse(/\/status\/$/);
  // The page reads the change only after the press.
  await page.route(`**/operator/claims/${claim.id}/`, async route => {
    await refused;
    await route.continue();
  });
  await exchange.runOperator('claim', claim.number, 'claimed', '--as', 'boris');
  await form.getByRole('button', { name: 'Отменить заявку' }).click();
  const refusal = page.getByRole('region', { name: 'Что сделать' }).getByRole('alert');
  await expect(refusal).toContainText(/boris.*теперь «Проверяем оплату»/);
  await expect(page.locator('.operator-claim-state')).toContainText('Проверяем оплату');
  // The message stays, although the claim does not have the action any more.
  await expect(form).toHaveCount(0);
  await expect(refusal).toBeVisible();
  await expectProblems(/409 .*\/status\/$/);
});

test('a form that another person’s change removes says who made it', async ({ page, openDesk }) => {
  const anna = await createAccountVisitor(exchange);
  const claim = await anna.createClaim('SBERRUB', 'LTC', '7000');
  await openDesk('cashier', `/operator/claims/${claim.id}`);
  await page.getByRole('button', { name: 'Отменить заявку' }).click();
  await exchange.runOperator('claim', claim.number, 'claimed', '--as', 'boris');
  const region = page.getByRole('region', { name: 'Что сделать' });
  await expect(region.getByRole('alert')).toContainText(/boris.*теперь «Проверяем оплату»/);
  await expect(page.getByRole('form', { name: 'Отменить заявку' })).toHaveCount(0);
  await expect(region).toBeFocused();
  await page.getByRole('button', { name: 'Записать платёж' }).click();
  await expect(region.getByRole('alert')).toHaveCount(0);
});
