import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createVerificationClient } from '../../support/verificationClient.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

const BOUNDARY = 'boundary';
const VERIFICATION_UPLOAD_URL = '/api/v2/verify/upload/';

const encodeField = (name: string, value: string) =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
const FILE_START = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`,
);

forEachDatabase(startServer => {
  let testServer: TestServer;
  let client: ReturnType<typeof createVerificationClient>;
  let claim: ClaimCreated;
  beforeEach(() => setupServer());
  async function setupServer(env: Record<string, string> = {}) {
    testServer = await startServer({ ...relaxedLimits, ...env });
    client = createVerificationClient(testServer);
    claim = await client.createClaim();
  }

  /** Posts a form of 8 MB that begins with `start`. Returns the response and how many bytes of it were read. */
  async function postLargeForm(url: string, headers: Record<string, string>, ...start: Uint8Array[]) {
    const pieces = [...start, FILE_START];
    let readBytes = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          const piece = pieces.shift() ?? new Uint8Array(1_024);
          readBytes += piece.length;
          stream.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    const response = await testServer.app.request(url, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': String(8 * 1024 * 1024),
        ...headers,
      },
    } as RequestInit);
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, readBytes };
  }

  test.each([{}, { 'x-claim-secret': 'x'.repeat(43) }])(
    'a receipt with the headers %j is refused before it is read',
    async headers => {
      expect(await postLargeForm(`/api/v1/claim/${claim.id}/bill/`, headers)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
        readBytes: 0,
      });
    },
  );

  test('an upload over the rate limit is refused before it is read', async () => {
    await setupServer({ LIMIT_UPLOADS_PER_HOUR: '1' });
    const headers = { 'x-claim-secret': 'x'.repeat(43) };
    for (const status of [404, 429])
      expect(await postLargeForm(`/api/v1/claim/${claim.id}/bill/`, headers)).toMatchObject({
        status,
        readBytes: 0,
      });
    const photo = await postLargeForm(VERIFICATION_UPLOAD_URL, headers, encodeField('verification', 'x'));
    expect(photo).toMatchObject({ status: 429, readBytes: 0 });
  });

  test('of a photo without access only the verification’s id is read', async () => {
    const { id } = await client.createDraft(claim);
    const field = encodeField('verification', id);
    for (const headers of [
      {},
      { 'x-claim-secret': 'x'.repeat(43) },
      { 'x-verification-token': 'x'.repeat(43), 'x-verification-device': randomUUID() },
    ]) {
      const refused = await postLargeForm(VERIFICATION_UPLOAD_URL, headers as Record<string, string>, field);
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(refused.readBytes).toBeLessThan(1_024);
    }
  });

  test('of a photo that is not awaited only the verification’s id is read', async () => {
    const { id } = await client.createDraft(claim);
    await client.claimClient.fetchClaim(claim.id, 'cancel', claim.secret);
    const refused = await postLargeForm(
      VERIFICATION_UPLOAD_URL,
      { 'x-claim-secret': claim.secret },
      encodeField('verification', id),
    );
    expect(refused).toMatchObject({ status: 409, body: { code: 'verification_state', status: 'expired' } });
    expect(refused.readBytes).toBeLessThan(1_024);
  });

  test('a photo before the verification’s id is refused after 16 kB', async () => {
    const refused = await postLargeForm(VERIFICATION_UPLOAD_URL, { 'x-claim-secret': claim.secret });
    expect(refused).toMatchObject({ status: 400, body: { codes: { verification: 'empty' } } });
    expect(refused.readBytes).toBeLessThan(20 * 1_024);
  });
});
