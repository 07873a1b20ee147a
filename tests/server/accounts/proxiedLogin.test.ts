import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createTestServer } from '../../support/testServer.ts';
import { startProxyServer } from '../support/proxyServer.ts';
import { AccountBrowser, openAccount } from './support/accountBrowser.ts';

const PUBLIC_ORIGIN = 'https://exchange.example';

test('a front end passes logins, cookies and access tokens through', async () => {
  const testServer = await createTestServer({ ...relaxedLimits, PUBLIC_ORIGIN });
  onTestFinished(() => testServer.close());
  const backend = serve({ fetch: testServer.app.fetch, port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => new Promise<void>(resolve => void backend.close(() => resolve())));
  await new Promise(resolve => backend.once('listening', resolve));
  const { port } = backend.address() as AddressInfo;
  const proxy = await startProxyServer(`http://127.0.0.1:${port}`, { PUBLIC_ORIGIN });
  onTestFinished(proxy.close);
  const request = async (path: string | Request | URL, init?: RequestInit) =>
    fetch(`${proxy.origin}${String(path)}`, init);
  const browser = new AccountBrowser({ app: { request } }, undefined, PUBLIC_ORIGIN);
  await openAccount(testServer, undefined, undefined, PUBLIC_ORIGIN);

  const login = await browser.logIn('ivan@mail.example');
  expect(login.status).toBe(200);
  const withoutValues = login.headers.getSetCookie().map(cookie => cookie.replace(/=[^;]+/, ''));
  expect(withoutValues).toEqual([
    '__Host-refresh_token; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
    'signed_in; Max-Age=2592000; Path=/; Secure; SameSite=Strict',
    '__Host-known_device; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
  ]);
  expect((await browser.fetchUser()).email).toBe('ivan@mail.example');
  expect((await browser.refresh()).status).toBe(200);
  const foreign = await browser.send('/front-api/auth/refresh/', {
    headers: { origin: 'https://evil.example' },
  });
  expect([foreign.status, await foreign.json()]).toMatchObject([403, { code: 'origin_forbidden' }]);
  const logout = await browser.send('/front-api/auth/logout/');
  expect([logout.status, logout.headers.getSetCookie().length]).toEqual([204, 2]);
  const ended = await browser.send('/api/v1/users/me/', { method: 'GET' });
  expect([ended.status, await ended.json()]).toMatchObject([401, { code: 'token_not_valid' }]);
});
