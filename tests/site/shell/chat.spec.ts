import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { startExchangeFixture } from '#tests/support/exchangeFixture.ts';
import { expect, test } from '../support/siteTest.ts';

test.describe('the chat', () => {
  let vendor: Server;
  let origin: string;
  let otherOrigin: string;

  test.beforeAll(async () => {
    vendor = createServer((request, response) => {
      const exchange = `http://${request.headers.host}`;
      const script = request.url?.includes('part')
        ? 'document.documentElement.dataset.chat += " and its part";'
        : `document.documentElement.dataset.chat = 'here';
           const part = document.createElement('script');
           part.src = '${exchange}/part.js';
           document.head.append(part);
           try { document.createElement('div').innerHTML = '<img>'; document.documentElement.dataset.chat = 'html'; } catch {}`;
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    });
    await new Promise<void>(resolve => vendor.listen(0, '127.0.0.1', resolve));
    const { port } = vendor.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    // The same server under another host name has another origin.
    otherOrigin = `http://localhost:${port}`;
  });
  test.afterAll(() => void vendor.close());

  const readChatState = (page: Page) => page.locator('html').getAttribute('data-chat');
  const SETTINGS_PATH = '**/api/v1/calculator/settings/';
  const stubChatAnswer = (page: Page, src: string) =>
    page.route(SETTINGS_PATH, async route => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), chat: { result: { src } } } });
    });

  test('is a script in the head from an allowed origin, and may load its own chunks', async ({
    page,
    expectProblems,
  }) => {
    const exchange = await startExchangeFixture({ CHAT_ORIGINS: origin });
    try {
      await exchange.saveSetting('chat_src', `${origin}/chat.js`);
      await page.goto(`${exchange.origin}/rules`);
      await expect.poll(() => readChatState(page)).toBe('here and its part');
      const script = page.locator('head > script[async]').first();
      await expect(script).toHaveAttribute('src', `${origin}/chat.js`);
      // Trusted Types refuse it markup from a string.
      await expectProblems(
        /^This document requires 'TrustedHTML'/,
        /^require-trusted-types-for blocked trusted-types-sink/,
      );

      // A script from a forbidden origin is ignored.
      const warnings: string[] = [];
      page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
      await stubChatAnswer(page, `${otherOrigin}/chat.js`);
      await page.reload();
      await expect.poll(() => warnings).toEqual([expect.stringContaining(otherOrigin)]);
      expect(await readChatState(page)).toBeNull();
      // Ends pending requests before the server stops.
      await page.goto('about:blank');
    } finally {
      await exchange.close();
    }
  });

  test('is absent without a result or an allowed origin', async ({ page }) => {
    const warnings: string[] = [];
    page.on('console', message => message.type() === 'warning' && warnings.push(message.text()));
    const settingsResponse = page.waitForResponse(SETTINGS_PATH);
    await page.goto('/rules');
    expect(await (await settingsResponse).json()).toMatchObject({ chat: { result: null } });
    expect(warnings).toEqual([]);
    await stubChatAnswer(page, `${origin}/chat.js`);
    await page.reload();
    await expect.poll(() => warnings).toEqual([expect.stringContaining(origin)]);
    expect(await readChatState(page)).toBeNull();
  });

  test('comes from its own call if the settings do not contain it', async ({ page, expectProblems }) => {
    const exchange = await startExchangeFixture({ CHAT_ORIGINS: origin });
    try {
      await exchange.saveSetting('chat_src', `${origin}/chat.js`);
      // Another exchange behind API_ORIGIN has no extensions.
      await page.route(SETTINGS_PATH, route => route.fulfill({ json: { filters: [] } }));
      const techResponse = page.waitForResponse('**/api/v1/calculator/tech/');
      const chatResponse = page.waitForResponse('**/api/v1/calculator/chat/');
      await page.goto(`${exchange.origin}/rules`);
      expect((await techResponse).status()).toBe(200);
      expect((await chatResponse).status()).toBe(200);
      await expect.poll(() => readChatState(page)).toBe('here and its part');
      await expectProblems(
        /^This document requires 'TrustedHTML'/,
        /^require-trusted-types-for blocked trusted-types-sink/,
      );
      await page.goto('about:blank');
    } finally {
      await exchange.close();
    }
  });
});
