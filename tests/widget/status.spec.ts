import type { Reason, Status } from '#core/claim/status.ts';
import { accessible, expect, test } from './fixture.ts';

/** Where a claim of TRX to roubles may be led, what is said of it then, and whether it may still be cancelled. */
const statuses: readonly [path: Status[], says: RegExp, cancellable: boolean, reason?: Reason][] = [
  [['claimed'], /Вы сообщили об оплате[^]*Ищем ваш перевод/, false],
  [['confirming'], /Ждём подтверждений сети[^]*Перевод найден/, false],
  [['confirming', 'aml'], /AML-проверка/, false],
  [['confirming', 'hold'], /На проверке[^]*Пришло меньше, чем в\sзаявке/, false, 'underpaid'],
  [['claimed', 'paid'], /Оплачена[^]*Деньги получены/, false],
  [['claimed', 'paid', 'payout'], /Отправляем средства/, false],
  [['claimed', 'paid', 'payout', 'payout_error'], /Выплата задерживается/, false],
  [['confirming', 'hold', 'refunding'], /Оформляем возврат/, false],
  [['confirming', 'hold', 'refunding', 'refunded'], /Средства возвращены/, false],
  [['confirming', 'hold', 'rejected'], /Отклонена[^]*Проверка монет показала риск/, false, 'aml_risk'],
  [['claimed', 'paid', 'payout', 'completed'], /Выполнена/, false],
  [['expired'], /Время оплаты истекло[^]*напишите нам/, false],
  [['cancelled'], /Отменена/, false],
];

test('every status says what happens next and how to reach us; a closed one leads to a new exchange', async ({
  page,
  shop,
  own,
}) => {
  for (const [path, says, cancellable, reason] of statuses) {
    const claim = await own.claim('TRX', 'SBERRUB');
    await own.move(claim, path, reason);
    await page.goto(shop.page(own.origin, { claim }));
    const widget = page.locator('exchange-widget');
    await expect(widget.getByRole('region')).toContainText(says);
    await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
    await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toHaveCount(cancellable ? 1 : 0);
    await accessible(page);
  }
});
