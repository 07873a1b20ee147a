import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sanitizeFile } from '#server/platform/files/sanitizeFile.ts';
import { storeFile } from '#server/platform/files/storeFile.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_LIMITS } from '#server/platform/files/uploadBudget.ts';
import { startHttpServer } from '#server/platform/http/httpServer.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { createImage, createPdf, createPixelBomb } from '../../support/sampleFiles.ts';
import { createBeforeEach, createTestServer } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';

let origin = '';
let requests: ClientRequest[] = [];
let stopServer = async () => {};
const testServer = createBeforeEach(() =>
  createTestServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' }),
);
const driver = createBeforeEach(() => createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20'));
beforeEach(async () => {
  const port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  const server = await startHttpServer(testServer.app, { host: '127.0.0.1', port });
  stopServer = () => server.stop(0);
});
afterEach(async () => {
  abortUploads();
  await stopServer();
  await testServer.close();
});

/** Starts an upload of the largest size from an address, and sends only the beginning of it. */
async function startUpload(address: string): Promise<void> {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': MAX_UPLOAD_BYTES,
    'x-claim-secret': driver.secret,
    'x-forwarded-for': address,
  };
  const upload = request(`${origin}/api/v1/claim/${driver.id}/bill/`, { method: 'POST', headers });
  upload.on('error', () => {});
  upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
  requests.push(upload);
  await once(upload, 'socket');
}

function abortUploads() {
  for (const upload of requests) upload.destroy();
  requests = [];
}

/** Uploads a small receipt, the same each time. */
async function uploadReceipt(address: string) {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(createPdf('a receipt'))], 'a.pdf'));
  const response = await fetch(`${origin}/api/v1/claim/${driver.id}/bill/`, {
    method: 'POST',
    body,
    headers: { 'x-claim-secret': driver.secret, 'x-forwarded-for': address },
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
}

const countFiles = async () =>
  (await testServer.context.db.selectFrom('files').select('id').execute()).length;

test('a client may send three of the largest files at once, and aborted ones do not count', async () => {
  for (let n = 0; n < 3; n++) await startUpload('203.0.113.1');
  await expect
    .poll(() => uploadReceipt('203.0.113.1'))
    .toEqual({ status: 429, code: 'too_many_requests', retryAfter: '5' });
  expect((await uploadReceipt('203.0.113.2')).status).toBe(201);
  abortUploads();
  await expect.poll(async () => (await uploadReceipt('203.0.113.1')).status).toBe(201);
  // Nothing of the aborted uploads is stored, and they are no errors.
  expect(await countFiles()).toBe(1);
  await expect.poll(() => testServer.log().match(/"status":499/g)).toHaveLength(3);
  expect(testServer.log()).not.toContain('"level":"error"');
});

test('all clients together may send a limited number of bytes at once', async () => {
  const uploadCount = UPLOAD_LIMITS.maxTotalBytes / MAX_UPLOAD_BYTES;
  for (let n = 0; n < uploadCount; n++) await startUpload(`203.0.113.${n}`);
  await expect
    .poll(() => uploadReceipt('203.0.113.100'))
    .toEqual({ status: 503, code: 'uploads_busy', retryAfter: '5' });
  abortUploads();
  await expect.poll(async () => (await uploadReceipt('203.0.113.100')).status).toBe(201);
});

test('images beyond those that wait are refused, and accepted when the others are processed', async () => {
  const drivers = await Promise.all(
    Array.from({ length: 8 }, () => createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20')),
  );
  const image = createPixelBomb(4_000, 4_000);
  const uploadImage = async ({ postStep }: typeof driver, tail: number) => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array([...image, tail])], 'a.png'));
    return (await postStep('bill', { body })).status;
  };
  const statuses = await Promise.all(drivers.flatMap(one => [1, 2, 3].map(tail => uploadImage(one, tail))));
  expect([...new Set(statuses)].toSorted()).toEqual([201, 503]);
  // One is processed while ten wait; a few more may have come when the first were ready.
  expect(statuses.filter(status => status === 201).length).toBeGreaterThanOrEqual(11);
  expect(await uploadImage(driver, 1)).toBe(201);
});

test('the file of a client that has gone is neither processed nor stored', async () => {
  const file = { bytes: await createImage('jpeg'), signal: AbortSignal.abort() };
  await expect(sanitizeFile(file, { pdf: false })).rejects.toThrow('the client gave up');
  let isStored = false;
  await expect(storeFile(file, async () => (isStored = true))).rejects.toThrow('the client gave up');
  expect(isStored).toBe(false);
});
