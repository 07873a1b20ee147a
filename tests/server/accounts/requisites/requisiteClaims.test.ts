import { expect, test } from 'vitest';
import * as v from 'valibot';
import { Pair } from '#core/contract/course/pair.ts';
import { Verification, Verifications } from '#core/contract/verification.ts';
import { cleanUpAccounts } from '#server/accounts/accountCleanup.ts';
import { loadClaimById } from '#server/exchange/claims/findClaimById.ts';
import { payApprovedClaims } from '#server/exchange/verification/approvedClaims.ts';
import { emailExpiringCards } from '#server/accounts/requisites/expiringCards.ts';
import { cleanUpVerifications } from '#server/exchange/verification/verificationCleanup.ts';
import { createInProcessClient, TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { createPhoto, createVerificationClient } from '../../../support/verificationClient.ts';
import { readStatusAndBody } from '../../support/claimDriver.ts';
import { runOperator } from '../../support/operatorCommand.ts';
import { AccountBrowser, listEmails, openAccount } from '../support/accountBrowser.ts';
import { CARD, createRequisiteClient, WALLET } from '../support/requisiteClient.ts';

const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer));
  const client = createBeforeEach(() => createRequisiteClient(browser));

  const findId = (code: string) => testServer.context.catalogue.findCurrencyByCode(code)?.id ?? 0;
  const readPair = async (of: AccountBrowser) => {
    const path = `/api/v1/calculator/pair/${findId('SBERRUB')}/${findId('USDTTRC20')}/`;
    return v.parse(Pair, await (await of.send(path, { method: 'GET' })).json());
  };
  const createClaim = async (more: object = {}, of = browser, fromSumma = '7000') => {
    const body = await createInProcessClient(testServer.app).buildClaim('SBERRUB', 'USDTTRC20', {
      fromSumma,
    });
    const response = await of.send('/api/v1/claim/', { body: { ...body, ...more } });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; status: string };
  };

  test('a pair has the requisites that fit its fields, for their owner alone', async () => {
    await client.add();
    const { id } = await client.add({ ...WALLET, label: 'Холодный' });
    await client.add({ ...CARD, currency: 'TCSBRUB' });
    const { structure, saveRequisites } = await readPair(browser);
    expect([saveRequisites, structure.from.savedRequisites, structure.to.savedRequisites]).toMatchObject([
      true,
      [{ values: CARD.values, masked: '2200\u00a0••••\u00a00004' }],
      [{ id, values: WALLET.values, label: 'Холодный' }],
    ]);
    const guest = await readPair(new AccountBrowser(testServer));
    expect([guest.saveRequisites, guest.structure.to.savedRequisites]).toEqual([undefined, null]);
    const other = await readPair(await openAccount(testServer, 'anna@mail.example'));
    expect(other.structure.to.savedRequisites).toEqual([]);
  });

  test('a claim saves its requisites once, and notes their use', async () => {
    await createClaim();
    expect(await client.list()).toEqual([]);
    await createClaim({ saveRequisites: true });
    const saved = await client.list();
    const usedAt = new Date(testServer.now()).toISOString();
    expect(saved.map(({ type, values }) => [type, values])).toEqual(
      expect.arrayContaining([
        // A paying card needs no owner.
        ['card', { card: TEST_CARD_NUMBER }],
        ['wallet', WALLET.values],
      ]),
    );
    expect(saved.map(row => row.usedAt)).toEqual([usedAt, usedAt]);
    expect((await listEmails(testServer)).filter(({ kind }) => kind === 'requisite_added')).toHaveLength(2);
    testServer.advanceClock(1_000);
    await createClaim();
    const used = await client.list();
    expect(used.map(row => Date.parse(row.usedAt ?? ''))).toEqual([testServer.now(), testServer.now()]);
    // A claim of a guest saves nothing.
    await createClaim({ saveRequisites: true }, new AccountBrowser(testServer));
    const count = testServer.context.db.selectFrom('saved_requisites').select('id');
    expect(await count.execute()).toHaveLength(2);
  });

  test('a refused claim saves nothing', async () => {
    const claims = createInProcessClient(testServer.app);
    const body = await claims.buildClaim('SBERRUB', 'USDTTRC20', { fromSumma: '7000' });
    const response = await browser.send('/api/v1/claim/', {
      body: { ...body, saveRequisites: true, toSumma: '1' },
    });
    expect(response.status).toBe(409);
    expect(await client.list()).toEqual([]);
  });

  /** Starts the verification of a saved card and submits a photo. */
  async function submit(requisite: string): Promise<Verification> {
    const started = await browser.send('/api/v1/verify/', { body: { requisite } });
    expect(started.status).toBe(201);
    const { id } = v.parse(Verification, await started.json());
    const form = new FormData();
    form.append('verification', id);
    form.append('file', await createPhoto(), 'card.jpg');
    const authorization = `Bearer ${browser.access}`;
    const upload = await testServer.app.request('/api/v2/verify/upload/', {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(upload.status).toBe(201);
    const confirmed = await browser.send('/api/v2/verify/confirm/', { body: { verification: id } });
    return v.parse(Verification, await confirmed.json());
  }

  test('a saved card is verified before any claim, and then a claim needs no verification', async () => {
    const { id } = await client.add();
    const wallet = await client.add(WALLET);
    const begin = (of: AccountBrowser, body: object) => of.send('/api/v1/verify/', { body });
    const pending = await submit(id);
    expect(pending).toMatchObject({ status: 'pending', claim: null, card: '2200\u00a0••••\u00a00004' });
    expect((await begin(browser, { requisite: id })).status).toBe(200);
    expect((await begin(browser, { requisite: wallet.id })).status).toBe(400);
    expect((await begin(browser, {})).status).toBe(400);
    const anna = await openAccount(testServer, 'anna@mail.example');
    for (const stranger of [anna, new AccountBrowser(testServer)]) {
      expect((await begin(stranger, { requisite: id })).status).toBe(404);
      for (const path of ['', 'status/'])
        expect((await stranger.send(`/api/v1/verify/${pending.id}/${path}`, { method: 'GET' })).status).toBe(
          404,
        );
    }
    expect((await runOperator(testServer, 'verifications')).out).toContain(`${pending.id}  saved card`);
    const waiting = await createClaim({}, browser, '15000');
    const other = await createClaim({}, anna, '15000');
    expect([waiting.status, other.status]).toEqual(['verification', 'verification']);
    const { decide } = createVerificationClient(testServer);
    expect(await decide(pending.id, { approve: true })).toEqual({ ok: true, claim: null });
    expect(await listEmails(testServer)).toContainEqual(
      expect.objectContaining({ kind: 'card_approved', card: '2200\u00a0••••\u00a00004' }),
    );
    // The second time finds nothing to do.
    for (const count of [1, 0]) expect(await payApprovedClaims(testServer.context)).toBe(count);
    const readStatus = async (claim: { id: string }) =>
      (await loadClaimById(testServer.context.db, claim.id)).status;
    expect([await readStatus(waiting), await readStatus(other)]).toEqual(['waiting', 'verification']);
    const [card] = (await client.list('?type=card')).filter(row => row.id === id);
    expect(card?.verification).toMatchObject({ id: pending.id, status: 'approved' });
    expect((await createClaim({}, browser, '15001')).status).toBe('waiting');
    const list = await browser.send('/api/v1/verify/', { method: 'GET' });
    expect(v.parse(Verifications, await list.json()).results.map(row => row.id)).toEqual([pending.id]);
    expect((await new AccountBrowser(testServer).send('/api/v1/verify/', { method: 'GET' })).status).toBe(
      404,
    );
    // The approval outlives the requisite.
    await client.remove(id);
    testServer.advanceClock(60_000);
    await cleanUpAccounts(testServer.context);
    expect((await createClaim({}, browser, '15002')).status).toBe('waiting');
    testServer.advanceClock(330 * DAY_MS);
    expect(await emailExpiringCards(testServer.context)).toBe(0);
    testServer.advanceClock(6 * DAY_MS);
    for (const count of [1, 0]) expect(await emailExpiringCards(testServer.context)).toBe(count);
    expect((await listEmails(testServer)).filter(({ kind }) => kind === 'card_expiring')).toHaveLength(1);
    testServer.advanceClock(30 * DAY_MS);
    await browser.logIn('ivan@mail.example');
    expect((await createClaim({}, browser, '15003')).status).toBe('verification');
    const readRow = () =>
      testServer.context.db
        .selectFrom('verifications')
        .select('status')
        .where('id', '=', pending.id)
        .executeTakeFirst();
    await cleanUpVerifications(testServer.context);
    expect(await readRow()).toEqual({ status: 'expired' });
    testServer.advanceClock(30 * DAY_MS);
    await cleanUpVerifications(testServer.context);
    expect(await readRow()).toBeUndefined();
  });

  test('a rejected card can be sent again by a phone; it expires with its requisite or in 30 days', async () => {
    const { id } = await client.add();
    const { id: verification } = await submit(id);
    const { decide, get, upload, confirm } = createVerificationClient(testServer);
    await decide(verification, { approve: false, reason: 'Не видно номера' });
    const listRejections = async () =>
      (await listEmails(testServer)).filter(({ kind }) => kind === 'card_rejected');
    expect(await listRejections()).toHaveLength(1);
    await browser.send('/api/v1/users/me/', { method: 'PATCH', body: { notify: { claims: false } } });
    const readState = async () => (await client.list())[0]?.verification;
    const expiresAt = new Date(testServer.now() + 30 * DAY_MS).toISOString();
    expect(await readState()).toEqual({ id: verification, status: 'rejected', expiresAt });
    const [, { url }] = await readStatusAndBody(browser.send(`/api/v1/verify/${verification}/handoff/`));
    const phone = { token: String(url).split('#')[1] ?? '', device: 'p'.repeat(43) };
    expect((await get(verification, phone)).status).toBe(200);
    testServer.advanceClock(1);
    await upload(verification, phone, await createPhoto(3));
    expect(await readStatusAndBody(confirm(verification, phone))).toMatchObject([200, { status: 'pending' }]);
    await decide(verification, { approve: false, reason: 'Не видно номера' });
    // The account has switched off its e-mails about claims.
    expect(await listRejections()).toHaveLength(1);
    testServer.advanceClock(30 * DAY_MS);
    await browser.logIn('ivan@mail.example');
    expect(await readState()).toMatchObject({ status: 'expired' });
    await cleanUpVerifications(testServer.context);
    const { id: next } = await submit(id);
    expect(next).not.toBe(verification);
    await client.remove(id);
    // The same card, saved again before the first is erased, keeps its running verification.
    const { id: again } = await client.add();
    const erase = () => {
      testServer.advanceClock(60_000);
      return cleanUpAccounts(testServer.context);
    };
    await erase();
    expect(await client.list()).toMatchObject([{ id: again, verification: { id: next, status: 'pending' } }]);
    await client.remove(again);
    await erase();
    const { db } = testServer.context;
    for (const table of ['verifications', 'files', 'saved_requisites'] as const)
      expect([table, await db.selectFrom(table).select('id').execute()]).toEqual([table, []]);
  });
});
