import { beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { AccountExport } from '#core/contract/account/accountExport.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import { AccountBrowser, openAccount } from '../support/accountBrowser.ts';

const EMAIL = 'ivan@mail.example';

forEachDatabase(startServer => {
  let testServer: TestServer;
  let browser: AccountBrowser;

  const open = async (env: Record<string, string> = {}) => {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', ...env });
    browser = await openAccount(testServer, EMAIL);
  };
  beforeEach(() => open());

  const request = () => browser.send('/api/v1/users/me/export/');

  test('has everything about the account and nothing of others, without secrets', async () => {
    await openAccount(testServer, 'anna@mail.example', '203.0.113.9');
    await browser.send('/api/v1/users/me/', { method: 'PATCH', body: { notify: { claims: false } } });
    await browser.send('/api/v1/users/me/email/', { body: { email: 'new@mail.example' } });
    const claim = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await browser.send('/api/v1/users/me/claims/attach/', {
      body: { id: claim.id },
      headers: { 'x-claim-secret': claim.secret },
    });
    await browser.send('/api/v1/users/me/promocodes/', { body: { code: 'START' } });
    await createClaimDriver(testServer, 'LTC', 'SBERRUB', '3');
    const { id, createdAt } = await browser.fetchUser();
    const response = await request();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const text = await response.text();
    const data = v.parse(AccountExport, JSON.parse(text));
    expect(data).toMatchObject({
      exportedAt: new Date(testServer.now()).toISOString(),
      profile: { id, email: EMAIL, createdAt },
      notify: { claims: false, news: false, security: true },
      sessions: [{ device: 'Chrome, Windows' }],
      promocodes: [{ code: 'START' }],
      claims: [{ id: claim.id, fromSumma: '2.00000000' }],
      referral: null,
      shopLinks: [],
      emailChanges: [{ oldEmail: EMAIL, newEmail: 'new@mail.example', changedAt: null }],
    });
    expect(data.consents).toHaveLength(1);
    expect(data.journal.map(({ kind }) => kind).toSorted()).toEqual([
      'activated',
      'data_exported',
      'email_changing',
      'login',
    ]);
    const user = await testServer.context.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow();
    for (const secret of [user.password_hash ?? '', browser.token, 'anna@mail.example', '203.0.113'])
      expect(text).not.toContain(secret);
  });

  test('5 a day', async () => {
    await open({ LIMIT_ACCOUNT_EXPORTS_PER_DAY: '5' });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await request()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('needs a password that was entered less than 10 minutes ago', async () => {
    testServer.advanceClock(600_000);
    await browser.refresh();
    const refused = await request();
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'confirm_required' }]);
    expect((await new AccountBrowser(testServer).send('/api/v1/users/me/export/')).status).toBe(401);
  });
});
