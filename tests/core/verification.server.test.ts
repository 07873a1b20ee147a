import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import * as verifications from '#core/api/verification.ts';
import { VerificationState } from '#core/contract/verification.ts';
import { device } from '#core/verification/device.ts';
import { photo } from '#tests/server/verifier.ts';
import { until } from './clock.ts';
import { storage } from './storage.ts';
import { has, idOf, line, ofClaim, open, operator, reached, shown, upload, world } from './card.ts';

describe('a verification', () => {
  it('is begun, filled, sent in, and asked about until it is decided', async () => {
    const model = ofClaim(await operator.claim());
    expect(model.phase.peek()).toEqual({ phase: 'loading', connection: 'live' });
    await reached(model, 'draft');
    expect(model.ready.peek()).toBe(false);
    const file = await photo(1);
    model.add(file);
    expect(model.phase.peek()).toMatchObject({ phase: 'uploading', name: 'card.jpg', waiting: false });
    await has(model, 1);
    expect(line.told).toEqual([0.25, 1]);
    expect(model.photos.peek()).toMatchObject([{ file }]);
    expect(model.ready.peek()).toBe(true);
    expect(await model.submit()).toBe(true);
    expect(shown(model)).toBe('pending');
    expect(model.ready.peek()).toBe(false);

    await operator.decide(idOf(model), { approve: true });
    await world.clock.advance(5_000);
    await reached(model, 'approved');
    const asked = world.state.asked.length;
    await world.clock.advance(600_000);
    model.wake();
    await world.clock.advance(0);
    expect(world.state.asked.length).toBe(asked);
  });

  it('rejected, it tells why and takes new photos', async () => {
    const claim = await operator.claim();
    const model = ofClaim(claim);
    await reached(model, 'draft');
    model.add(await photo(1));
    await has(model, 1);
    await model.submit();
    await world.clock.advance(1_000);
    await operator.decide(idOf(model), { approve: false, reason: 'Номер не читается' });
    await world.clock.advance(5_000);
    await reached(model, 'rejected');
    expect(model.phase.peek()).toMatchObject({ verification: { reason: 'Номер не читается', photos: [] } });
    model.add(await photo(2));
    model.add(await photo(3));
    await has(model, 2);
    expect(await model.remove(model.photos.peek()[0]?.id ?? '')).toBe(true);
    expect(model.photos.peek()).toHaveLength(1);
    expect(await model.submit()).toBe(true);
    expect(shown(model)).toBe('pending');
    const { photos } = await verifications.get(world.api, {
      id: idOf(model),
      access: { secret: claim.secret },
    });
    expect(photos.map(({ id }) => id)).toEqual(model.photos.peek().map(({ id }) => id));
  });

  it('refuses what cannot be a photo before anything is sent', async () => {
    const model = ofClaim(await operator.claim());
    await reached(model, 'draft');
    const jpeg = { type: 'image/jpeg' };
    for (const [file, code] of [
      [new File([], 'a.jpg', jpeg), 'file_empty'],
      [new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }), 'file_type'],
      [new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'a.jpg', jpeg), 'file_size'],
    ] as const) {
      model.add(file);
      expect(model.refused.peek()).toEqual({ code, name: file.name });
    }
    expect(line.uploads).toBe(0);
    for (const shade of [1, 2, 3]) model.add(await photo(shade));
    model.add(await photo(4));
    expect(model.refused.peek()).toEqual({ code: 'file_count', name: 'card.jpg', max: 3 });
    await has(model, 3);
    expect(line.uploads).toBe(3);
    // What only the server can see.
    await model.remove(model.photos.peek()[0]?.id ?? '');
    model.add(new File(['no picture'], 'b.jpg', jpeg));
    await until(() => model.refused.peek()?.code === 'file_type', 'a refusal');
    model.dismiss();
    expect(model.refused.peek()).toBeNull();
    await has(model, 2);
  });

  it('goes on by itself after a lost connection, and nothing is there twice', async () => {
    const claim = await operator.claim();
    const model = ofClaim(claim);
    await reached(model, 'draft');
    line.state = 'broken';
    model.add(await photo(1));
    await world.clock.advance(0);
    expect(model.phase.peek()).toMatchObject({ phase: 'uploading', waiting: true });
    line.state = 'deaf';
    model.wake();
    await until(() => line.uploads === 2, 'a second try');
    await world.clock.advance(0);
    line.state = 'works';
    await until(() => {
      model.wake();
      return model.photos.peek().length === 1;
    }, 'the photo');
    const { photos } = await verifications.get(world.api, {
      id: idOf(model),
      access: { secret: claim.secret },
    });
    expect(photos).toHaveLength(1);

    world.state.lost = '/confirm/';
    const sent = model.submit();
    await until(() => model.acting.peek() === 'waiting', 'waiting');
    world.state.lost = '';
    model.wake();
    expect(await sent).toBe(true);
    expect(shown(model)).toBe('pending');
  });

  it('says that the connection is lost, keeps what is shown, and finds it again', async () => {
    const model = ofClaim(await operator.claim());
    await reached(model, 'draft');
    world.state.lost = '/verify/';
    await until(() => {
      void world.clock.advance(5_000);
      const now = model.phase.peek();
      return now.phase === 'ready' && now.connection === 'lost';
    }, 'a lost connection');
    world.state.lost = '';
    model.wake();
    await until(() => {
      const now = model.phase.peek();
      return now.phase === 'ready' && now.connection === 'live';
    }, 'a live connection');
    expect(shown(model)).toBe('draft');
  });

  it('is withdrawn, and begun anew for its claim', async () => {
    const claim = await operator.claim();
    const model = ofClaim(claim);
    await reached(model, 'draft');
    model.add(await photo(1));
    await has(model, 1);
    await model.submit();
    const before = idOf(model);
    expect(await model.withdraw()).toBe(true);
    await reached(model, 'draft');
    expect(idOf(model)).not.toBe(before);
    expect(model.photos.peek()).toEqual([]);
    const alone = open({ id: idOf(model), secrets: [claim.secret] });
    await reached(alone, 'draft');
    expect(await alone.withdraw()).toBe(true);
    expect(alone.phase.peek()).toEqual({ phase: 'gone', code: 'not_found' });
  });

  it('asks less and less often while nothing changes, and not at all while nobody looks', async () => {
    const model = ofClaim(await operator.claim());
    await reached(model, 'draft');
    await world.clock.advance(0);
    const during = async (ms: number) => {
      const before = world.state.asked.length;
      await world.clock.advance(ms);
      return world.state.asked.length - before;
    };
    expect(await during(5_000)).toBe(1);
    expect(await during(60_000)).toBeLessThanOrEqual(6);
    model.visible(false);
    expect(await during(60_000)).toBe(0);
    const before = world.state.asked.length;
    model.visible(true);
    await until(() => world.state.asked.length === before + 1, 'a question');
    expect(await during(15_000)).toBeGreaterThanOrEqual(1);
  });

  it('drops an answer that is older than what the person did', async () => {
    const claim = await operator.claim();
    const model = ofClaim(claim);
    await reached(model, 'draft');
    model.add(await photo(1));
    await has(model, 1);
    // A question of before is answered after the photos were sent in.
    let release = () => undefined as void;
    const held = new Promise<void>(resolve => (release = resolve));
    const { app } = world.server;
    const plain = app.request.bind(app);
    app.request = async (input, init, ...rest) => {
      const response = await plain(input, init, ...rest);
      if (String(input).endsWith(`/verify/${idOf(model)}/`)) await held;
      return response;
    };
    model.wake();
    await world.clock.advance(0);
    expect(await model.submit()).toBe(true);
    app.request = plain;
    release();
    await world.clock.advance(0);
    expect(shown(model)).toBe('pending');
  });
});

