import { beforeEach, describe, expect, test } from 'vitest';
import type { PasskeyCreationOptions } from '#core/contract/account/passkeys/passkeys.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../../support/testServer.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import {
  AccountBrowser,
  buildSignup,
  createAccount,
  findLinkPath,
  listEmails,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
} from '../support/accountBrowser.ts';
import { buildReplacement, NEW_PASSWORD, pressLink, signUp } from '../support/activationCalls.ts';
import { fetchRequestOptions, logInWithPasskey, openPasskeyBrowser } from '../support/passkeyBrowser.ts';
import { SoftwareAuthenticator } from '../support/softwareAuthenticator.ts';

const EMAIL = 'ivan@mail.example';
const SIGNUP_PATH = '/api/v1/users/signup/';
const PASSKEY_SIGNUP_PATH = `${SIGNUP_PATH}passkey/`;

const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  let testServer: TestServer;
  let stranger: AccountBrowser;
  let victim: AccountBrowser;
  let strangersPhone: SoftwareAuthenticator;

  const start = async (env: Record<string, string> = {}) => {
    testServer = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', ...env });
    stranger = openPasskeyBrowser(testServer, '203.0.113.9');
    victim = openPasskeyBrowser(testServer, '198.51.100.7');
    strangersPhone = new SoftwareAuthenticator();
  };
  beforeEach(() => start());

  const signUpAs = (browser: AccountBrowser, password?: string, email?: string) =>
    signUp(testServer, browser, password, email);
  const signUpWithPasskey = async (
    browser: AccountBrowser,
    phone: SoftwareAuthenticator,
    { email = EMAIL, ...more }: { email?: string; claim?: string; secret?: string } = {},
  ) => {
    const options = await browser.send(`${PASSKEY_SIGNUP_PATH}options/`, { body: { email } });
    const credential = phone.create((await options.json()) as PasskeyCreationOptions);
    const body = { ...buildSignup(email), credential, ...more };
    expect((await browser.send(PASSKEY_SIGNUP_PATH, { body })).status).toBe(202);
    const path = await findLinkPath(testServer, 'activate', email);
    testServer.advanceClock(1);
    return { path, body };
  };
  const logIn = async (password: string, from = victim) => (await from.logIn(EMAIL, password)).status;
  const listUsers = () => testServer.context.db.selectFrom('users').selectAll().execute();

  describe('a stranger’s sign-up', () => {
    test('does not become an account when the victim presses its e-mail', async () => {
      const strangers = await signUpAs(stranger, OTHER_PASSWORD);
      const own = await signUpAs(victim);
      // Also while the victim has just signed up.
      for (const body of [undefined, {}])
        expect(await pressLink(victim, strangers, body)).toEqual([403, 'activation_proof_required']);
      expect(await pressLink(victim, strangers, { password: STRONG_PASSWORD })).toEqual([
        400,
        { password: 'password_wrong' },
      ]);
      expect(await listUsers()).toEqual([]);
      // The press has used nothing up.
      expect(await pressLink(victim, own)).toBe(204);
      expect(await logIn(STRONG_PASSWORD)).toBe(200);
      expect(await logIn(OTHER_PASSWORD, stranger)).toBe(403);
      expect(await pressLink(stranger, strangers)).toEqual([404, 'link_invalid']);
      expect(await pressLink(victim, strangers, buildReplacement())).toEqual([404, 'link_invalid']);
    });

    test('names itself to who presses its e-mail, with the ways to go on', async () => {
      const path = await signUpAs(stranger, OTHER_PASSWORD);
      const response = await victim.send(path);
      expect(await response.json()).toMatchObject({
        code: 'activation_proof_required',
        methods: ['password', 'new_password'],
        signup: {
          device: 'Chrome, Windows',
          network: '203.0.113.0/24',
          at: new Date(testServer.now() - 1).toISOString(),
        },
      });
      expect(response.headers.get('set-cookie')).toBeNull();
    });

    test('leaves nothing but the e-mail to the victim, who sets another password', async () => {
      const path = await signUpAs(stranger, OTHER_PASSWORD);
      expect(await pressLink(victim, path, { newPassword: NEW_PASSWORD })).toEqual([
        400,
        { consent: 'consent_required', rules: 'rules_required' },
      ]);
      expect(await pressLink(victim, path, buildReplacement('password1234'))).toEqual([
        400,
        { newPassword: 'password_weak' },
      ]);
      expect(await listUsers()).toEqual([]);
      testServer.advanceClock(60_000);
      expect(await pressLink(victim, path, buildReplacement())).toBe(204);
      expect(await logIn(NEW_PASSWORD)).toBe(200);
      // As before: the stranger does not learn that the e-mail has an account.
      expect(await logIn(OTHER_PASSWORD, stranger)).toBe(403);
      expect(await pressLink(stranger, path)).toBe(204);
      expect(await logIn(OTHER_PASSWORD, stranger)).toBe(403);
      const [user] = await listUsers();
      // The consent is the victim's, not the stranger's.
      expect(user?.consent_at).toBe(BigInt(testServer.now()));
      const { keys } = testServer.context;
      expect(user?.consent_address_hash).toBe(keys.hash('consent-address', '198.51.100.7'));
    });

    test('with a passkey leaves no passkey, and no claim', async () => {
      const { id, secret, claim, fetchRow } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      const email = claim.email;
      const { path } = await signUpWithPasskey(stranger, strangersPhone, { email, claim: id, secret });
      expect(await pressLink(victim, path)).toEqual([403, 'activation_proof_required']);
      const passkey = new SoftwareAuthenticator();
      await signUpWithPasskey(victim, passkey, { email: 'other@mail.example' });
      const foreign = passkey.sign(await fetchRequestOptions(victim));
      expect(await pressLink(victim, path, { passkey: foreign })).toEqual([
        400,
        { passkey: 'passkey_invalid' },
      ]);
      expect(await pressLink(victim, path, { password: '' })).toEqual([400, { password: 'password_wrong' }]);
      expect(await pressLink(victim, path, buildReplacement())).toBe(204);
      expect((await logInWithPasskey(stranger, strangersPhone)).status).toBe(403);
      expect((await victim.logIn(email, NEW_PASSWORD)).status).toBe(200);
      expect(await victim.fetchUser()).toMatchObject({ passkeys: 0, hasPassword: true });
      // The victim does not see a stranger's claim, and the stranger loses nothing.
      expect((await fetchRow()).user_id).toBeNull();
      const handle = await testServer.context.db.selectFrom('signups').select('passkey').execute();
      const [user] = await listUsers();
      expect(JSON.stringify(handle)).not.toContain(user?.id);
    });

    test('from a computer that the victim uses later is not the victim’s', async () => {
      const shared = openPasskeyBrowser(testServer, '198.51.100.7');
      await signUpAs(shared, OTHER_PASSWORD, 'stranger@mail.example');
      const copied = new AccountBrowser(testServer, '203.0.113.9');
      for (const [name, value] of shared.cookies) copied.cookies.set(name, value);
      const strangers = await signUpAs(copied, OTHER_PASSWORD);
      const own = await signUpAs(shared);
      expect(await pressLink(shared, strangers)).toEqual([403, 'activation_proof_required']);
      expect(await pressLink(shared, own)).toBe(204);
    });
  });

  describe('the owner of a sign-up activates it', () => {
    test('with the browser that signed up, whose cookie no script and no other site can use', async () => {
      const response = await victim.send(SIGNUP_PATH, { body: buildSignup(EMAIL) });
      const cookie = response.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/^signup_key=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/);
      const [row] = await testServer.context.db.selectFrom('signups').selectAll().execute();
      expect(Object.values(row ?? {})).not.toContain(victim.cookies.get('signup_key'));
      // A mail program opens the link in another browser, without the cookie.
      const path = await findLinkPath(testServer, 'activate');
      expect(await pressLink(openPasskeyBrowser(testServer), path)).toEqual([
        403,
        'activation_proof_required',
      ]);
      expect(await pressLink(victim, path)).toBe(204);
    });

    test('with its password in another browser', async () => {
      const path = await signUpAs(victim);
      const phone = openPasskeyBrowser(testServer, '192.0.2.1');
      expect(await pressLink(phone, path, { password: OTHER_PASSWORD })).toEqual([
        400,
        { password: 'password_wrong' },
      ]);
      expect(await pressLink(phone, path, { password: STRONG_PASSWORD })).toBe(204);
      expect(await logIn(STRONG_PASSWORD, phone)).toBe(200);
      // The first login with this browser sends no e-mail about a new device.
      expect((await listEmails(testServer)).map(({ kind }) => kind)).toEqual(['activate']);
    });

    test('with its passkey in another browser; each signature counts once', async () => {
      const { id, secret, claim, fetchRow } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      const phone = new SoftwareAuthenticator();
      const { email } = claim;
      const { path } = await signUpWithPasskey(victim, phone, { email, claim: id, secret });
      const elsewhere = openPasskeyBrowser(testServer, '192.0.2.1');
      const refused = await elsewhere.send(path);
      expect(await refused.json()).toMatchObject({ methods: ['passkey', 'new_password'] });
      const passkey = phone.sign(await fetchRequestOptions(elsewhere));
      const late = phone.sign(await fetchRequestOptions(elsewhere), { counter: 7 });
      testServer.advanceClock(5 * 60_000);
      expect(await pressLink(elsewhere, path, { passkey: late })).toEqual([
        400,
        { passkey: 'passkey_invalid' },
      ]);
      expect(await pressLink(elsewhere, path, { passkey })).toEqual([400, { passkey: 'passkey_invalid' }]);
      const fresh = phone.sign(await fetchRequestOptions(elsewhere));
      expect(await pressLink(elsewhere, path, { passkey: fresh })).toBe(204);
      expect((await fetchRow()).user_id).not.toBeNull();
      expect((await logInWithPasskey(elsewhere, phone)).status).toBe(200);
      // The signature of the activation is not one of a login any more.
      const replay = { body: { credential: fresh } };
      expect((await elsewhere.send('/front-api/auth/passkey/', replay)).status).toBe(401);
    });

    test('after a sign-up whose answer was lost, with the browser that repeated it', async () => {
      const phone = new SoftwareAuthenticator();
      const { path, body } = await signUpWithPasskey(openPasskeyBrowser(testServer), phone);
      expect((await victim.send(PASSKEY_SIGNUP_PATH, { body })).status).toBe(202);
      expect(await pressLink(victim, path)).toBe(204);
    });

    test('that an earlier version stored, without its cookie', async () => {
      const path = await signUpAs(victim);
      const { db } = testServer.context;
      await db.updateTable('signups').set({ browser_hash: null, device: null, network: null }).execute();
      const response = await victim.send(path);
      expect(await response.json()).toMatchObject({ methods: ['password', 'new_password'], signup: null });
      expect(await pressLink(victim, path, { password: STRONG_PASSWORD })).toBe(204);
    });
  });

  test('of two new passwords at once one is set, and only its request succeeds, also again', async () => {
    const path = await signUpAs(stranger, OTHER_PASSWORD);
    const passwords = [NEW_PASSWORD, STRONG_PASSWORD];
    const answers = await Promise.all(
      passwords.map(password => pressLink(victim, path, buildReplacement(password))),
    );
    expect(answers).toContainEqual(204);
    expect(answers).toContainEqual([404, 'link_invalid']);
    expect(await listUsers()).toHaveLength(1);
    const winner = passwords[answers.indexOf(204)] ?? '';
    const loser = passwords.find(password => password !== winner) ?? '';
    expect([await logIn(winner), await logIn(loser)]).toEqual([200, 401]);
    expect(await pressLink(victim, path, buildReplacement(winner))).toBe(204);
    expect(await pressLink(victim, path, buildReplacement(loser))).toEqual([404, 'link_invalid']);
  });

  test('two presses at once with the cookie both succeed, with one account', async () => {
    const path = await signUpAs(victim);
    expect(await Promise.all([pressLink(victim, path), pressLink(victim, path)])).toEqual([204, 204]);
    expect(await listUsers()).toHaveLength(1);
  });

  test('wrong passwords of a sign-up are counted with those of logins', async () => {
    await start({ LIMIT_LOGINS_PER_ACCOUNT: '5' });
    const path = await signUpAs(stranger, OTHER_PASSWORD);
    for (let n = 0; n < 3; n++) expect(await logIn('wrong password')).toBe(401);
    for (let n = 0; n < 2; n++)
      expect(await pressLink(victim, path, { password: 'wrong password' })).toEqual([
        400,
        { password: 'password_wrong' },
      ]);
    expect(await pressLink(victim, path, { password: OTHER_PASSWORD })).toEqual([429, 'too_many_requests']);
    expect(await logIn(OTHER_PASSWORD)).toBe(429);
    // The way out that takes no password is open.
    expect(await pressLink(victim, path, buildReplacement())).toBe(204);
  });

  test('a proof of any kind does not make an expired link, or one of a registered e-mail, valid', async () => {
    const path = await signUpAs(victim);
    const proofs = [undefined, { password: STRONG_PASSWORD }, buildReplacement()];
    testServer.advanceClock(DAY_MS);
    for (const proof of proofs) expect(await pressLink(victim, path, proof)).toEqual([404, 'link_invalid']);
    await createAccount(testServer, 'anna@mail.example');
    testServer.advanceClock(1);
    const registered = await signUpAs(victim, OTHER_PASSWORD, 'anna@mail.example');
    for (const proof of [undefined, { password: OTHER_PASSWORD }, buildReplacement()])
      expect(await pressLink(victim, registered, proof)).toEqual([404, 'link_invalid']);
  });

  test('a body of another shape is refused, and spends nothing', async () => {
    const path = await signUpAs(victim);
    for (const body of [{ password: 1 }, { newPassword: null }, { passkey: {} }, { consent: 'yes' }, 'text'])
      expect((await victim.send(path, { body })).status).toBe(400);
    expect(
      await pressLink(victim, path, { newPassword: 'a'.repeat(50_000), consent: true, rules: true }),
    ).toEqual([400, { newPassword: 'password_long' }]);
    expect(await pressLink(victim, path)).toBe(204);
  });
});
