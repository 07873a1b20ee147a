import { expect, test } from 'vitest';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import { AccountBrowser, openAccount, OTHER_PASSWORD, STRONG_PASSWORD } from '../support/accountBrowser.ts';
import { buildReplacement, NEW_PASSWORD, pressLink, signUp } from '../support/activationCalls.ts';

const EMAIL = 'ivan@mail.example';

// What a stranger may do with an address before its owner has an account.
forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const stranger = createBeforeEach(() => new AccountBrowser(testServer, '203.0.113.9'));
  const owner = createBeforeEach(() => new AccountBrowser(testServer, '198.51.100.7'));

  const listRows = (table: 'sessions' | 'restore_tokens' | 'stop_tokens' | 'email_changes' | 'passkeys') =>
    testServer.context.db.selectFrom(table).selectAll().execute();

  test('a sign-up that waits for its e-mail gives no session, no link and no passkey that outlives it', async () => {
    const path = await signUp(testServer, stranger, OTHER_PASSWORD);
    expect((await stranger.logIn(EMAIL, OTHER_PASSWORD)).status).toBe(403);
    expect((await stranger.refresh()).status).toBe(401);
    await stranger.send('/api/v1/users/restore/', { body: { email: EMAIL } });
    await testServer.context.backgroundTasks.finish();
    for (const call of ['me/passkeys/options/', 'me/email/', 'me/claims/attach/', 'me/totp/'])
      expect((await stranger.send(`/api/v1/users/${call}`, { body: {} })).status, call).toBe(401);
    expect(await pressLink(owner, path, buildReplacement())).toBe(204);
    expect((await owner.logIn(EMAIL, NEW_PASSWORD)).status).toBe(200);
    expect(await listRows('sessions')).toHaveLength(1);
    for (const table of ['restore_tokens', 'email_changes', 'passkeys'] as const)
      expect(await listRows(table), table).toEqual([]);
    // A login from the stranger's browser is one from a new device.
    await createAccountMailbox(testServer).clear();
    await new AccountBrowser(testServer, '203.0.113.9').logIn(EMAIL, NEW_PASSWORD);
    expect(await createAccountMailbox(testServer).listHeadlines(EMAIL)).toEqual(['вход с нового устройства']);
  });

  test('an account that waits for a code to the address neither gets it nor keeps its owner out', async () => {
    const other = await openAccount(testServer, 'stranger@mail.example', '203.0.113.9');
    expect((await other.send('/api/v1/users/me/email/', { body: { email: EMAIL } })).status).toBe(202);
    const code = await createAccountMailbox(testServer).readCode(EMAIL);
    const path = await signUp(testServer, owner);
    expect(await pressLink(owner, path)).toBe(204);
    // Even if the owner lets the stranger know the code.
    expect((await other.send('/api/v1/users/me/email/confirm/', { body: { code } })).status).toBe(400);
    expect((await owner.logIn(EMAIL, STRONG_PASSWORD)).status).toBe(200);
    expect(await other.fetchUser()).toMatchObject({ email: 'stranger@mail.example' });
  });
});
