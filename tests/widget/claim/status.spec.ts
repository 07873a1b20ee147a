import { CLAIM_STATUS_RULES, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import { expectWidgetAccessible, expect, openWidgetForm, test } from '../support/widgetTest.ts';

/** The path to each status, a text below its label, and the reason. */
const statuses: readonly [path: ClaimStatusCode[], text?: RegExp, reason?: ClaimReason][] = [
  [['claimed'], /Ищем ваш перевод/],
  [['confirming'], /Перевод найден/],
  [['confirming', 'aml']],
  [['confirming', 'hold'], /Пришло меньше, чем в\sзаявке/, 'underpaid'],
  [['claimed', 'paid'], /Деньги получены/],
  [['claimed', 'paid', 'payout']],
  [['claimed', 'paid', 'payout', 'payout_error']],
  [['confirming', 'hold', 'refunding']],
  [['confirming', 'hold', 'refunding', 'refunded']],
  [['confirming', 'hold', 'rejected'], /Проверка монет показала риск/, 'aml_risk'],
  [['claimed', 'paid', 'payout', 'completed'], /Деньги отправлены/],
  [['expired'], /напишите нам/],
  [['cancelled']],
];

/** One status of each kind of screen: in progress with a reason, completed, closed without an exchange. */
const accessibilityChecked: readonly ClaimStatusCode[] = ['hold', 'completed', 'expired'];

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
    const region = widget.getByRole('region', { name: 'Статус заявки' });
    const status = path.at(-1) ?? 'new';
    await expect(region).toContainText(CLAIM_STATUS_RULES[status].label);
    if (text) await expect(region).toContainText(text);
    await expect(widget.getByRole('link', { name: /Написать в\sподдержку/ })).toBeVisible();
    await expect(widget.getByRole('button', { name: 'Отменить заявку' })).toHaveCount(0);
    if (accessibilityChecked.includes(status)) await expectWidgetAccessible(page);
  }
  await widget.getByRole('button', { name: 'Новый обмен' }).click();
  await expect(widget.getByRole('button', { name: 'Вы отдаёте: BTC' })).toBeVisible();
});
