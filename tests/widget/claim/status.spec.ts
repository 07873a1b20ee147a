import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';
import { expectWidgetAccessible, expect, openWidgetForm, test } from '../support/widgetTest.ts';

/** The path to each status, the expected text and the reason. */
const statuses: readonly [path: ClaimStatusCode[], text: RegExp, reason?: ClaimReason][] = [
  [['claimed'], /Вы сообщили об оплате[^]*Ищем ваш перевод/],
  [['confirming'], /Ждём подтверждений сети[^]*Перевод найден/],
  [['confirming', 'aml'], /AML-проверка/],
  [['confirming', 'hold'], /На проверке[^]*Пришло меньше, чем в\sзаявке/, 'underpaid'],
  [['claimed', 'paid'], /Оплачена[^]*Деньги получены/],
  [['claimed', 'paid', 'payout'], /Отправляем средства/],
  [['claimed', 'paid', 'payout', 'payout_error'], /Выплата задерживается/],
  [['confirming', 'hold', 'refunding'], /Оформляем возврат/],
  [['confirming', 'hold', 'refunding', 'refunded'], /Средства возвращены/],
  [['confirming', 'hold', 'rejected'], /Отклонена[^]*Проверка монет показала риск/, 'aml_risk'],
  [['claimed', 'paid', 'payout', 'completed'], /Выполнена[^]*Деньги отправлены/],
  [['expired'], /Время оплаты истекло[^]*напишите нам/],
  [['cancelled'], /Отменена/],
];

/** One status of each kind of screen: in progress with a reason, completed, closed without an exchange. */
const accessibilityChecked: readonly (ClaimStatusCode | undefined)[] = ['hold', 'completed', 'expired'];

test('every status shows the next step and support; a closed one starts a new exchange', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(exchangeFixture.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }),
  );
  for (const [path, text, reason] of statuses) {
    const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB');
    await exchangeFixture.moveClaim(claim, path, reason);
    await widget.evaluate((element, claim) => element.setAttribute('claim', claim), claim);
    await expect(widget.getByRole('region', { name: 'Статус заявки' })).toContainText(text);
    await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
    await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toHaveCount(0);
    if (accessibilityChecked.includes(path.at(-1))) await expectWidgetAccessible(page);
  }
  await widget.getByRole('button', { name: 'Новый обмен' }).click();
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
});