describe('opened by its own address', () => {
  it('takes the secret that fits, and is gone without one', async () => {
    const [claim, other] = [await operator.claim(), await operator.claim('2200000000000103')];
    const { id } = await operator.begun(claim);
    const model = open({ id, secrets: [other.secret, claim.secret] });
    await reached(model, 'draft');
    for (const secrets of [[], [other.secret]]) {
      const stranger = open({ id, secrets });
      await reached(stranger, 'gone');
      expect(stranger.phase.peek()).toEqual({ phase: 'gone', code: 'not_found' });
    }
  });

  it('of a claim that waits for no card it is gone', async () => {
    const claim = await operator.me.create(await operator.me.body('BTC', 'SBERRUB'));
    const model = ofClaim(claim);
    await reached(model, 'gone');
    expect(model.phase.peek()).toEqual({ phase: 'gone', code: 'transition_forbidden' });
  });

  it('handed to a phone, what the phone does shows on both', async () => {
    const claim = await operator.claim();
    const desk = ofClaim(claim);
    await reached(desk, 'draft');
    const handed = await desk.handoff();
    const token = new URL(handed?.url ?? '').hash.slice(1);
    const local = storage();
    const id = idOf(desk);
    const opened = device(local, id, token);
    if (!opened) throw new Error('no device');
    const phone = open({ id, ...opened });
    await reached(phone, 'draft');
    expect(await phone.handoff()).toBeNull();
    phone.add(await photo(1));
    await has(phone, 1);
    await world.clock.advance(5_000);
    await has(desk, 1);
    await phone.submit();
    await world.clock.advance(15_000);
    await reached(desk, 'pending');
    // After a reload the fragment is gone from the address.
    const again = device(local, id, null);
    expect(again).toEqual(opened);
    await reached(open({ id, ...(again ?? opened) }), 'pending');
    const thief = open({ id, token, device: 'another-device-of-somebody' });
    await reached(thief, 'gone');
    // An address that was cut on its way to this browser opens nothing, and the whole one opens here again.
    const cut = device(local, id, token.slice(0, -1));
    await reached(open({ id, ...(cut ?? opened) }), 'gone');
    const whole = device(local, id, token);
    await reached(open({ id, ...(whole ?? opened) }), 'pending');
    expect(whole).toEqual(opened);
  });
});

it('every call is as the contract says', async () => {
  const claim = await operator.claim();
  const key = { id: (await operator.begun(claim)).id, access: { secret: claim.secret } };
  expect(await verifications.list(world.api, claim, { page: 1, size: 5 })).toMatchObject({ count: 1 });
  expect((await verifications.inputs(world.api)).photo.maxCount).toBe(3);
  expect(v.parse(VerificationState, await verifications.status(world.api, key))).toEqual({
    status: 'draft',
    reason: null,
  });
  await expect(verifications.confirm(world.api, key)).rejects.toMatchObject({
    codes: { photos: 'photos_missing' },
  });
  const shot = await verifications.upload(world.api, upload, key, await photo(1));
  expect((await verifications.update(world.api, key, [shot.id])).photos).toEqual([shot]);
  await verifications.erase(world.api, key, shot.id);
  await verifications.remove(world.api, key);
  await expect(verifications.get(world.api, key)).rejects.toMatchObject({ status: 404 });
});
