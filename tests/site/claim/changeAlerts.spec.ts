import type { Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import { test } from '../support/operatedExchange.ts';
import { expect } from '../support/siteTest.ts';

const locateControl = (page: Page) => page.getByRole('checkbox', { name: 'Сообщать об изменениях' });

/**
 * Records the notifications, questions for the permission and tones of a page. Headless Chromium refuses notifications,
 * so `permission` replaces its own.
 */
async function recordAlerts(
  page: Page,
  permission: NotificationPermission,
): Promise<() => Promise<string[]>> {
  await page.addInitScript(givenPermission => {
    const alerts: string[] = [];
    Object.assign(window, { alerts });
    const RealNotification = Notification;
    window.Notification = class extends RealNotification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        alerts.push(`${title}: ${options?.body}`);
      }
      static override requestPermission() {
        alerts.push('asked');
        setPermission('granted');
        return Promise.resolve<NotificationPermission>('granted');
      }
    };
    const setPermission = (value: NotificationPermission) =>
      Object.defineProperty(window.Notification, 'permission', { value, configurable: true });
    setPermission(givenPermission);
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (when) {
      alerts.push('tone');
      start.call(this, when);
    };
  }, permission);
  return () => page.evaluate(() => (window as unknown as { alerts: string[] }).alerts);
}

test('a new status is told only after a press, also in a hidden tab; the choice is remembered', async ({
  page,
  operatedExchange,
}) => {
  const { id, secret, number } = await operatedExchange.createClaim('LTC', 'ACRUB');
  const readAlerts = await recordAlerts(page, 'granted');
  const formatTitle = (status: keyof typeof CLAIM_STATUS_RULES) =>
    `№ ${number} · ${CLAIM_STATUS_RULES[status].label} · Размен`;
  await page.goto(`/claim/${id}#${secret}`);
  const control = locateControl(page);
  await expect(control).not.toBeChecked();
  await operatedExchange.runOperator('claim', number, 'confirming');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page).toHaveTitle(formatTitle('confirming'));
  expect(await readAlerts()).toEqual([]);

  await control.press('Space');
  await expect(control).toBeChecked();
  await expect(control).toHaveAccessibleDescription(/^Сообщим звуком и\sуведомлением/);
  expect(await readAlerts()).toEqual(['tone', 'tone']);
  await expectAccessible(page);

  await page.reload();
  await expect(control).toBeChecked();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await operatedExchange.runOperator('claim', number, 'aml');
  await expect(page).toHaveTitle(formatTitle('aml'));
  await expect
    .poll(readAlerts)
    .toEqual(['tone', 'tone', `Заявка № ${number}: ${CLAIM_STATUS_RULES.aml.label}`]);
  await control.uncheck();
  await page.reload();
  await expect(control).not.toBeChecked();
});

test('the permission is asked for when the control is pressed', async ({ page, operatedExchange }) => {
  const { id, secret } = await operatedExchange.createClaim('LTC', 'ACRUB');
  const readAlerts = await recordAlerts(page, 'default');
  const requests: string[] = [];
  page.on('request', request => requests.push(request.url()));
  await page.goto(`/claim/${id}#${secret}`);
  const control = locateControl(page);
  await expect(control).toHaveAccessibleDescription(/^Звук и\sуведомление браузера/);
  expect(await readAlerts()).toEqual([]);
  await control.check();
  expect(await readAlerts()).toEqual(['tone', 'tone', 'asked']);
  await expect(control).toHaveAccessibleDescription(/^Сообщим звуком и\sуведомлением/);
  // This exchange has no bot.
  expect(requests.filter(url => /telegram/i.test(url))).toEqual([]);
  await expect(page.getByRole('button', { name: /Telegram/ })).toHaveCount(0);
});

test('a browser that refuses notifications is explained', async ({ page, operatedExchange }) => {
  const { id, secret } = await operatedExchange.createClaim('LTC', 'ACRUB');
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/claim/${id}#${secret}`);
    await locateControl(page).check();
    await expect(locateControl(page)).toHaveAccessibleDescription(/браузер запретил уведомления/);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await locateControl(page).uncheck();
  }
});
