import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { COURSE_POLL_INTERVAL_MS } from '#core/exchange/form/requests/coursePoller.ts';
import type { ShopServer } from '#tests/support/shopServer.ts';
import type { PictureExchange } from './pictureExchange.ts';
import type { PictureName } from './pictureList.ts';
import { COURSE_AGE_MS, PICTURE_TIME } from './pictureTime.ts';

/** What the pages of the pictures come from: the exchange, and a shop of another origin. */
export interface PictureServers {
  exchange: PictureExchange;
  shop: ShopServer;
}

/** Opens the page of a picture and waits until all that the picture shows is there. */
type OpenScene = (page: Page, servers: PictureServers) => Promise<void>;

/** Opens a page with a form. When the form is ready, advances the clock so that its course has some age. */
async function openForm(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const markReady = () => document.documentElement.setAttribute('data-form-ready', '');
    document.addEventListener('exchange-ready', markReady);
  });
  await page.goto(address);
  await page.locator('[data-form-ready]').waitFor();
  await page.clock.setFixedTime(PICTURE_TIME + COURSE_AGE_MS);
  const secondsLeft = (COURSE_POLL_INTERVAL_MS - COURSE_AGE_MS) / 1000;
  await page.locator('.countdown', { hasText: new RegExp(`\\b${secondsLeft}\\s`) }).waitFor();
}

const openHome: OpenScene = async (page, { exchange }) => {
  await openForm(page, `${exchange.origin}/?cur_from=BTC&cur_to=SBERRUB&amount=0.05`);
  await page.locator('#reserves b').first().waitFor();
};

/** The window shows the begin of the course over time, which loads after the page. */
const openWideHome: OpenScene = async (page, servers) => {
  await openHome(page, servers);
  await page.locator('.course-now b').waitFor();
};

const openClaim: OpenScene = async (page, { exchange }) => {
  await page.goto(exchange.origin + exchange.claimPath);
  await page.getByRole('img', { name: 'QR-код' }).waitFor();
};

/** Opens the shop's page, in which every address of the exchange is that of the running one. */
const openShop: OpenScene = async (page, { exchange, shop }) => {
  const html = readFileSync(new URL('shop.html', import.meta.url), 'utf8');
  await openForm(page, shop.servePage(html.replaceAll('https://exchange.example', exchange.origin)));
};

/** Opens a page with nothing but the widget in this theme. */
const openTheme =
  (theme: 'light' | 'dark', background: string): OpenScene =>
  async (page, { exchange, shop }) => {
    const html = `<!doctype html>
      <html lang="ru">
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Обмен</title>
        <body style="margin: 0; padding: 20px; background: ${background}; font-family: system-ui">
          <exchange-widget theme="${theme}" cur_from="LTC" cur_to="SBPRUB" amount="12"></exchange-widget>
          <script src="${exchange.origin}/widget/exchange-widget.js" async crossorigin></script>`;
    await openForm(page, shop.servePage(html));
  };

/** The page of each picture. */
export const PICTURE_SCENES: Readonly<Record<PictureName, OpenScene>> = {
  'home-desktop': openWideHome,
  'home-phone': openHome,
  'claim-desktop': openClaim,
  'claim-phone': openClaim,
  shop: openShop,
  'theme-light': openTheme('light', '#f4f4f1'),
  'theme-dark': openTheme('dark', '#0b0d0a'),
};
