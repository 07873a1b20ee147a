import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { Verification, VerificationInputs, Verifications } from '#core/contract/verification.ts';
import { photo, verifier } from './verifier.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

const OTHER = '2200000000000103';

type Answer = Record<string, unknown> & { codes?: Record<string, string>; code?: string };
const read = async (response: Response | Promise<Response>) => (await (await response).json()) as Answer;
const of = async (response: Response | Promise<Response>) => v.parse(Verification, await read(response));

forEachDatabase(open => {
  let world: World;
  let me: ReturnType<typeof verifier>;
  async function begin(env: Record<string, string> = {}) {
    world = await open({ ...roomy, ...env });
    me = verifier(world);
  }
  beforeEach(() => begin());
  const files = () => world.context.db.selectFrom('files').select('id').execute();

  describe('is nobody else’s', () => {
    test('a missing or wrong secret gets 404 everywhere', async () => {
      const [claim, other] = [await me.claim(), await me.claim(OTHER)];
      const { id } = await me.begun(claim);
      const shot = String((await read(me.upload(id, claim, await photo()))).id);
      const token = { token: 'x'.repeat(43), device: randomUUID() };
      for (const as of [null, { secret: other.secret }, { secret: 'wrong' }, token])
        for (const response of [
          me.begin(claim.id, as),
          me.list(claim.id, as),
          me.get(id, as),
          me.status(id, as),
          me.put(id, as, [shot]),
          me.remove(id, as),
          me.handoff(id, as),
          me.confirm(id, as),
          me.upload(id, as, await photo()),
          me.erase(id, as, shot),
        ]) {
          const answer = await response;
          expect([answer.status, await read(answer)]).toEqual([
            404,
            expect.objectContaining({ code: 'not_found' }),
          ]);
        }
      expect((await me.get(randomUUID(), claim)).status).toBe(404);
      expect((await me.get('x', claim)).status).toBe(404);
      expect((await of(me.get(id, claim))).photos).toHaveLength(1);
    });

    test('a photo of another verification is none of this one', async () => {
      const [claim, other] = [await me.claim(), await me.claim(OTHER)];
      const [mine, theirs] = [await me.begun(claim), await me.begun(other)];
      const shot = String((await read(me.upload(theirs.id, other, await photo()))).id);
      expect((await me.erase(mine.id, claim, shot)).status).toBe(404);
      expect((await read(me.put(mine.id, claim, [shot]))).codes).toEqual({ photos: 'photo_unknown' });
    });

    test('a claim that waits for no card begins none', async () => {
      const claim = await me.me.create(await me.me.body('BTC', 'SBERRUB'));
      const response = await me.begin(claim.id, claim);
      expect(response.status).toBe(409);
      expect(await read(response)).toMatchObject({ code: 'transition_forbidden', status: 'waiting' });
      expect((await world.app.request('/api/v1/verify/', { method: 'POST', body: '{' })).status).toBe(400);
    });
  });

  describe('the list', () => {
    test('is the claim’s own, the newest first, a page at a time', async () => {
      const claim = await me.claim();
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) {
        ids.unshift((await me.begun(claim)).id);
        await world.context.db.updateTable('verifications').set({ status: 'expired' }).execute();
        world.forward(1000);
      }
      const page = async (query: string) =>
        v.parse(Verifications, await read(me.list(claim.id, claim, query)));
      expect((await page('')).results.map(({ id }) => id)).toEqual(ids);
      const first = await page('&size=2');
      expect(first).toMatchObject({ count: 3, previous: null });
      expect(first.next).toContain('page=2&size=2');
      const { pathname, search } = new URL(first.next ?? '');
      const second = await read(world.get(pathname + search, { 'x-claim-secret': claim.secret }));
      expect(second).toMatchObject({ count: 3, next: null, results: [{ id: ids[2] }] });
      expect((await page('&size=1000')).results).toHaveLength(3);
      for (const wrong of ['&page=0', '&page=x', '&size=0', '&size=-1'])
        expect((await me.list(claim.id, claim, wrong)).status).toBe(400);
    });
  });

  describe('a bad file', () => {
    test.each([
      ['no image', new File(['hello'], 'card.jpg', { type: 'image/jpeg' }), 'file_type'],
      ['a PDF', new File(['%PDF-1.7\n%%EOF\n'], 'card.pdf', { type: 'application/pdf' }), 'file_type'],
      ['nothing in it', new File([], 'card.jpg', { type: 'image/jpeg' }), 'file_empty'],
      [
        'half an image',
        new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2])], 'card.jpg', { type: 'image/jpeg' }),
        'file_broken',
      ],
      ['too large', new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'card.jpg'), 'file_size'],
      ['none', null, 'empty'],
    ])('%s is refused and not stored', async (_, file, code) => {
      const claim = await me.claim();
      const { id } = await me.begun(claim);
      const response = await me.upload(id, claim, file);
      expect([response.status, (await read(response)).codes]).toEqual([400, { file: code }]);
      expect(await files()).toEqual([]);
    });

    test('uploads are counted', async () => {
      await begin({ LIMIT_UPLOADS_PER_HOUR: '2' });
      const claim = await me.claim();
      const { id } = await me.begun(claim);
      const answers = [];
      for (let n = 0; n < 3; n++) answers.push(await me.upload(id, claim, await photo(n)));
      expect(answers.map(answer => answer.status)).toEqual([201, 201, 429]);
      expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  test('tells what photos may be, and is open to any page', async () => {
    const response = await world.get('/api/v1/verify/inputs/', { origin: 'https://partner.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(v.parse(VerificationInputs, await read(response))).toEqual({
      inputs: [],
      photo: {
        types: ['image/jpeg', 'image/png', 'image/webp'],
        maxBytes: 8 * 1024 * 1024,
        maxCount: 3,
        maxPixels: 40_000_000,
      },
    });
    const asked = await world.app.request('/api/v2/verify/upload/', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://partner.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-claim-secret,x-verification-token,x-verification-device',
      },
    });
    expect(asked.headers.get('access-control-allow-methods')).toMatch(/PUT.*DELETE/);
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'x-verification-device',
    );
  });
});
