import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { Verification } from '#core/contract/verification.ts';
import { approved } from '#server/verification/approved.ts';
import { CARD } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { photo, verifier } from './verifier.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

const MINUTE = 60_000;
const OTHER = '2200000000000103';

type Answer = Record<string, unknown> & { codes?: Record<string, string>; code?: string };
const read = async (response: Response | Promise<Response>) => (await (await response).json()) as Answer;
const of = async (response: Response | Promise<Response>) => v.parse(Verification, await read(response));

forEachDatabase(open => {
  let world: World;
  let me: ReturnType<typeof verifier>;
  beforeEach(async () => {
    world = await open(roomy);
    me = verifier(world);
  });
  const claimRow = (id: string) =>
    world.context.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const files = () => world.context.db.selectFrom('files').selectAll().execute();
  const status = async (id: string, secret: string) => read(me.me.about(id, 'status', secret));

  test('goes from a draft to an approved card, and the claim on to its payment', async () => {
    const claim = await me.claim();
    expect(claim).toMatchObject({ status: 'verification', can: ['verify', 'cancel'] });
    const response = await me.begin(claim.id, claim);
    expect(response.status).toBe(201);
    const draft = await of(response);
    expect(draft).toMatchObject({
      status: 'draft',
      reason: null,
      card: '2200\u00a0••••\u00a00004',
      claim: { id: claim.id, number: claim.number },
      photos: [],
      expiresAt: claim.deadline,
    });
    const again = await me.begin(claim.id, claim);
    expect(again.status).toBe(200);
    expect((await of(again)).id).toBe(draft.id);

    const uploaded = await me.upload(draft.id, claim, await photo(1));
    expect(uploaded.status).toBe(201);
    const first = await read(uploaded);
    expect(await read(me.upload(draft.id, claim, await photo(1)))).toEqual(first);
    const pending = await of(me.confirm(draft.id, claim));
    expect(pending).toMatchObject({ status: 'pending', photos: [first], expiresAt: null });
    expect(await of(me.confirm(draft.id, claim))).toEqual(pending);
    expect(await read(me.status(draft.id, claim))).toEqual({ status: 'pending', reason: null });

    world.forward(5 * MINUTE);
    expect(await me.decide(draft.id, { approve: true })).toMatchObject({ ok: true });
    expect(await of(me.get(draft.id, claim))).toMatchObject({
      status: 'approved',
      expiresAt: '2027-11-21T12:05:00.000Z',
    });
    const paying = await status(claim.id, claim.secret);
    expect(paying).toMatchObject({
      status: 'waiting',
      deadline: new Date(world.now() + 20 * MINUTE).toISOString(),
    });
    expect(await read(me.me.about(claim.id, 'requisite', claim.secret))).toMatchObject({ kind: 'card' });
    expect(await me.decide(draft.id, { approve: true })).toMatchObject({
      ok: false,
      code: 'transition_forbidden',
      status: 'approved',
    });
    await expectLedger(world.context.db);
  });

  test('keeps nothing of the card’s number but its ends, and nothing of a photo but the picture', async () => {
    const claim = await me.claim();
    await me.sent(claim);
    const row = await world.context.db.selectFrom('verifications').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ bin: '220000', last4: '0004' });
    expect(Object.values(row).join()).not.toContain(CARD);
    const [file] = await files();
    expect(file).toMatchObject({ name: null, claim_id: null, verification_id: row.id, type: 'image/jpeg' });
    const kept = await sharp(file?.content).metadata();
    expect(kept).toMatchObject({ width: 60, height: 40 });
    expect(kept.exif).toBeUndefined();
    expect(Buffer.from(file?.content ?? []).includes('Ivan')).toBe(false);
  });

  test('rejected, it says why and is sent in again with new photos, within a new window', async () => {
    const claim = await me.claim();
    const { id } = await me.sent(claim, 3);
    world.forward(25 * MINUTE);
    // Nobody's time runs out while an operator looks.
    expect(await status(claim.id, claim.secret)).toMatchObject({ status: 'verification', deadline: null });
    const reason = 'Номер карты не читается';
    await me.decide(id, { approve: false, reason });
    const until = new Date(world.now() + 20 * MINUTE).toISOString();
    const rejected = await of(me.get(id, claim));
    expect(rejected).toMatchObject({ status: 'rejected', reason, photos: [], expiresAt: until });
    expect(await status(claim.id, claim.secret)).toMatchObject({ status: 'verification', deadline: until });
    expect((await read(me.confirm(id, claim))).codes).toEqual({ photos: 'photos_missing' });
    const old = (await files())[0]?.id ?? '';
    expect((await read(me.put(id, claim, [old]))).codes).toEqual({ photos: 'photo_unknown' });

    const letters = await world.context.db.selectFrom('mail').selectAll().orderBy('id').execute();
    const letter = letters.at(-1);
    expect(letter).toMatchObject({ recipient: claim.email, message_id: `${id}.${world.now()}` });
    expect(letter?.subject).toBe(`Заявка\u00a0${claim.number}: карту не\u00a0подтвердили`);
    expect(letter?.text).toContain('Номер карты не читается.');
    expect(letter?.text).toContain('до\u00a015:45 по\u00a0Москве');

    const fresh = await read(me.upload(id, claim, await photo(0)));
    expect((await of(me.get(id, claim))).status).toBe('rejected');
    const again = await of(me.put(id, claim, [fresh.id]));
    expect(again).toMatchObject({ status: 'pending', reason: null, photos: [fresh] });
    expect(await of(me.put(id, claim, [fresh.id]))).toEqual(again);
    await me.decide(id, { approve: true });
    expect(await status(claim.id, claim.secret)).toMatchObject({ status: 'waiting' });
  });

  test('a rejected one whose time runs out ends with its claim', async () => {
    const claim = await me.claim();
    const { id } = await me.sent(claim);
    await me.decide(id, { approve: false, reason: 'Не видно' });
    world.forward(20 * MINUTE);
    expect((await of(me.get(id, claim))).status).toBe('expired');
    expect(await status(claim.id, claim.secret)).toMatchObject({ status: 'expired' });
    for (const response of [
      await me.upload(id, claim, await photo()),
      await me.confirm(id, claim),
      await me.put(id, claim, ['x']),
      await me.remove(id, claim),
      await me.handoff(id, claim),
    ]) {
      expect(response.status).toBe(409);
      expect(await read(response)).toMatchObject({ code: 'verification_state', status: 'expired' });
    }
    await expectLedger(world.context.db);
  });

  test('PUT says which photos a draft has; one may be erased', async () => {
    const claim = await me.claim();
    const { id } = await me.begun(claim);
    const ids: string[] = [];
    for (const shade of [1, 2, 3])
      ids.push(String((await read(me.upload(id, claim, await photo(shade)))).id));
    const refused = await me.upload(id, claim, await photo(4));
    expect([refused.status, (await read(refused)).codes]).toEqual([400, { file: 'file_count' }]);
    expect((await of(me.get(id, claim))).photos.map(one => one.id)).toEqual(ids);
    expect((await of(me.put(id, claim, ids.slice(1)))).photos.map(one => one.id)).toEqual(ids.slice(1));
    expect((await me.erase(id, claim, ids[1] ?? '')).status).toBe(204);
    expect((await me.erase(id, claim, ids[1] ?? '')).status).toBe(404);
    expect((await of(me.get(id, claim))).photos.map(one => one.id)).toEqual([ids[2]]);
    expect(await files()).toHaveLength(1);
    for (const wrong of [[], 'x', [1], ['a', 'b', 'c', 'd'], undefined])
      expect((await me.put(id, claim, wrong)).status).toBe(400);
    await me.confirm(id, claim);
    expect((await me.erase(id, claim, ids[2] ?? '')).status).toBe(409);
    expect((await me.put(id, claim, [])).status).toBe(400);
  });

  test('DELETE takes draft, pending and rejected away with their photos, an approved one stays', async () => {
    const claim = await me.claim();
    for (const make of [
      () => me.begun(claim),
      () => me.sent(claim),
      async () => {
        const sent = await me.sent(claim);
        await me.decide(sent.id, { approve: false, reason: 'Не видно' });
        return sent;
      },
    ]) {
      const { id } = await make();
      expect((await me.remove(id, claim)).status).toBe(204);
      expect((await me.get(id, claim)).status).toBe(404);
      expect(await files()).toEqual([]);
    }
    const { id } = await me.sent(claim);
    await me.decide(id, { approve: true });
    expect((await me.remove(id, claim)).status).toBe(409);
  });

  test('taking back what was sent in wins no time', async () => {
    const claim = await me.claim();
    world.forward(10 * MINUTE);
    const { id } = await me.sent(claim);
    expect((await claimRow(claim.id)).deadline).toBeNull();
    await me.remove(id, claim);
    expect(Number((await claimRow(claim.id)).deadline)).toBe(Date.parse(claim.deadline ?? ''));
  });

  test('an approved card needs no other verification for twelve months', async () => {
    const claim = await me.claim();
    const { id } = await me.sent(claim);
    await me.decide(id, { approve: false, reason: 'Не видно' });
    expect((await me.claim()).status).toBe('verification');
    await me.upload(id, claim, await photo(9));
    await me.confirm(id, claim);
    await me.decide(id, { approve: true });
    expect((await me.claim()).status).toBe('waiting');
    expect((await me.claim(OTHER)).status).toBe('verification');
    const { db, secret } = world.context;
    const year = Date.UTC(2027, 10, 21, 12);
    expect(await approved(db, secret, CARD, year - 1)).toBe(true);
    expect(await approved(db, secret, CARD, year)).toBe(false);
    expect(await approved(db, secret, OTHER, year - 1)).toBe(false);
  });

  test('an approval helps the card also when its claim was given up', async () => {
    const claim = await me.claim();
    const { id } = await me.sent(claim);
    await me.me.about(claim.id, 'cancel', claim.secret);
    expect((await of(me.get(id, claim))).status).toBe('pending');
    expect(await me.decide(id, { approve: true })).toMatchObject({
      ok: true,
      claim: { status: 'cancelled' },
    });
    expect((await me.claim()).status).toBe('waiting');
    await expectLedger(world.context.db);
  });

  test('without anywhere to pay an approved claim waits for requisites', async () => {
    const claim = await me.claim();
    const { id } = await me.sent(claim);
    await world.context.db.updateTable('payment_requisites').set({ active: 0n }).execute();
    await me.decide(id, { approve: true });
    expect(await status(claim.id, claim.secret)).toMatchObject({ status: 'requisites', deadline: null });
  });

  test('the verification course asks for it, too: the card received on, or a phone', async () => {
    const card = await me.me.create(await me.me.body('BTC', 'SBERRUB', { verification: true }));
    expect(card.status).toBe('verification');
    expect((await me.begun(card)).card).toBe('2200\u00a0••••\u00a00004');
    const phone = await me.me.create(await me.me.body('TON', 'SBPRUB', { verification: true }));
    expect((await me.begun(phone)).card).toBe('+7\u00a0•••\u00a0•••-45-67');
  });
});
