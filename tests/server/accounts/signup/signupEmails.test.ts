import { beforeEach, expect, test } from 'vitest';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import { createMailbox } from '../../support/mailbox.ts';
import { AccountBrowser, createAccount, listEmails, OTHER_PASSWORD } from '../support/accountBrowser.ts';
import { buildReplacement, NEW_PASSWORD, pressLink, signUp } from '../support/activationCalls.ts';

const EMAIL = 'ivan@mail.example';
const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  let testServer: TestServer;
  let stranger: AccountBrowser;
  let victim: AccountBrowser;

  const openBrowser = (address: string) => new AccountBrowser(testServer, address);
  const start = async (env: Record<string, string> = {}) => {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', ...env });
    stranger = openBrowser('203.0.113.9');
    victim = openBrowser('198.51.100.7');
  };
  beforeEach(() => start());

  const signUpAs = (browser: AccountBrowser, password?: string, email?: string) =>
    signUp(testServer, browser, password, email);

  /** Device and network of each e-mail, as its recipient reads them. */
  const readOrigins = async () => {
    const mailbox = createMailbox(testServer);
    await mailbox.deliver();
    return mailbox.received.map(({ text }) => text.match(/^(?:Когда|Устройство|Сеть): .+$/gm));
  };

  test('e-mails about sign-ups say when, with which device and from which network somebody signed up', async () => {
    await signUpAs(stranger, OTHER_PASSWORD);
    await createAccount(testServer, 'anna@mail.example');
    await signUpAs(victim, OTHER_PASSWORD, 'anna@mail.example');
    const lines = (network: string) => [
      expect.stringMatching(/^Когда: в\s\d\d:\d\d\sпо\sМоскве/),
      'Устройство: Chrome, Windows',
      `Сеть: ${network}`,
    ];
    expect(await readOrigins()).toEqual([
      lines('203.0.113.0/24'),
      lines('198.51.100.0/24'),
      lines('198.51.100.0/24'),
    ]);
  });

  test('e-mails that are sent again name the sign-up, not who asked for them, and keep its proof', async () => {
    const path = await signUpAs(stranger, OTHER_PASSWORD);
    testServer.advanceClock(DAY_MS);
    await victim.send('/api/v1/users/reactivate/', { body: { email: EMAIL } });
    const emails = await listEmails(testServer);
    expect(emails.at(-1)).toMatchObject({
      kind: 'activate',
      origin: { network: '203.0.113.0/24', at: testServer.now() - DAY_MS - 1 },
    });
    expect(await pressLink(victim, path)).toEqual([403, 'activation_proof_required']);
    expect(await pressLink(victim, path, buildReplacement())).toBe(204);
  });

  test('e-mails that are sent again are those of the browser that signed up, from whatever network', async () => {
    const own = await signUpAs(victim);
    await signUpAs(stranger, OTHER_PASSWORD);
    const moved = openBrowser('203.0.113.10');
    for (const [name, value] of victim.cookies) moved.cookies.set(name, value);
    testServer.advanceClock(DAY_MS);
    await moved.send('/api/v1/users/reactivate/', { body: { email: EMAIL } });
    await testServer.context.backgroundTasks.finish();
    expect(await pressLink(moved, own)).toBe(204);
  });

  test('one network uses up a third of the e-mails of a mailbox, whatever addresses it has', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '3' });
    for (let n = 0; n < 5; n++) {
      await signUpAs(openBrowser(`203.0.113.${n}`), OTHER_PASSWORD);
      await signUpAs(openBrowser(`2001:db8:7:${n}::1`), OTHER_PASSWORD);
    }
    expect(await listEmails(testServer)).toHaveLength(6);
    await signUpAs(victim);
    expect(await listEmails(testServer)).toHaveLength(7);
  });

  test('e-mails that three networks use up lock nobody out: the victim gets in on the same day', async () => {
    await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '3' });
    for (const network of ['203.0.113', '203.0.112', '203.0.111'])
      for (let n = 0; n < 4; n++) await signUpAs(openBrowser(`${network}.${n}`), OTHER_PASSWORD);
    await signUpAs(victim);
    const mailbox = createMailbox(testServer, { isRead: false });
    await mailbox.deliver();
    const tokens = mailbox.received.map(({ text }) => /#activate=(\S+)/.exec(text)?.[1] ?? '');
    expect(tokens).toHaveLength(9);
    // None of them is the victim's.
    for (const token of tokens)
      expect(await pressLink(victim, `/api/v1/users/activate/${token}/`)).toEqual([
        403,
        'activation_proof_required',
      ]);
    expect(await pressLink(victim, `/api/v1/users/activate/${tokens[4]}/`, buildReplacement())).toBe(204);
    expect((await victim.logIn(EMAIL, NEW_PASSWORD)).status).toBe(200);
    expect((await stranger.logIn(EMAIL, OTHER_PASSWORD)).status).toBe(401);
  });
});
