import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { Verification, VerificationInputs, Verifications } from '#core/contract/verification.ts';
import { createPhoto, createVerificationClient } from '../../support/verificationClient.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const OTHER_CARD_NUMBER = '2200000000000103';

type ErrorBody = Record<string, unknown> & { codes?: Record<string, string>; code?: string };
const readBody = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as ErrorBody;
const readVerification = async (response: Response | Promise<Response>) =>
  v.parse(Verification, await readBody(response));

forEachDatabase(startServer => {
  let testServer: TestServer;
  let client: ReturnType<typeof createVerificationClient>;
  async function setupServer(env: Record<string, string> = {}) {
    testServer = await startServer({ ...relaxedLimits, ...env });
    client = createVerificationClient(testServer);
  }
  beforeEach(() => setupServer());
  const listFiles = () => testServer.context.db.selectFrom('files').select('id').execute();

  describe('access', () => {
    test('returns 404 for a missing or wrong secret', async () => {
      const [claim, otherClaim] = [await client.createClaim(), await client.createClaim(OTHER_CARD_NUMBER)];
      const { id } = await client.createDraft(claim);
      const photo = String((await readBody(client.upload(id, claim, await createPhoto()))).id);
      const token = { token: 'x'.repeat(43), device: randomUUID() };
      for (const credentials of [null, { secret: otherClaim.secret }, { secret: 'wrong' }, token])
        for (const request of [
          client.begin(claim.id, credentials),
          client.list(claim.id, credentials),
          client.get(id, credentials),
          client.status(id, credentials),
          client.put(id, credentials, [photo]),
          client.remove(id, credentials),
          client.handoff(id, credentials),
          client.confirm(id, credentials),
          client.upload(id, credentials, await createPhoto()),
          client.erase(id, credentials, photo),
        ]) {
          const response = await request;
          expect([response.status, await readBody(response)]).toEqual([
            404,
            expect.objectContaining({ code: 'not_found' }),
          ]);
        }
      expect((await client.get(randomUUID(), claim)).status).toBe(404);
      expect((await client.get('x', claim)).status).toBe(404);
      expect((await readVerification(client.get(id, claim))).photos).toHaveLength(1);
    });

    test('refuses a photo of another verification', async () => {
      const [claim, otherClaim] = [await client.createClaim(), await client.createClaim(OTHER_CARD_NUMBER)];
      const [ownVerification, otherVerification] = [
        await client.createDraft(claim),
        await client.createDraft(otherClaim),
      ];
      const photo = String(
        (await readBody(client.upload(otherVerification.id, otherClaim, await createPhoto()))).id,
      );
      expect((await client.erase(ownVerification.id, claim, photo)).status).toBe(404);
      expect((await readBody(client.put(ownVerification.id, claim, [photo]))).codes).toEqual({
        photos: 'photo_unknown',
      });
    });

    test('refuses a claim that needs no verification', async () => {
      const claim = await client.claimClient.createClaim(
        await client.claimClient.buildClaim('BTC', 'SBERRUB'),
      );
      const response = await client.begin(claim.id, claim);
      expect(response.status).toBe(409);
      expect(await readBody(response)).toMatchObject({ code: 'transition_forbidden', status: 'waiting' });
      expect((await testServer.app.request('/api/v1/verify/', { method: 'POST', body: '{' })).status).toBe(
        400,
      );
    });
  });

  describe('the list', () => {
    test('has only the claim’s verifications, newest first, in pages', async () => {
      const claim = await client.createClaim();
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) {
        ids.unshift((await client.createDraft(claim)).id);
        await testServer.context.db.updateTable('verifications').set({ status: 'expired' }).execute();
        testServer.advanceClock(1000);
      }
      const page = async (query: string) =>
        v.parse(Verifications, await readBody(client.list(claim.id, claim, query)));
      expect((await page('')).results.map(({ id }) => id)).toEqual(ids);
      const first = await page('&size=2');
      expect(first).toMatchObject({ count: 3, previous: null });
      expect(first.next).toContain('page=2&size=2');
      const { pathname, search } = new URL(first.next ?? '');
      const second = await readBody(testServer.get(pathname + search, { 'x-claim-secret': claim.secret }));
      expect(second).toMatchObject({ count: 3, next: null, results: [{ id: ids[2] }] });
      expect((await page('&size=1000')).results).toHaveLength(3);
      for (const wrong of ['&page=0', '&page=x', '&size=0', '&size=-1'])
        expect((await client.list(claim.id, claim, wrong)).status).toBe(400);
    });
  });

  describe('a bad file', () => {
    test.each([
      ['no image', new File(['hello'], 'card.jpg', { type: 'image/jpeg' }), 'file_type'],
      ['a PDF', new File(['%PDF-1.7\n%%EOF\n'], 'card.pdf', { type: 'application/pdf' }), 'file_type'],
      ['an empty file', new File([], 'card.jpg', { type: 'image/jpeg' }), 'file_empty'],
      [
        'a truncated image',
        new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2])], 'card.jpg', { type: 'image/jpeg' }),
        'file_broken',
      ],
      ['a file over 8 MB', new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'card.jpg'), 'file_size'],
      ['no file', null, 'empty'],
    ])('%s is refused and not stored', async (_, file, code) => {
      const claim = await client.createClaim();
      const { id } = await client.createDraft(claim);
      const response = await client.upload(id, claim, file);
      expect([response.status, (await readBody(response)).codes]).toEqual([400, { file: code }]);
      expect(await listFiles()).toEqual([]);
    });

    test('uploads count against the limit', async () => {
      await setupServer({ LIMIT_UPLOADS_PER_HOUR: '2' });
      const claim = await client.createClaim();
      const { id } = await client.createDraft(claim);
      const responses = [];
      for (let n = 0; n < 3; n++) responses.push(await client.upload(id, claim, await createPhoto(n)));
      expect(responses.map(response => response.status)).toEqual([201, 201, 429]);
      expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  test('returns the photo limits with public CORS', async () => {
    const response = await testServer.get('/api/v1/verify/inputs/', { origin: 'https://partner.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(v.parse(VerificationInputs, await readBody(response))).toEqual({
      inputs: [],
      photo: {
        types: ['image/jpeg', 'image/png', 'image/webp'],
        maxBytes: 8 * 1024 * 1024,
        maxCount: 3,
        maxPixels: 40_000_000,
      },
    });
    const preflight = await testServer.app.request('/api/v2/verify/upload/', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://partner.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-claim-secret,x-verification-token,x-verification-device',
      },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toMatch(/PUT.*DELETE/);
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'x-verification-device',
    );
  });
});
