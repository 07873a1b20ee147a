import { beforeEach, describe, expect, test } from 'vitest';
import { RECENT_ACCESS_KINDS } from '#core/contract/account/recentAccess.ts';
import type { AccountEventKind } from '#core/contract/user.ts';
import { listAccessKinds } from '#server/accounts/accountStop/recentAccess.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { creditPartner } from '../referral/support/creditPartner.ts';
import { completeClaim, openPartner, REFERRAL_PATH } from '../referral/support/partnerClient.ts';
import { createShopOwner } from '../shop/support/shopClient.ts';
import {
  AccountBrowser,
  findLinkPath,
  listEmails,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from './support/accountBrowser.ts';
import { createAccountMailbox } from './support/accountMailbox.ts';
import { addPasskey, openPasskeyBrowser } from './support/passkeyBrowser.ts';
import { CARD } from './support/requisiteClient.ts';
import { SoftwareAuthenticator } from './support/softwareAuthenticator.ts';
import { turnOnSecondFactor } from './support/totpApp.ts';

const EMAIL = 'ivan@mail.example';
const HOOK = 'http://127.0.0.1:9999/hook';

/** What an account is used with in these tests. */
interface Fixture {
  testServer: TestServer;
  browser: AccountBrowser;
  partner: Awaited<ReturnType<typeof openPartner>>;
  mailbox: ReturnType<typeof createAccountMailbox>;
}

const restore = async ({ testServer }: Fixture, body: object = {}) => {
  const guest = new AccountBrowser(testServer);
  await guest.send('/api/v1/users/restore/', { body: { email: EMAIL } });
  await guest.send(await findLinkPath(testServer, 'restore', EMAIL), {
    body: { password: OTHER_PASSWORD, ...body },
  });
};
const logInWithRecoveryCode = async ({ testServer, browser }: Fixture) => {
  const { codes } = await turnOnSecondFactor(testServer, browser);
  const guest = new AccountBrowser(testServer);
  const { challenge } = (await (await guest.logIn(EMAIL)).json()) as { challenge: string };
  await guest.send('/front-api/auth/login/', { body: { challenge, code: codes[0] } });
};
const changeEmail = async ({ browser, mailbox }: Fixture) => {
  await browser.send('/api/v1/users/me/email/', { body: { email: 'new@mail.example' } });
  const code = await mailbox.readCode('new@mail.example');
  await browser.send('/api/v1/users/me/email/confirm/', { body: { code } });
};

const requestWithdrawal = async ({ testServer, partner }: Fixture) => {
  const wallet = await partner.addWallet();
  await completeClaim(testServer, null, { path: [] });
  const { db } = testServer.context;
  const { id } = await db.selectFrom('partners').select('id').executeTakeFirstOrThrow();
  await creditPartner(testServer.context, id, { amount: 1_000_000n, now: testServer.now() });
  const response = await partner.withdraw(wallet, '50');
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
};

/** Ways into an account and out of it: what causes the event, once for each way to cause it. */
type Causes = readonly ((fixture: Fixture) => Promise<unknown>)[];

/**
 * Every event of the journal: what opens a way in or out, or closes one of the owner's, sends an e-mail with «Это не
 * я». A sentence says why another one needs none. A new event does not compile without a decision.
 */
const EVENT_CAUSES: Readonly<Record<AccountEventKind, Causes | string>> = {
  activated: 'the link of an e-mail activates it',
  login: [({ testServer }) => new AccountBrowser(testServer).logIn(EMAIL)],
  logout: 'the session ends where it was used',
  password_changed: [
    ({ browser }) =>
      browser.send('/api/v1/users/me/password/', {
        body: { oldPassword: STRONG_PASSWORD, newPassword: OTHER_PASSWORD },
      }),
  ],
  password_restored: [restore],
  session_revoked: [
    async ({ testServer, browser }) => {
      await new AccountBrowser(testServer).logIn(EMAIL);
      const response = await browser.send('/api/v1/users/me/sessions/', { method: 'GET' });
      const { results } = (await response.json()) as { results: { id: string; current: boolean }[] };
      const id = results.find(({ current }) => !current)?.id;
      return browser.send(`/api/v1/users/me/sessions/${id}/`, { method: 'DELETE' });
    },
  ],
  sessions_revoked: [
    async ({ testServer, browser }) => {
      await new AccountBrowser(testServer).logIn(EMAIL);
      return browser.send('/api/v1/users/me/sessions/', { method: 'DELETE' });
    },
  ],
  token_reused: [
    async ({ browser }) => {
      const { token } = browser;
      await browser.refresh();
      await browser.refresh();
      await browser.presentToken(token);
    },
  ],
  blocked: 'the operator does it: its e-mail leads to the contacts',
  unblocked: 'the operator does it',
  email_changing: [
    ({ browser }) => browser.send('/api/v1/users/me/email/', { body: { email: 'new@mail.example' } }),
  ],
  email_changed: [changeEmail],
  account_stopped: 'it is «Это не я» itself: its e-mail leads to a new password',
  data_exported: 'it opens nothing for later, and takes a recent proof of who asks',
  deletion_planned: [({ browser }) => browser.send('/api/v1/users/me/delete/')],
  deletion_cancelled: [
    async ({ browser }) => {
      await browser.send('/api/v1/users/me/delete/');
      await browser.logIn(EMAIL);
    },
  ],
  second_factor_added: [({ testServer, browser }) => turnOnSecondFactor(testServer, browser)],
  second_factor_removed: [
    async ({ testServer, browser }) => {
      await turnOnSecondFactor(testServer, browser);
      await browser.send('/api/v1/users/me/totp/', { method: 'DELETE' });
    },
  ],
  recovery_codes_renewed: [
    async ({ testServer, browser }) => {
      await turnOnSecondFactor(testServer, browser);
      await browser.send('/api/v1/users/me/totp/codes/');
    },
  ],
  recovery_code_used: [
    logInWithRecoveryCode,
    async ({ testServer, browser }) => {
      const { codes } = await turnOnSecondFactor(testServer, browser);
      await browser.send('/front-api/auth/confirm/', { body: { code: codes[0] } });
    },
    async fixture => {
      const { codes } = await turnOnSecondFactor(fixture.testServer, fixture.browser);
      await restore(fixture, { code: codes[0] });
    },
    async ({ testServer, browser }) => {
      const { codes } = await turnOnSecondFactor(testServer, browser);
      await browser.send('/api/v1/users/restore/', { body: { email: EMAIL } });
      const path = await findLinkPath(testServer, 'restore', EMAIL);
      await browser.send(`${path}access/`, { body: { code: codes[0] } });
    },
  ],
  requisite_added: [({ partner }) => partner.requisites.add(CARD)],
  requisite_removed: 'it opens nothing',
  requisite_restored: 'its e-mail was sent when it was added; it is gone for a minute at most',
  passkey_added: [({ browser }) => addPasskey(browser, new SoftwareAuthenticator())],
  passkey_removed: [
    async ({ browser }) => {
      const { id } = await addPasskey(browser, new SoftwareAuthenticator());
      await browser.send(`/api/v1/users/me/passkeys/${id}/`, { method: 'DELETE' });
    },
  ],
  shop_key_created: [({ browser }) => createShopOwner(browser).addKey()],
  shop_key_revoked: 'it opens nothing',
  webhook_added: [({ browser }) => createShopOwner(browser).addWebhook({ url: HOOK })],
  webhook_changed: [
    async ({ browser }) => {
      const owner = createShopOwner(browser);
      const { id } = await owner.addWebhook({ url: HOOK });
      await owner.call(`webhooks/${id}/`, 'PATCH', { url: `${HOOK}/thief` });
    },
    async ({ browser }) => {
      const owner = createShopOwner(browser);
      const { id } = await owner.addWebhook({ url: HOOK });
      await owner.rotate(id);
    },
    async ({ testServer, browser }) => {
      const owner = createShopOwner(browser);
      const { id } = await owner.addWebhook({ url: HOOK });
      await testServer.context.db.updateTable('webhooks').set({ off_at: 1n, off_reason: 'gone' }).execute();
      await owner.call(`webhooks/${id}/`, 'PATCH', { on: true });
    },
  ],
  webhook_removed: 'it opens nothing',
  auto_withdrawal_on: [
    async ({ partner }) => {
      const body = { requisite: await partner.addWallet(), summa: '50' };
      const path = `${REFERRAL_PATH}withdrawal/auto/`;
      expect((await partner.browser.send(path, { method: 'PUT', body })).status).toBe(200);
    },
  ],
  auto_withdrawal_off: 'it opens nothing',
  withdrawal_cancelled: [
    async fixture => {
      const id = await requestWithdrawal(fixture);
      await fixture.partner.browser.send(`${REFERRAL_PATH}withdrawal/${id}/`, { method: 'DELETE' });
    },
  ],
  withdrawal_created: [requestWithdrawal],
};

/** E-mails whose name is not that of their event. */
const EMAIL_KINDS: Partial<Record<AccountEventKind, string>> = {
  login: 'new_device',
  password_restored: 'password_changed',
  session_revoked: 'sessions_revoked',
  token_reused: 'sessions_revoked',
};

forEachDatabase(startServer => {
  let fixture: Fixture;

  beforeEach(async () => {
    const testServer = await startServer({ ...relaxedLimits, WEBHOOK_PRIVATE: 'on' });
    const partner = await openPartner(testServer, EMAIL);
    const browser = openPasskeyBrowser(testServer, '198.51.100.7');
    expect((await browser.logIn(EMAIL)).status).toBe(200);
    const mailbox = createAccountMailbox(testServer);
    await mailbox.clear();
    fixture = { testServer, partner, browser, mailbox };
  });

  const cases = Object.entries(EVENT_CAUSES).flatMap(([event, causes]) =>
    typeof causes === 'string'
      ? []
      : causes.map(
          (cause, index) => [`${event}${index === 0 ? '' : ` (${index + 1})`}`, event, cause] as const,
        ),
  );

  test('«Это не я» and a restore remove every kind of access', () => {
    const kinds = listAccessKinds(fixture.testServer.context.accountSubscribers).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([...RECENT_ACCESS_KINDS].toSorted());
  });

  describe('an e-mail with «Это не я», the device and the network is sent for', () => {
    test.each(cases)('%s', async (_, event, cause) => {
      await cause(fixture);
      const { testServer } = fixture;
      const kind = EMAIL_KINDS[event as AccountEventKind] ?? event;
      const emails = (await listEmails(testServer)).filter(message => message.kind === kind);
      expect(emails).toContainEqual(
        expect.objectContaining({ device: 'Chrome, Windows', network: expect.stringMatching(/\/24$/) }),
      );
      const { db } = testServer.context;
      const events = await db.selectFrom('account_events').select('kind').execute();
      expect(events.map(one => one.kind)).toContain(event);
      const mails = await db
        .selectFrom('mail')
        .select('about')
        .where('kind', '=', kind as 'new_device')
        .execute();
      for (const { about } of mails) {
        const { stopId } = JSON.parse(about ?? '{}') as { stopId?: string };
        const token = await db
          .selectFrom('stop_tokens')
          .select('id')
          .where('id', '=', stopId ?? '')
          .executeTakeFirst();
        expect(token?.id).toBe(stopId);
      }
    });
  });

  test('no e-mail is sent for a webhook whose events only are changed', async () => {
    const owner = createShopOwner(fixture.browser);
    const { id } = await owner.addWebhook({ url: HOOK });
    await owner.call(`webhooks/${id}/`, 'PATCH', { events: ['claim.status'], url: HOOK, on: true });
    expect((await listEmails(fixture.testServer)).map(({ kind }) => kind)).toEqual(['webhook_added']);
  });
});
