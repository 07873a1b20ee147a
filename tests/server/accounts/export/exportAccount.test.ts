import { beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { AccountExport } from '#core/contract/account/accountExport.ts';
import { LIST_BATCH_SIZE } from '#server/platform/lists/openList.ts';
import { ensurePartner } from '#server/partners/referral/partners.ts';
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

  test('reads the claims and the ledger in batches while it is sent', async () => {
    const { db } = testServer.context;
    const { id: userId } = await browser.fetchUser();
    const partner = await ensurePartner(db, userId ?? '', testServer.now());
    const { id } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const withdrawal = await db
      .selectFrom('claims')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('claims')
      .set({ user_id: userId ?? '' })
      .where('id', '=', id)
      .execute();
    const count = LIST_BATCH_SIZE + 1;
    // A claim has one accrual, and a withdrawal one line: each line needs a withdrawal of its own.
    const withdrawals = Array.from({ length: count }, () => ({
      id: crypto.randomUUID(),
      partner_id: partner.id,
      status: 1n,
      amount: 1n,
      fee: 0n,
      currency_id: withdrawal.from_id,
      course: '1',
      payout: 1n,
      masked: '',
      sealed_values: null,
      idempotency_key: null,
      body_hash: '',
      reference: 'x',
      reason: null,
      created_at: 1n,
      decided_at: 1n,
    }));
    await db.insertInto('partner_withdrawals').values(withdrawals).execute();
    const line = { partner_id: partner.id, kind: 'withdrawal', amount: -1n, claim_id: null } as const;
    const times = { reason: null, reckoning: null, available_at: 1n, at: 1n };
    await db
      .insertInto('partner_entries')
      .values(withdrawals.map(row => ({ ...line, ...times, withdrawal_id: row.id })))
      .execute();
    const response = await request();
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-length')).toBeNull();
    const data = v.parse(AccountExport, await response.json());
    expect(data.claims.map(claim => claim.id)).toEqual([id]);
    expect(data.referral?.ledger).toHaveLength(count);
    expect(new Set(data.referral?.ledger.map(entry => entry.id)).size).toBe(count);
  });
});
