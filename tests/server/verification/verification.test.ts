import sharp from 'sharp';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { Verification } from '#core/contract/verification.ts';
import { isCardApproved } from '#server/exchange/requisites/cardApproval.ts';
import { TEST_CARD_NUMBER } from '../../support/claimClient.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const MINUTE_MS = 60_000;
const OTHER_CARD_NUMBER = '2200000000000103';

type ErrorBody = Record<string, unknown> & { codes?: Record<string, string>; code?: string };
const readBody = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as ErrorBody;
const readVerification = async (response: Response | Promise<Response>) =>
  v.parse(Verification, await readBody(response));

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));
  const client = createBeforeEach(() => createVerificationClient(testServer));
  const fetchClaimRow = (id: string) =>
    testServer.context.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const listFiles = () => testServer.context.db.selectFrom('files').selectAll().execute();
  const fetchClaimStatus = async (id: string, secret: string) =>
    readBody(client.claimClient.fetchClaim(id, 'status', secret));

  test.each([
    ['SBERRUB', 'USDTTRC20', 'from', '2200\u00a0••••\u00a00004'],
    ['USDTTRC20', 'SBERRUB', 'to', '2200\u00a0••••\u00a00004'],
    ['USDTTRC20', 'SBPRUB', 'to', '+7\u00a0•••\u00a0•••-45-67'],
  ])('a claim from %s to %s says that the card of the side %s is verified', async (from, to, side, card) => {
    const body = await client.claimClient.buildClaim(from, to, { verification: true });
    const claim = await client.claimClient.createClaim(body);
    expect(claim).toMatchObject({ status: 'verification', cardSide: side });
    expect(await readVerification(client.begin(claim.id, claim))).toMatchObject({ card });
  });

  test('a claim without a card has no side of one', async () => {
    const body = await client.claimClient.buildClaim('LTC', 'USDTTRC20');
    expect(await client.claimClient.createClaim(body)).toMatchObject({ cardSide: null });
  });

  test('goes from a draft to an approved card and a payable claim', async () => {
    const claim = await client.createClaim();
    expect(claim).toMatchObject({ status: 'verification', can: ['verify', 'cancel'] });
    const response = await client.begin(claim.id, claim);
    expect(response.status).toBe(201);
    const draft = await readVerification(response);
    expect(draft).toMatchObject({
      status: 'draft',
      reason: null,
      card: '2200\u00a0••••\u00a00004',
      claim: { id: claim.id, number: claim.number },
      photos: [],
      expiresAt: claim.deadline,
    });
    const again = await client.begin(claim.id, claim);
    expect(again.status).toBe(200);
    expect((await readVerification(again)).id).toBe(draft.id);

    const uploaded = await client.upload(draft.id, claim, await createPhoto(1));
    expect(uploaded.status).toBe(201);
    const first = await readBody(uploaded);
    expect(await readBody(client.upload(draft.id, claim, await createPhoto(1)))).toEqual(first);
    const pending = await readVerification(client.confirm(draft.id, claim));
    expect(pending).toMatchObject({ status: 'pending', photos: [first], expiresAt: null });
    expect(await readVerification(client.confirm(draft.id, claim))).toEqual(pending);
    expect(await readBody(client.status(draft.id, claim))).toEqual({ status: 'pending', reason: null });

    testServer.advanceClock(5 * MINUTE_MS);
    expect(await client.decide(draft.id, { approve: true })).toMatchObject({ ok: true });
    expect(await readVerification(client.get(draft.id, claim))).toMatchObject({
      status: 'approved',
      expiresAt: '2027-11-21T12:05:00.000Z',
    });
    const paying = await fetchClaimStatus(claim.id, claim.secret);
    expect(paying).toMatchObject({
      status: 'waiting',
      deadline: new Date(testServer.now() + 20 * MINUTE_MS).toISOString(),
    });
    expect(await readBody(client.claimClient.fetchClaim(claim.id, 'requisite', claim.secret))).toMatchObject({
      kind: 'card',
    });
    expect(await client.decide(draft.id, { approve: true })).toMatchObject({
      ok: false,
      code: 'transition_forbidden',
      status: 'approved',
    });
    await expectBalancedLedger(testServer.context.db);
  });

  test('stores only the card’s ends and the photo without EXIF', async () => {
    const claim = await client.createClaim();
    await client.createPending(claim);
    const row = await testServer.context.db.selectFrom('verifications').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ bin: '220000', last4: '0004' });
    expect(Object.values(row).join()).not.toContain(TEST_CARD_NUMBER);
    const [file] = await listFiles();
    expect(file).toMatchObject({ name: null, claim_id: null, verification_id: row.id, type: 'image/jpeg' });
    const metadata = await sharp(file?.content).metadata();
    expect(metadata).toMatchObject({ width: 60, height: 40 });
    expect(metadata.exif).toBeUndefined();
    expect(Buffer.from(file?.content ?? []).includes('Ivan')).toBe(false);
  });

  test('accepts new photos after a rejection within a new deadline', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim, 3);
    testServer.advanceClock(25 * MINUTE_MS);
    // No deadline passes while the verification is pending.
    expect(await fetchClaimStatus(claim.id, claim.secret)).toMatchObject({
      status: 'verification',
      deadline: null,
    });
    const reason = 'Номер карты не читается';
    await client.decide(id, { approve: false, reason });
    const until = new Date(testServer.now() + 24 * 60 * MINUTE_MS).toISOString();
    const rejected = await readVerification(client.get(id, claim));
    expect(rejected).toMatchObject({ status: 'rejected', reason, photos: [], expiresAt: until });
    expect(await fetchClaimStatus(claim.id, claim.secret)).toMatchObject({
      status: 'verification',
      deadline: until,
    });
    expect((await readBody(client.confirm(id, claim))).codes).toEqual({ photos: 'photos_missing' });
    const old = (await listFiles())[0]?.id ?? '';
    expect((await readBody(client.put(id, claim, [old]))).codes).toEqual({ photos: 'photo_unknown' });

    const emails = await testServer.context.db.selectFrom('mail').selectAll().orderBy('id').execute();
    const email = emails.at(-1);
    expect(email).toMatchObject({ recipient: claim.email, message_id: `${id}.${testServer.now()}` });

    const fresh = await readBody(client.upload(id, claim, await createPhoto(0)));
    expect((await readVerification(client.get(id, claim))).status).toBe('rejected');
    const again = await readVerification(client.put(id, claim, [fresh.id]));
    expect(again).toMatchObject({ status: 'pending', reason: null, photos: [fresh] });
    expect(await readVerification(client.put(id, claim, [fresh.id]))).toEqual(again);
    await client.decide(id, { approve: true });
    expect(await fetchClaimStatus(claim.id, claim.secret)).toMatchObject({ status: 'waiting' });
  });

  test('a rejected verification expires with its claim', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    await client.decide(id, { approve: false, reason: 'Не видно' });
    testServer.advanceClock(24 * 60 * MINUTE_MS - 1);
    expect((await readVerification(client.get(id, claim))).status).toBe('rejected');
    testServer.advanceClock(1);
    expect((await readVerification(client.get(id, claim))).status).toBe('expired');
    expect(await fetchClaimStatus(claim.id, claim.secret)).toMatchObject({ status: 'expired' });
    for (const response of [
      await client.upload(id, claim, await createPhoto()),
      await client.confirm(id, claim),
      await client.put(id, claim, ['x']),
      await client.remove(id, claim),
      await client.handoff(id, claim),
    ]) {
      expect(response.status).toBe(409);
      expect(await readBody(response)).toMatchObject({ code: 'verification_state', status: 'expired' });
    }
    await expectBalancedLedger(testServer.context.db);
  });

  test('PUT sets the photos of a draft; DELETE removes one', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createDraft(claim);
    const ids: string[] = [];
    for (const shade of [1, 2, 3])
      ids.push(String((await readBody(client.upload(id, claim, await createPhoto(shade)))).id));
    const refused = await client.upload(id, claim, await createPhoto(4));
    expect([refused.status, (await readBody(refused)).codes]).toEqual([400, { file: 'file_count' }]);
    expect((await readVerification(client.get(id, claim))).photos.map(one => one.id)).toEqual(ids);
    expect((await readVerification(client.put(id, claim, ids.slice(1)))).photos.map(one => one.id)).toEqual(
      ids.slice(1),
    );
    expect((await client.erase(id, claim, ids[1] ?? '')).status).toBe(204);
    expect((await client.erase(id, claim, ids[1] ?? '')).status).toBe(404);
    expect((await readVerification(client.get(id, claim))).photos.map(one => one.id)).toEqual([ids[2]]);
    expect(await listFiles()).toHaveLength(1);
    for (const wrong of [[], 'x', [1], ['a', 'b', 'c', 'd'], undefined])
      expect((await client.put(id, claim, wrong)).status).toBe(400);
    await client.confirm(id, claim);
    expect((await client.erase(id, claim, ids[2] ?? '')).status).toBe(409);
    expect((await client.put(id, claim, [])).status).toBe(400);
  });

  test('DELETE removes a verification with its photos unless approved', async () => {
    const claim = await client.createClaim();
    for (const createVerification of [
      () => client.createDraft(claim),
      () => client.createPending(claim),
      async () => {
        const pending = await client.createPending(claim);
        await client.decide(pending.id, { approve: false, reason: 'Не видно' });
        return pending;
      },
    ]) {
      const { id } = await createVerification();
      expect((await client.remove(id, claim)).status).toBe(204);
      expect((await client.get(id, claim)).status).toBe(404);
      expect(await listFiles()).toEqual([]);
    }
    const { id } = await client.createPending(claim);
    await client.decide(id, { approve: true });
    expect((await client.remove(id, claim)).status).toBe(409);
  });

  test('deleting a verification does not extend the deadline', async () => {
    const claim = await client.createClaim();
    testServer.advanceClock(10 * MINUTE_MS);
    const { id } = await client.createPending(claim);
    expect((await fetchClaimRow(claim.id)).deadline).toBeNull();
    await client.remove(id, claim);
    expect(Number((await fetchClaimRow(claim.id)).deadline)).toBe(Date.parse(claim.deadline ?? ''));
  });

  test('an approved card needs no other verification for twelve months', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    await client.decide(id, { approve: false, reason: 'Не видно' });
    expect((await client.createClaim()).status).toBe('verification');
    await client.upload(id, claim, await createPhoto(9));
    await client.confirm(id, claim);
    await client.decide(id, { approve: true });
    expect((await client.createClaim()).status).toBe('waiting');
    expect((await client.createClaim(OTHER_CARD_NUMBER)).status).toBe('verification');
    const { db, keys } = testServer.context;
    const year = Date.UTC(2027, 10, 21, 12);
    expect(await isCardApproved(db, keys, TEST_CARD_NUMBER, year - 1)).toBe(true);
    expect(await isCardApproved(db, keys, TEST_CARD_NUMBER, year)).toBe(false);
    expect(await isCardApproved(db, keys, OTHER_CARD_NUMBER, year - 1)).toBe(false);
  });

  test('approves the card of a cancelled claim', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    await client.claimClient.fetchClaim(claim.id, 'cancel', claim.secret);
    expect((await readVerification(client.get(id, claim))).status).toBe('pending');
    expect(await client.decide(id, { approve: true })).toMatchObject({
      ok: true,
      claim: { status: 'cancelled' },
    });
    expect((await client.createClaim()).status).toBe('waiting');
    await expectBalancedLedger(testServer.context.db);
  });

  test('an approved claim waits for requisites if none is active', async () => {
    const claim = await client.createClaim();
    const { id } = await client.createPending(claim);
    await testServer.context.db.updateTable('payment_requisites').set({ active: 0n }).execute();
    await client.decide(id, { approve: true });
    expect(await fetchClaimStatus(claim.id, claim.secret)).toMatchObject({
      status: 'requisites',
      deadline: null,
    });
  });

  test('the verification course requires it for the card or phone that receives', async () => {
    const card = await client.claimClient.createClaim(
      await client.claimClient.buildClaim('BTC', 'SBERRUB', { verification: true }),
    );
    expect(card.status).toBe('verification');
    expect((await client.createDraft(card)).card).toBe('2200\u00a0••••\u00a00004');
    const phone = await client.claimClient.createClaim(
      await client.claimClient.buildClaim('TON', 'SBPRUB', { verification: true }),
    );
    expect((await client.createDraft(phone)).card).toBe('+7\u00a0•••\u00a0•••-45-67');
  });
});
