import type { Reason, Status } from '#core/claim/status.ts';
import { accessible, expect, openForm, test } from './fixture.ts';

/** The path a claim is led along, what is said of it at the end, and why it is there. */
const statuses: readonly [path: Status[], says: RegExp, reason?: Reason][] = [
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
const kinds: readonly (Status | undefined)[] = ['hold', 'completed', 'expired'];

test('every status says what happens next and how to reach us; a closed one leads to a new exchange', async ({
  page,
  shop,
  own,
}) => {
  const widget = await openForm(page, shop.page(own.origin, { cur_from: 'BTC', cur_to: 'SBERRUB' }));
  for (const [path, says, reason] of statuses) {
    const claim = await own.claim('TRX', 'SBERRUB');
    await own.move(claim, path, reason);
    await widget.evaluate((element, text) => element.setAttribute('claim', text), claim);
    await expect(widget.getByRole('region', { name: 'Статус заявки' })).toContainText(says);
    await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
    await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toHaveCount(0);
    if (kinds.includes(path.at(-1))) await accessible(page);
  }
  await widget.getByRole('button', { name: 'Новый обмен' }).click();
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
});
