import { expect, test } from 'vitest';
import type { Passkeys } from '#core/contract/account/passkeys/passkeys.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import {
  createAccount,
  findLinkPath,
  listEmails,
  openAccount,
  OTHER_PASSWORD,
  STRONG_PASSWORD,
  type AccountBrowser,
} from '../support/accountBrowser.ts';
import { createAccountMailbox } from '../support/accountMailbox.ts';
import {
  addPasskey,
  confirmWithPasskey,
  fetchCreationOptions,
  fetchRequestOptions,
  logInWithPasskey,
  openPasskeyBrowser,
  PASSKEYS_PATH,
  readRefusal,
  sendPasskey,
} from '../support/passkeyBrowser.ts';
import { SoftwareAuthenticator } from '../support/softwareAuthenticator.ts';

const EMAIL = 'ivan@mail.example';
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer, EMAIL, undefined, 'http://localhost:3000'));
  const phone = createBeforeEach(() => new SoftwareAuthenticator());

  const guest = () => openPasskeyBrowser(testServer);
  const list = async (from = browser) => {
    const response = await from.send(PASSKEYS_PATH, { method: 'GET' });
    return (await response.json()) as Passkeys;
  };
  const remove = (id: string) => browser.send(`${PASSKEYS_PATH}${id}/`, { method: 'DELETE' });
  const readJournal = async () => {
    const response = await browser.send('/api/v1/users/me/journal/', { method: 'GET' });
    return ((await response.json()) as { results: { kind: string }[] }).results.map(({ kind }) => kind);
  };
  /** The state of an account whose owner signed up without a password. */
  const dropPassword = () =>
    testServer.context.db.updateTable('users').set({ password_hash: null }).execute();

  test('a passkey is added, logs in without a password, is renamed and deleted; e-mails and journal say so', async () => {
    const options = await fetchCreationOptions(browser);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Размен' },
      user: { name: EMAIL },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain('@');
    const created = { credential: phone.create(options), name: ' Телефон ' };
    const added = await browser.send(PASSKEYS_PATH, { body: created });
    const passkey = { name: 'Телефон', createdAt: '2026-11-21T12:00:00.000Z', usedAt: null, isSynced: false };
    expect([added.status, await added.clone().json()]).toEqual([201, expect.objectContaining(passkey)]);
    expect(added.headers.get('cache-control')).toBe('no-store');
    // The first answer may have been lost.
    expect((await browser.send(PASSKEYS_PATH, { body: created })).status).toBe(201);
    expect(await browser.fetchUser()).toMatchObject({ passkeys: 1 });

    const tablet = new SoftwareAuthenticator({ isCounting: false });
    testServer.advanceClock(1_000);
    expect(await addPasskey(browser, tablet)).toMatchObject({ name: 'Chrome, Windows', isSynced: true });
    expect((await fetchCreationOptions(browser)).excludeCredentials).toHaveLength(2);

    const other = guest();
    const response = await logInWithPasskey(other, phone);
    expect([response.status, response.headers.getSetCookie().length]).toEqual([200, 3]);
    expect(await other.fetchUser()).toMatchObject({ email: EMAIL, passkeys: 2 });
    expect((await other.refresh()).status).toBe(200);
    const amr = await testServer.context.db.selectFrom('sessions').select('amr').execute();
    expect(amr.map(row => row.amr)).toContain('hwk user mfa');
    expect((await logInWithPasskey(guest(), tablet)).status).toBe(200);
    expect((await logInWithPasskey(guest(), tablet)).status).toBe(200);

    const { count, results } = await list();
    expect([count, results.map(({ name, usedAt }) => [name, usedAt])]).toEqual([
      2,
      [
        ['Chrome, Windows', '2026-11-21T12:00:01.000Z'],
        ['Телефон', '2026-11-21T12:00:01.000Z'],
      ],
    ]);
    const [{ id } = { id: '' }] = results;
    const renamed = await browser.send(`${PASSKEYS_PATH}${id}/`, {
      method: 'PATCH',
      body: { name: 'Планшет' },
    });
    expect(await renamed.json()).toMatchObject({ id, name: 'Планшет' });
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect(await readRefusal(await logInWithPasskey(guest(), tablet))).toEqual([401, 'credentials_invalid']);
    expect(await browser.fetchUser()).toMatchObject({ passkeys: 1 });
    expect((await readJournal()).filter(kind => kind.startsWith('passkey'))).toEqual([
      'passkey_removed',
      'passkey_added',
      'passkey_added',
    ]);
    const kinds = (await listEmails(testServer)).map(({ kind }) => kind);
    expect(kinds.filter(kind => kind.startsWith('passkey'))).toEqual([
      'passkey_added',
      'passkey_added',
      'passkey_removed',
    ]);
    // A login from a browser that the account does not know.
    expect(kinds).toContain('new_device');
  });

  test('refuses every signature but the one that it asked for', async () => {
    await addPasskey(browser, phone);
    const other = guest();
    const attempt = async (deviation: Parameters<typeof phone.sign>[1]) => {
      const response = await sendPasskey(other, phone.sign(await fetchRequestOptions(guest()), deviation));
      expect(response.headers.getSetCookie()).toEqual([]);
      return readRefusal(response);
    };
    const invalid = [401, 'credentials_invalid'];
    expect(await attempt({ origin: 'https://phishing.example' })).toEqual(invalid);
    // The page of an IP address cannot have a passkey of localhost.
    expect(await attempt({ origin: 'http://127.0.0.1:3000' })).toEqual(invalid);
    expect(await attempt({ rpId: 'phishing.example' })).toEqual(invalid);
    expect(await attempt({ isUserVerified: false })).toEqual(invalid);
    expect(await attempt({ userHandle: Buffer.from('another').toString('base64url') })).toEqual(invalid);

    // An unknown passkey, and a known id with another key.
    const stranger = new SoftwareAuthenticator();
    const strange = stranger.create(await fetchCreationOptions(browser));
    const forged = stranger.sign(await fetchRequestOptions(guest()));
    expect(await readRefusal(await sendPasskey(other, forged))).toEqual(invalid);
    const own = phone.sign(await fetchRequestOptions(guest()));
    const { id } = own;
    expect(await readRefusal(await sendPasskey(other, { ...forged, id, rawId: id }))).toEqual(invalid);
    // A key that somebody else already has.
    const replaced = { ...strange, id, rawId: id };
    expect((await browser.send(PASSKEYS_PATH, { body: { credential: replaced } })).status).toBe(400);

    expect((await sendPasskey(other, own)).status).toBe(200);
    expect(await readRefusal(await sendPasskey(guest(), own))).toEqual(invalid);
    const counted = phone.sign(await fetchRequestOptions(guest()));
    expect((await sendPasskey(guest(), counted)).status).toBe(200);
    // A copy of the passkey has signed less often.
    expect(await attempt({ counter: 1 })).toEqual(invalid);

    const used = phone.sign(await fetchRequestOptions(guest()));
    testServer.advanceClock(5 * MINUTE_MS);
    expect(await readRefusal(await sendPasskey(guest(), used))).toEqual([401, 'challenge_expired']);
  });

  test('uses a challenge once, for its purpose and its session, also with a passkey that does not count', async () => {
    const tablet = new SoftwareAuthenticator({ isCounting: false });
    await addPasskey(browser, tablet);
    const expired = [401, 'challenge_expired'];
    const credential = tablet.sign(await fetchRequestOptions(guest()));
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await sendPasskey(guest(), credential)).status),
    );
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
    expect(await readRefusal(await sendPasskey(guest(), credential))).toEqual(expired);

    const confirmation = tablet.sign(await fetchRequestOptions(browser));
    expect(await readRefusal(await sendPasskey(guest(), confirmation))).toEqual(expired);
    const other = guest();
    await logInWithPasskey(other, tablet);
    const confirm = (one: AccountBrowser, passkey = confirmation) =>
      one.send('/front-api/auth/confirm/', { body: { passkey } });
    const refused = [400, { passkey: 'passkey_invalid' }];
    expect(await readRefusal(await confirm(other))).toEqual(refused);
    expect(
      await readRefusal(await confirm(browser, tablet.sign(await fetchRequestOptions(guest())))),
    ).toEqual(refused);
    expect((await confirm(browser)).status).toBe(200);
    expect(await readRefusal(await confirm(browser))).toEqual(refused);
    // Options of a new passkey are bound to their session, too.
    const created = new SoftwareAuthenticator().create(await fetchCreationOptions(browser));
    expect(await readRefusal(await other.send(PASSKEYS_PATH, { body: { credential: created } }))).toEqual([
      400,
      { credential: 'passkey_invalid' },
    ]);
    const unverified = phone.create(await fetchCreationOptions(browser), { isUserVerified: false });
    expect((await browser.send(PASSKEYS_PATH, { body: { credential: unverified } })).status).toBe(400);
  });

  test('without a password, a passkey confirms and sets the first one, and the last passkey stays', async () => {
    const { id } = await addPasskey(browser, phone);
    await dropPassword();
    expect(await readRefusal(await remove(id))).toEqual([409, 'last_way_in']);
    testServer.advanceClock(10 * MINUTE_MS);
    await browser.refresh();
    const change = { newPassword: OTHER_PASSWORD };
    const stale = await browser.send('/api/v1/users/me/password/', { body: change });
    expect([stale.status, await stale.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'confirm_required', methods: ['passkey'] }),
    ]);
    expect(await readRefusal(await browser.send(`${PASSKEYS_PATH}options/`))).toEqual([
      403,
      'confirm_required',
    ]);
    expect(await readRefusal(await remove(id))).toEqual([403, 'confirm_required']);
    // Another user's passkey proves nothing.
    await createAccount(testServer, 'anna@mail.example');
    const anna = guest();
    await anna.logIn('anna@mail.example');
    const annasPhone = new SoftwareAuthenticator();
    const { id: annasId } = await addPasskey(anna, annasPhone);
    expect((await confirmWithPasskey(browser, annasPhone)).status).toBe(400);
    expect((await confirmWithPasskey(browser, phone)).status).toBe(200);
    expect((await remove(annasId)).status).toBe(404);
    expect((await browser.send('/api/v1/users/me/password/', { body: change })).status).toBe(204);
    expect((await remove(id)).status).toBe(204);
    expect((await guest().logIn(EMAIL, OTHER_PASSWORD)).status).toBe(200);
    expect(await list(anna)).toMatchObject({ count: 1 });
  });

  test('an e-mail’s link sets the first password; a blocked and a deleted account stay closed', async () => {
    const { id } = await addPasskey(browser, phone);
    await dropPassword();
    await guest().send('/api/v1/users/restore/', { body: { email: EMAIL } });
    const path = await findLinkPath(testServer, 'restore');
    expect((await guest().send(path, { body: { password: OTHER_PASSWORD, keep: [id] } })).status).toBe(204);
    expect((await guest().logIn(EMAIL, OTHER_PASSWORD)).status).toBe(200);

    const { db } = testServer.context;
    await db.updateTable('users').set({ blocked_at: 1n }).execute();
    expect(await readRefusal(await logInWithPasskey(guest(), phone))).toEqual([403, 'account_blocked']);
    await db
      .updateTable('users')
      .set({ blocked_at: null, deletion_due_at: BigInt(testServer.now() + 1) })
      .execute();
    expect((await logInWithPasskey(guest(), phone)).status).toBe(200);
    const user = await db.selectFrom('users').select('deletion_due_at').executeTakeFirstOrThrow();
    expect(user.deletion_due_at).toBeNull();
    expect((await listEmails(testServer)).map(({ kind }) => kind)).toContain('deletion_cancelled');
  });

  test('«Это не я» removes the passkeys of the last 30 days, and what would add another one', async () => {
    const emails = createAccountMailbox(testServer);
    await addPasskey(browser, phone);
    testServer.advanceClock(31 * DAY_MS);
    const thief = guest();
    await thief.logIn(EMAIL, STRONG_PASSWORD);
    const thiefsKey = new SoftwareAuthenticator();
    await addPasskey(thief, thiefsKey);
    const open = thiefsKey.create(await fetchCreationOptions(thief));
    const path = await emails.readStopPath(EMAIL, 'добавлен ключ доступа');
    expect((await guest().send(path)).status).toBe(200);
    expect((await thief.send(PASSKEYS_PATH, { body: { credential: open } })).status).toBe(401);
    expect(await readRefusal(await logInWithPasskey(guest(), thiefsKey))).toEqual([
      401,
      'credentials_invalid',
    ]);
    const owner = guest();
    expect((await logInWithPasskey(owner, phone)).status).toBe(200);
    expect(await owner.fetchUser()).toMatchObject({ passkeys: 1 });
    const challenges = await testServer.context.db
      .selectFrom('passkey_challenges')
      .select('user_id')
      .execute();
    expect(challenges.filter(({ user_id }) => user_id !== null)).toEqual([]);
  });
});
