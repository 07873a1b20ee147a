import { expect } from 'vitest';
import type { ShopLinks } from '#core/contract/account/shop.ts';
import type { AccountBrowser } from '../../accounts/support/accountBrowser.ts';

/** Calls the routes of an account's shop. */
export async function callStatisticsRoutes(browser: AccountBrowser): Promise<void> {
  const path = '/api/v1/users/me/shop/';
  const days = 'date_from=2026-01-01&date_to=2026-12-31';
  const { codes } = (await (await browser.send(`${path}links/`, { method: 'GET' })).json()) as ShopLinks;
  const { id } = (await (await browser.send(`${path}links/`, { body: codes[0] })).json()) as { id: string };
  for (const query of [
    '',
    'history/',
    `history/?status=waiting&code=${codes[0]?.code}&sub=a&${days}`,
    `history/export/?status=waiting&${days}`,
    `statistics/?${days}&by=link`,
    `statistics/export/?${days}`,
  ])
    expect((await browser.send(path + query, { method: 'GET' })).status).toBe(200);
  const click = { refferal: codes[0]?.code };
  expect((await browser.send('/api/v1/refferal/click/', { body: click })).status).toBe(204);
  expect((await browser.send(`${path}links/${id}/`, { method: 'DELETE' })).status).toBe(204);
}
