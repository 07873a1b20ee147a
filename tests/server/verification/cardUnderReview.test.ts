import { expect, test } from 'vitest';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createRequisiteClient } from '../accounts/support/requisiteClient.ts';
import { readStatusAndBody } from '../support/claimDriver.ts';
import { runOperator } from '../support/operatorCommand.ts';

const HOUR_MS = 3_600_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const browser = createBeforeEach(() => openAccount(testServer));
  const client = createBeforeEach(() => createVerificationClient(testServer));

  const createClaim = async (fromSumma: string, of = browser) => {
    const body = await client.claimClient.buildClaim('SBERRUB', 'USDTTRC20', { fromSumma });
    const response = await of.send('/api/v1/claim/', { body });
    expect(response.status).toBe(201);
    return (await response.json()) as ClaimCreated;
  };
  const begin = (body: object, secret?: string) =>
    readStatusAndBody(
      browser.send('/api/v1/verify/', { body, headers: secret ? { 'x-claim-secret': secret } : {} }),
    );
  const countRows = async () =>
    (await testServer.context.db.selectFrom('verifications').select('id').execute()).length;
  const readStatus = async ({ id }: { id: string }) =>
    (
      await testServer.context.db
        .selectFrom('claims')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status;
  /** Sends a photo of a saved card's verification for review. */
  const submit = async (id: string) => {
    const form = new FormData();
    form.append('verification', id);
    form.append('file', await createPhoto(), 'card.jpg');
    const upload = await testServer.app.request('/api/v2/verify/upload/', {
      method: 'POST',
      headers: { authorization: `Bearer ${browser.access}` },
      body: form,
    });
    expect(upload.status).toBe(201);
    const confirmed = await browser.send('/api/v2/verify/confirm/', { body: { verification: id } });
    expect(confirmed.status).toBe(200);
  };

  test('a second claim with a card under review shows that review, and its approval pays both', async () => {
    const [first, second] = [await createClaim('15000'), await createClaim('15001')];
    const { id } = await client.createPending(first);
    expect(await begin({ claim: first.id })).toMatchObject([200, { id, status: 'pending' }]);
    testServer.advanceClock(23 * HOUR_MS);
    await browser.logIn('ivan@mail.example');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => begin({ claim: second.id }, second.secret)),
    );
    for (const answer of answers)
      expect(answer).toMatchObject([200, { id, status: 'pending', claim: { id: first.id } }]);
    expect(await countRows()).toBe(1);
    // The page of the second claim reads it with the secret of that claim and the session.
    const read = await browser.send(`/api/v1/verify/${id}/status/`, {
      method: 'GET',
      headers: { 'x-claim-secret': second.secret },
    });
    expect(await readStatusAndBody(Promise.resolve(read))).toEqual([
      200,
      { status: 'pending', reason: null },
    ]);
    // The review goes on after the first deadline of the second claim.
    testServer.advanceClock(2 * HOUR_MS);
    expect((await runOperator(testServer, 'verification', id, 'approve')).code).toBe(0);
    expect([await readStatus(first), await readStatus(second)]).toEqual(['waiting', 'waiting']);
  });

  test('a claim with a saved card under review shows that review, also instead of its draft', async () => {
    const { id: requisite } = await createRequisiteClient(browser).add();
    const claim = await createClaim('15000');
    const [, saved] = await begin({ requisite });
    const [, draft] = await begin({ claim: claim.id });
    expect(draft.id).not.toBe(saved.id);
    await submit(String(saved.id));
    const answers = await Promise.all([
      begin({ claim: claim.id }),
      begin({ requisite }),
      begin({ claim: claim.id }),
      begin({ requisite }),
    ]);
    expect(answers[0]).toMatchObject([200, { id: saved.id, status: 'pending', claim: null }]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await countRows()).toBe(2);
  });

  test('a stranger’s claim with the same card, and a secret without the session, learn nothing of a review', async () => {
    const [first, second] = [await createClaim('15000'), await createClaim('15001')];
    const { id } = await client.createPending(first);
    const stranger = await client.createClaim();
    const theirs = await client.createDraft(stranger);
    expect(theirs).toMatchObject({ status: 'draft', claim: { id: stranger.id } });
    expect((await client.get(id, stranger)).status).toBe(404);
    const draft = await client.createDraft(second);
    expect(draft).toMatchObject({ status: 'draft', claim: { id: second.id } });
    expect((await client.get(id, second)).status).toBe(404);
  });
});
