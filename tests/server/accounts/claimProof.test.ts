import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { createMailbox } from '../support/mailbox.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { openAccount, STRONG_PASSWORD } from './support/accountBrowser.ts';
import { createRequisiteClient } from './support/requisiteClient.ts';

const WALLET = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
const PROOF_LIFETIME_MS = 10 * 60_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const anna = createBeforeEach(() => openAccount(testServer, 'anna@mail.example'));

  const confirm = async () => {
    const body = { password: STRONG_PASSWORD };
    const answer = await anna.send('/front-api/auth/confirm/', { body });
    expect(answer.status).toBe(200);
    anna.access = ((await answer.json()) as { access: string }).access;
  };

  /** Waits until the last proof of identity is too old. */
  const waitForOldProof = async () => {
    testServer.advanceClock(PROOF_LIFETIME_MS);
    await anna.refresh();
  };

  /** A claim of the account with an offer: a refund may be requested. */
  async function createOfferedClaim() {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const { status } = await anna.send('/api/v1/users/me/claims/attach/', {
      body: { id: driver.id },
      headers: { 'x-claim-secret': driver.secret },
    });
    expect(status).toBe(204);
    await driver.pay('1');
    return driver;
  }

  test('an access token alone redirects no refund; with a fresh proof or the claim’s secret it is requested', async () => {
    const body = { requisites: { refund: WALLET } };
    const driver = await createOfferedClaim();
    await waitForOldProof();
    const refund = () => readStatusAndBody(anna.send(`/api/v1/claim/${driver.id}/refund/`, { body }));
    expect(await refund()).toMatchObject([403, { code: 'confirm_required', methods: ['password'] }]);
    const row = await driver.fetchRow();
    expect([row.status, row.refund_requisites]).toEqual(['hold', null]);
    await confirm();
    expect(await refund()).toMatchObject([200, { status: 'refunding' }]);
    const second = await createOfferedClaim();
    await waitForOldProof();
    const withSecret = anna.send(`/api/v1/claim/${second.id}/refund/`, {
      body,
      headers: { 'x-claim-secret': second.secret },
    });
    expect(await readStatusAndBody(withSecret)).toMatchObject([200, { status: 'refunding' }]);
  });

  test('an access token alone gets no secret of a claim, which would be such a proof', async () => {
    const { id, secret } = await createOfferedClaim();
    const open = async (headers: Record<string, string>) =>
      readStatusAndBody(anna.send(`/api/v1/claim/${id}/handoff/`, { body: {}, headers }));
    const url = `${testServer.config.publicOrigin}/claim/${id}`;
    expect(await open({})).toEqual([200, { url }]);
    expect(await open({ 'x-claim-secret': secret })).toEqual([200, { url: `${url}#${secret}` }]);
  });

  test('a claim saves its requisites only with a fresh proof, and nothing is written without it', async () => {
    const { client } = await createClaimDriver(testServer, 'XRP', 'SBERRUB');
    const body = { ...(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2' })), saveRequisites: true };
    const headers = { 'idempotency-key': randomUUID() };
    const create = (changes = {}) =>
      readStatusAndBody(anna.send('/api/v1/claim/', { body: { ...body, ...changes }, headers }));
    const saved = createRequisiteClient(anna);
    await waitForOldProof();
    const fresh = { toSumma: body.toSumma, quote: null };
    expect(await create(fresh)).toMatchObject([403, { code: 'confirm_required', methods: ['password'] }]);
    const { db } = testServer.context;
    const claims = db.selectFrom('claims').select('id').where('email', '=', body.email);
    expect([await claims.execute(), await saved.list()]).toEqual([[], []]);
    expect(
      await db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('key', '=', headers['idempotency-key'])
        .execute(),
    ).toEqual([]);
    // Without the wish to save, no proof is needed; with the proof, the same key creates the claim.
    await confirm();
    const mailbox = createMailbox(testServer);
    const [status, created] = await create(fresh);
    expect(status).toBe(201);
    expect(await saved.list()).toHaveLength(1);
    await mailbox.deliver();
    expect(
      mailbox.received
        .filter(({ to }) => to === 'anna@mail.example')
        .map(({ subject }) => subject.replaceAll('\u00a0', ' ')),
    ).toContain('Размен: добавлен реквизит для выплат');
    // A repetition, whose response was lost, needs none again.
    await waitForOldProof();
    expect(await create(fresh)).toMatchObject([201, { id: (created as unknown as ClaimCreated).id }]);
  });

  test('a guest’s claim and one that saves nothing need no proof; a repetition of a claim never saves', async () => {
    const { client } = await createClaimDriver(testServer, 'XRP', 'SBERRUB');
    await waitForOldProof();
    const body = await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2' });
    const [status, created] = await readStatusAndBody(anna.send('/api/v1/claim/', { body }));
    expect(status).toBe(201);
    const repeat = await anna.send(`/api/v1/users/me/claims/${String(created.id)}/`, {
      body: { saveRequisites: true },
    });
    expect(repeat.status).toBe(201);
    expect(await createRequisiteClient(anna).list()).toEqual([]);
    const guest = await client.createClaim({ ...body, saveRequisites: true, email: 'guest@mail.example' });
    expect(guest.status).toBe('waiting');
  });

  test.each(['confirm', 'cancel', 'accept'])(
    'the token alone allows %s, which sends no money elsewhere',
    async call => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      await anna.send('/api/v1/users/me/claims/attach/', {
        body: { id: driver.id },
        headers: { 'x-claim-secret': driver.secret },
      });
      if (call === 'accept') await driver.pay('1');
      await anna.refresh();
      const before = (await driver.fetchRow()).to_requisites;
      const answer = await anna.send(`/api/v1/claim/${driver.id}/${call}/`, { body: {} });
      expect(answer.status).toBe(200);
      expect((await driver.fetchRow()).to_requisites).toBe(before);
    },
  );
});
