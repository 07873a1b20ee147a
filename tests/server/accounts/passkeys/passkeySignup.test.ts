import { beforeEach, expect, test } from 'vitest';
import type { PasskeyCreationOptions } from '#core/contract/account/passkeys/passkeys.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createClaimDriver } from '../../support/claimDriver.ts';
import {
  type AccountBrowser,
  buildSignup,
  createAccount,
  findLinkPath,
  listEmails,
} from '../support/accountBrowser.ts';
import { logInWithPasskey, openPasskeyBrowser, readRefusal } from '../support/passkeyBrowser.ts';
import { SoftwareAuthenticator } from '../support/softwareAuthenticator.ts';

const EMAIL = 'ivan@mail.example';
const SIGNUP_PATH = '/api/v1/users/signup/passkey/';

forEachDatabase(startServer => {
  let browser: AccountBrowser;

  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const phone = createBeforeEach(() => new SoftwareAuthenticator());
  beforeEach(() => {
    browser = guest();
  });

  const guest = () => openPasskeyBrowser(testServer);
  const fetchOptions = async (email = EMAIL) => {
    const response = await guest().send(`${SIGNUP_PATH}options/`, { body: { email } });
    expect(response.status).toBe(200);
    return (await response.json()) as PasskeyCreationOptions;
  };
  const buildBody = async (more: object = {}, email = EMAIL) => ({
    credential: phone.create(await fetchOptions(email)),
    email,
    consent: true,
    rules: true,
    ...more,
  });
  const signUp = (body: object) => browser.send(SIGNUP_PATH, { body });
  const activate = async (email = EMAIL) =>
    (await browser.send(await findLinkPath(testServer, 'activate', email))).status;
  const listKinds = async () => (await listEmails(testServer)).map(({ kind }) => kind);

  test('creates an account without a password once its e-mail is opened, and gives it the claim', async () => {
    const { id, secret, claim } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const { email } = claim;
    const body = await buildBody({ claim: id, secret }, email);
    const accepted = await signUp(body);
    expect([accepted.status, await accepted.text()]).toEqual([202, '']);
    // The answer may have been lost: no second e-mail.
    expect((await signUp(body)).status).toBe(202);
    expect(await listKinds()).toEqual(['activate']);
    expect(await readRefusal(await logInWithPasskey(guest(), phone))).toEqual([403, 'not_activated']);

    const path = await findLinkPath(testServer, 'activate', email);
    for (const method of ['GET', 'HEAD']) expect((await guest().send(path, { method })).status).toBe(404);
    expect((await browser.send(path)).status).toBe(204);
    expect((await browser.send(path)).status).toBe(204);
    const owner = guest();
    expect((await logInWithPasskey(owner, phone)).status).toBe(200);
    expect(await owner.fetchUser()).toMatchObject({ email, passkeys: 1 });
    const claims = await owner.send('/api/v1/users/me/claims/', { method: 'GET' });
    expect(await claims.json()).toMatchObject({ count: 1, results: [{ id }] });
    // No password is set, and none logs in.
    expect((await guest().logIn(email, '')).status).toBe(401);
    const stored = await testServer.context.db
      .selectFrom('signups')
      .select(['passkey_id', 'passkey'])
      .execute();
    expect(stored).toEqual([{ passkey_id: null, passkey: null }]);
  });

  test('answers alike for a registered address, whose owner gets one e-mail and keeps everything', async () => {
    await createAccount(testServer, EMAIL);
    const before = (await listKinds()).length;
    const { challenge, user, ...registered } = await fetchOptions();
    const other = await fetchOptions('new@mail.example');
    expect({ ...other, challenge, user }).toEqual({ ...registered, challenge, user });
    const answers = await Promise.all(
      [EMAIL, 'new@mail.example'].map(async email => signUp(await buildBody({}, email))),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect((await listKinds()).slice(before).toSorted()).toEqual(['activate', 'already_registered']);
    // Even with the link, which nobody gets.
    expect(await activate()).toBe(404);
    expect((await guest().logIn(EMAIL)).status).toBe(200);
    const user1 = await testServer.context.db.selectFrom('users').select('passkey_count').executeTakeFirst();
    expect(user1?.passkey_count).toBe(0n);
  });

  test('a link activates its own sign-up only: a stranger’s passkey does not come with the owner’s password', async () => {
    expect((await signUp(await buildBody())).status).toBe(202);
    testServer.advanceClock(1);
    await browser.send('/api/v1/users/signup/', { body: buildSignup(EMAIL) });
    expect(await activate()).toBe(204);
    const owner = guest();
    expect((await owner.logIn(EMAIL)).status).toBe(200);
    expect(await owner.fetchUser()).toMatchObject({ passkeys: 0 });
    expect(await activate()).toBe(404);
    expect((await logInWithPasskey(guest(), phone)).status).toBe(403);
  });

  test('refuses another e-mail than the challenge’s, missing consents, and a claim without its secret', async () => {
    const { id, secret } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const body = await buildBody();
    expect(await readRefusal(await signUp({ ...body, email: 'other@mail.example' }))).toEqual([
      400,
      { credential: 'passkey_invalid' },
    ]);
    expect(await readRefusal(await signUp({ ...body, consent: false, rules: false }))).toEqual([
      400,
      { consent: 'consent_required', rules: 'rules_required' },
    ]);
    for (const wrong of [{ claim: id }, { claim: id, secret: `${secret.slice(1)}A` }])
      expect((await signUp({ ...body, ...wrong })).status).toBe(404);
    const phished = phone.create(await fetchOptions(), { origin: 'https://phishing.example' });
    expect((await signUp({ ...body, credential: phished })).status).toBe(400);
    expect(await listKinds()).toEqual([]);
    // None of these has used the challenge up.
    expect((await signUp(body)).status).toBe(202);
  });

  test('a claim that another account has got since stays there', async () => {
    const { id, secret, fetchRow } = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    expect((await signUp(await buildBody({ claim: id, secret }))).status).toBe(202);
    const anna = guest();
    await createAccount(testServer, 'anna@mail.example');
    await anna.logIn('anna@mail.example');
    const attached = { body: { id }, headers: { 'x-claim-secret': secret } };
    expect((await anna.send('/api/v1/users/me/claims/attach/', attached)).status).toBe(204);
    const before = (await fetchRow()).user_id;
    expect(await activate()).toBe(204);
    expect((await fetchRow()).user_id).toBe(before);
  });
});
