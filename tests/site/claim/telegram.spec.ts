import type { BrowserContext, Page } from '@playwright/test';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { expectAccessible } from '#tests/support/accessibility.ts';
import {
  openBotApi,
  TEST_BOT_NAME,
  TEST_BOT_TOKEN,
  type BotApiServer,
} from '#tests/support/telegram/botApiServer.ts';
import { test as base } from '../support/operatedExchange.ts';
import { expect, SCREENS } from '../support/siteTest.ts';

const CHAT = 5_000_000_001;

/** An exchange with a bot at a local counterpart of the Bot API. */
const test = base.extend<object, { botApi: BotApiServer; exchangeEnv: Record<string, string> }>({
  botApi: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires a destructured first argument
    async ({}, provide) => {
      await using botApi = await openBotApi();
      await provide(botApi);
    },
    { scope: 'worker' },
  ],
  exchangeEnv: [
    async ({ botApi }, provide) =>
      provide({ TELEGRAM_BOT_TOKEN: TEST_BOT_TOKEN, TELEGRAM_API_ORIGIN: botApi.origin }),
    { scope: 'worker' },
  ],
});

const locateConnect = (page: Page) => page.getByRole('button', { name: 'Сообщать в Telegram' });
const locateLink = (page: Page) => page.getByRole('link', { name: 'Открыть Telegram' });
const locateDisconnect = (page: Page) => page.getByRole('button', { name: 'Отключить' });

/** Stands for Telegram's page, which the link opens. */
const answerForTelegram = (context: BrowserContext) =>
  context.route('https://t.me/**', route => route.fulfill({ contentType: 'text/html', body: 'Telegram' }));

const returnToPage = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test.beforeEach(async ({ operatedExchange: { origin } }) => {
  await expect
    .poll(async () => (await fetch(`${origin}/api/v1/calculator/settings/`)).json())
    .toMatchObject({ telegram: true });
});

test('a press opens the bot, which then tells each new status until it is stopped', async ({
  page,
  context,
  botApi,
  operatedExchange,
}) => {
  await answerForTelegram(context);
  const { id, secret, number } = await operatedExchange.createClaim('LTC', 'ACRUB');
  await page.goto(`/claim/${id}#${secret}`);
  const [popup] = await Promise.all([context.waitForEvent('page'), locateConnect(page).press('Enter')]);
  await popup.waitForURL(new RegExp(`^https://t\\.me/${TEST_BOT_NAME}\\?start=[\\w-]{22,64}$`));
  expect(await popup.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await expect(locateLink(page)).toHaveAttribute('href', popup.url());
  await expect(page.getByText(/^Откройте Telegram и\sнажмите «Запустить».* до\s\d\d:\d\d\.$/)).toBeVisible();
  await popup.close();
  await expect(locateLink(page)).toBeFocused();

  botApi.write(CHAT, `/start ${new URL(popup.url()).searchParams.get('start')}`);
  await expect(page.getByText('Telegram: подключён')).toBeVisible();
  await expect(locateDisconnect(page)).toBeFocused();
  const listTexts = () => botApi.sent.map(({ text }) => text.replaceAll('\u00a0', ' '));
  await expect.poll(listTexts).toEqual([expect.stringContaining(CLAIM_STATUS_RULES.waiting.label)]);

  await operatedExchange.runOperator('claim', number, 'confirming');
  const link = `${operatedExchange.origin}/claim/${id}`;
  await expect
    .poll(() => listTexts()[1])
    .toBe(`Заявка № ${number}: ${CLAIM_STATUS_RULES.confirming.label}.\n${link}`);
  // The link opens the claim in the browser that knows it, and the status alone elsewhere.
  await page.goto(link);
  await expect(page.getByText('Telegram: подключён')).toBeVisible();

  botApi.write(CHAT, '/stop');
  await expect.poll(() => listTexts()[2]).toMatch(/^Сообщений о\sзаявках больше не\sбудет/);
  await returnToPage(page);
  await expect(locateConnect(page)).toBeVisible();
  await operatedExchange.runOperator('claim', number, 'aml');
  await page.reload();
  await expect(page).toHaveTitle(new RegExp(CLAIM_STATUS_RULES.aml.label));
  await expect(locateConnect(page)).toBeVisible();
  expect(listTexts()).toHaveLength(3);
});

test('the link is there where the browser opens no windows, and the page disconnects the chat', async ({
  page,
  botApi,
  operatedExchange,
  expectProblems,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const { id, secret } = await operatedExchange.createClaim('LTC', 'ACRUB');
  const checkScreens = async () => {
    for (const { width, height } of [...SCREENS, { width: 320, height: 844 }]) {
      await page.setViewportSize({ width, height });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  };
  await page.goto(`/claim/${id}#${secret}`);
  await expect(locateConnect(page)).toBeVisible();
  await checkScreens();

  await page.route('**/telegram/', route =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: { code: 'too_many_requests' } })
      : route.continue(),
  );
  await locateConnect(page).click();
  await expect(page.getByRole('alert')).toHaveText(/^Слишком много запросов\. Повторите .+\.$/);
  await page.unroute('**/telegram/');
  await expectProblems(/429 .*\/telegram\/$/);

  await locateConnect(page).click();
  await expect(locateLink(page)).toHaveAttribute('rel', 'noopener noreferrer');
  await checkScreens();
  const address = new URL((await locateLink(page).getAttribute('href')) ?? '');
  botApi.write(CHAT, `/start ${address.searchParams.get('start')}`);
  await expect(page.getByText('Telegram: подключён')).toBeVisible();
  await checkScreens();
  await locateDisconnect(page).press('Space');
  await expect(locateConnect(page)).toBeFocused();
  await page.reload();
  await expect(locateConnect(page)).toBeVisible();
});
