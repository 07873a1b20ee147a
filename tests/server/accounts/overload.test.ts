import { expect, test } from 'vitest';
import { addDeviceMark, isKnownDevice, isTrustedDevice } from '#server/accounts/sessions/knownDevice.ts';
import { OverloadedError } from '#server/platform/passwords/fairQueue.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/platform/passwords/passwordHasher.ts';
import { createServerKeys } from '#server/platform/keys/serverKeys.ts';
import { createApp } from '#server/app.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { AccountBrowser, openAccount, OTHER_PASSWORD, STRONG_PASSWORD } from './support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';

forEachDatabase(startServer => {
  test('a flood of logins is refused with 503, and a device that is known logs in', async () => {
    const testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' });
    const known = await openAccount(testServer, EMAIL);
    const passwords = createPasswordHasher({
      limits: { concurrency: 1, maxWaitingPerNetwork: 2, maxWaiting: 4 },
    });
    const app = createApp({ ...testServer.context, passwords });
    const flood = Array.from({ length: 20 }, (_, n) =>
      new AccountBrowser({ app }, `203.0.113.${n}`).logIn(EMAIL, OTHER_PASSWORD),
    );
    const device = new AccountBrowser({ app });
    device.cookies.set('known_device', known.cookies.get('known_device') ?? '');
    const response = await device.logIn(EMAIL);
    const responses = await Promise.all(flood);
    const refused = responses.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(10);
    expect(responses.filter(({ status }) => status === 401).length).toBe(20 - refused.length);
    expect(await refused[0]?.json()).toMatchObject({ code: 'overloaded' });
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect(response.status).toBe(200);
  });
});

forEachDatabase(startServer => {
  test('a login that is refused because of the load is no attempt', async () => {
    const testServer = await startServer({ ...relaxedLimits, LIMIT_LOGINS_PER_ACCOUNT: '2' });
    const { access } = await openAccount(testServer, EMAIL);
    const overloaded: PasswordHasher = {
      hash: () => Promise.reject(new OverloadedError()),
      verify: () => Promise.reject(new OverloadedError()),
    };
    const app = createApp({ ...testServer.context, passwords: overloaded });
    const browser = new AccountBrowser({ app });
    const body = { password: STRONG_PASSWORD };
    const headers = { authorization: `Bearer ${access}` };
    for (let n = 0; n < 4; n++) {
      expect((await browser.logIn(EMAIL)).status).toBe(503);
      expect((await browser.send('/front-api/auth/confirm/', { body, headers })).status).toBe(503);
    }
  });
});

test('the mark of a device is valid for its account, with the current and the previous key', () => {
  const [current, previous, databaseKey] = [1, 2, 3].map(byte => new Uint8Array(32).fill(byte)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const keys = createServerKeys({ current, previous, databaseKey });
  const oldKeys = createServerKeys({ current: previous, previous: null, databaseKey });
  const user = { email: EMAIL, password_hash: 'hash' };
  const mark = addDeviceMark(keys, undefined, user);
  expect(isKnownDevice(keys, mark, EMAIL)).toBe(true);
  expect(isKnownDevice(keys, addDeviceMark(oldKeys, undefined, user), EMAIL)).toBe(true);
  expect(isKnownDevice(oldKeys, mark, EMAIL)).toBe(false);
  expect(isKnownDevice(keys, mark, 'anna@mail.example')).toBe(false);
  expect(isTrustedDevice(keys, mark, user)).toBe(true);
  expect(isTrustedDevice(keys, mark, { ...user, password_hash: 'other' })).toBe(false);
  for (const forged of [`${mark.split('.')[0]}.AAAA`, `x${mark}`, 'x.y', '~', '', undefined]) {
    expect(isKnownDevice(keys, forged, EMAIL), forged).toBe(false);
    expect(isTrustedDevice(keys, forged, user), forged).toBe(false);
  }
  // One browser remembers the last five accounts.
  let cookie: string | undefined;
  for (let n = 0; n < 6; n++)
    cookie = addDeviceMark(keys, cookie, { ...user, email: `user${n}@mail.example` });
  cookie = addDeviceMark(keys, cookie, { ...user, email: 'user5@mail.example' });
  const known = [0, 1, 5].map(n => isKnownDevice(keys, cookie, `user${n}@mail.example`));
  expect(known).toEqual([false, true, true]);
});
