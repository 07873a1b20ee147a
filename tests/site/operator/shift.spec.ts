import type { Locator, Page } from '@playwright/test';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createAccountVisitor } from '../account/support/accountVisitor.ts';
import { expect, SCREENS } from '../support/siteTest.ts';
import { createDeskTest } from './support/deskTest.ts';

const { exchange, test } = createDeskTest('file');

/** What goes wrong with a claim; null: nothing. */
type Fault = 'underpaid' | 'overpaid' | 'paid late' | 'reference used' | 'payout failed' | null;

/** Somebody who works with the mouse or by keyboard alone. */
interface Hands {
  /** Finds a claim by its number and opens it. */
  openClaim: (number: string) => Promise<void>;
  press: (control: Locator) => Promise<void>;
  fill: (field: Locator, text: string) => Promise<void>;
}

const createMouse = (page: Page): Hands => ({
  async openClaim(number) {
    await page.getByRole('link', { name: 'Заявки', exact: true }).click();
    await page.getByRole('searchbox').fill(number);
    await page.getByRole('link', { name: `№ ${number}` }).click();
  },
  press: control => control.click(),
  fill: (field, text) => field.fill(text),
});

/** Most presses of Tab to a control. */
const MAX_TABS = 60;

function createKeyboard(page: Page): Hands {
  async function tabTo(control: Locator) {
    await expect(control).toBeVisible();
    for (let count = 0; count < MAX_TABS; count++) {
      if (await control.evaluate(element => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(control).toBeFocused();
  }
  return {
    async openClaim(number) {
      await page.keyboard.press('c');
      await expect(page.getByRole('heading', { name: 'Заявки' })).toBeVisible();
      await expect(page.locator('#main')).toBeFocused();
      await page.keyboard.press('/');
      await page.keyboard.type(number);
      await expect(page.locator('tbody tr')).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: `№ ${number}` })).toBeFocused();
      await page.keyboard.press('Enter');
    },
    async press(control) {
      await tabTo(control);
      await page.keyboard.press('Enter');
    },
    async fill(field, text) {
      await tabTo(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
  };
}

/** Works a claim to its end. Returns the status that it ends with. */
async function workClaim(
  page: Page,
  { openClaim, press, fill }: Hands,
  { number, fault, amount, used }: { number: string; fault: Fault; amount: number; used: string },
): Promise<string> {
  const actions = page.getByRole('region', { name: 'Что сделать' });
  const expectDone = (label: string) => expect(page.getByText(`Готово: теперь «${label}»`)).toBeVisible();
  /** Chooses an action, fills in its form and sends it. */
  async function act(name: string, fields: Readonly<Record<string, string>> = {}) {
    await press(actions.getByRole('button', { name, exact: true }).first());
    const form = page.getByRole('form', { name });
    for (const [label, text] of Object.entries(fields)) await fill(form.getByLabel(label), text);
    await press(form.getByRole('button', { name, exact: true }));
  }
  const reference = { 'Номер перевода или чека': `in-${number}` };
  const payOut = async () => {
    await act('Начать выплату');
    await expectDone('Выплачиваем');
  };

  await openClaim(number);
  await expect(page.getByRole('heading', { name: new RegExp(`Заявка №\\s${number}`) })).toBeVisible();
  const take = page.getByRole('button', { name: 'Взять' });
  // Nobody works on a claim that has ended.
  if (fault === 'paid late') await expect(take).toHaveCount(0);
  else {
    await press(take);
    await expect(page.getByText(/^Заявка у\sвас/)).toBeVisible();
  }
  if (fault === 'underpaid' || fault === 'overpaid' || fault === 'paid late') {
    const sum = amount + { underpaid: -1_000, overpaid: 1_000, 'paid late': 0 }[fault];
    await act('Записать платёж', { 'Пришло, RUB': String(sum), ...reference });
    await expectDone('На проверке');
    await act('Вернуть деньги клиенту');
    await expectDone('Возвращаем');
    await act('Деньги возвращены', { 'Номер перевода': `back-${number}` });
    await expectDone('Возвращена');
    return 'refunded';
  }
  if (fault === 'reference used') {
    await act('Записать платёж', { 'Номер перевода или чека': used });
    await expect(page.getByRole('alert')).toBeVisible();
    const form = page.getByRole('form', { name: 'Записать платёж' });
    await fill(form.getByLabel('Номер перевода или чека'), `in-${number}`);
    await press(form.getByRole('button', { name: 'Записать платёж' }));
  } else await act('Записать платёж', reference);
  await expectDone('Оплачена');
  await payOut();
  if (fault === 'payout failed') {
    await act('Выплата не прошла');
    await payOut();
  }
  await act('Выплачено', {
    'Номер перевода': Buffer.from(number).toString('hex').padEnd(64, '0'),
  });
  await expectDone('Выполнена');
  return 'completed';
}

/** A shift of 30 claims. Five of them go wrong, each in another way. */
const SHIFT: readonly (readonly [Fault, ...Fault[]])[] = [
  ['underpaid', 'reference used', null, null, null, null, null, null],
  ['overpaid', null, null, null, null, null, null, null],
  ['paid late', null, null, null, null, null, null],
  ['payout failed', null, null, null, null, null, null],
];

for (const [index, faults] of SHIFT.entries()) {
  const { name: screen, ...viewport } = SCREENS[index % 2] ?? SCREENS[0];
  const hands = index < 2 ? 'mouse' : 'keyboard';
  test(`a cashier works ${faults.length} claims by ${hands} on a ${screen}`, async ({
    page,
    openDesk,
    expectProblems,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    const anna = await createAccountVisitor(exchange);
    await openDesk('cashier');
    const worker = hands === 'mouse' ? createMouse(page) : createKeyboard(page);
    let used = '';
    for (const [position, fault] of faults.toReversed().entries()) {
      const amount = 8_000 + 1_000 * index + 10 * position;
      const { number, ...claim }: ClaimCreated = await anna.createClaim('SBERRUB', 'LTC', String(amount));
      if (fault === 'paid late') await exchange.runOperator('claim', claim.id, 'expired');
      const status = await workClaim(page, worker, { number, fault, amount, used });
      expect(await exchange.runOperator('claim', number)).toContain(status);
      if (fault === 'reference used') await expectProblems(/409 .*\/payments\/$/);
      used = `in-${number}`;
    }
  });
}
