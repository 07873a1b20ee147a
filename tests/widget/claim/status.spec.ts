import type { ClaimReason, ClaimStatusCode } from '#core/claim/status.ts';
import { expectWidgetAccessible, expect, openWidgetForm, test } from '../support/widgetTest.ts';

/** The path a claim is led along, what is said of it at the end, and why it is there. */
const statuses: readonly [path: ClaimStatusCode[], says: RegExp, reason?: ClaimReason][] = [
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

/** One of each kind of screen: under way with a reason, ended well, ended without an exchange. */
const kinds: readonly (ClaimStatusCode | undefined)[] = ['hold', 'completed', 'expired'];

test('every status shows the next step and support; a closed one starts a new exchange', async ({
  page,
  shop,
  exchangeFixture,
}) => {
  const widget = await openWidgetForm(
    page,
    shop.pageAddress(exchangeFixture.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }),
  );
  for (const [path, says, reason] of statuses) {
    const claim = await exchangeFixture.createClaim('TRX', 'SBERRUB');
    await exchangeFixture.moveClaim(claim, path, reason);
    await widget.evaluate((element, text) => element.setAttribute('claim', text), claim);
    await expect(widget.getByRole('region', { name: 'Статус заявки' })).toContainText(says);
    await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
    await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toHaveCount(0);
    if (kinds.includes(path.at(-1))) await expectWidgetAccessible(page);
  }
  await widget.getByRole('button', { name: 'Новый обмен' }).click();
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
});
