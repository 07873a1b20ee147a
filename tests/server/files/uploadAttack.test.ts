import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ClaimCreated } from '#core/contract/claim.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createPdf } from '../../support/sampleFiles.ts';
import { createServerProcess, type ServerProcess } from '../../support/serverProcess.ts';

const UPLOAD_COUNT = 200;
const FILE_BYTES = 8 * 1024 * 1024;
const MAX_MEMORY_MB = 500;

/** Far above the measured latency, because CI may be slow and busy. */
const MAX_LATENCY_MS = 3_000;

const BOUNDARY = 'boundary-of-the-attack';

interface Upload {
  path: string;
  body: Buffer;
  headers?: Record<string, string>;
  hasLength?: boolean;
}

describe.skipIf(process.platform !== 'linux')('200 uploads of 8 MB at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-attack-'));
  let server: ServerProcess;
  let claims: ClaimCreated[];
  beforeAll(async () => {
    const env = { ...relaxedLimits, SEED: 'start', RATE_DRIFT: 'off', TRUST_PROXY: 'loopback' };
    // As npm start and the files in deploy/ set it.
    server = await createServerProcess({ ...env, DATA_DIR: folder, MALLOC_ARENA_MAX: '2' });
    await server.start();
    const client = createClaimClient((path, init) => fetch(server.origin + path, init));
    const createClaim = async () =>
      client.createClaim(await client.buildClaim('SBERRUB', 'USDTTRC20', { fromSumma: '5000' }));
    claims = await Promise.all(Array.from({ length: 12 }, createClaim));
  });
  afterAll(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends an upload until the server responds, from a network of its own for every third upload. Returns the status. */
  async function sendUpload({ path, body, headers = {}, hasLength = true }: Upload, index: number) {
    const upload = request(server.origin + path, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
      headers: {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        ...(hasLength ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
        'x-forwarded-for': `203.0.113.${Math.floor(index / 3)}`,
        ...headers,
      },
    });
    upload.end(body);
    const [response] = (await once(upload, 'response')) as [{ statusCode: number }];
    upload.on('error', () => {});
    upload.destroy();
    return response.statusCode;
  }

  /** Runs the uploads at once. Returns how often each status came, and the 99th percentile of a GET's duration meanwhile. */
  async function attack(createUpload: (index: number) => Upload) {
    const url = `${server.origin}/api/v1/calculator/course/1/19/`;
    const probe = fork(new URL('./latencyProbe.ts', import.meta.url), [url], {
      execPath: process.execPath,
      execArgv: [],
    });
    onTestFinished(() => void probe.kill());
    await once(probe, 'message');
    const uploads = Array.from({ length: UPLOAD_COUNT }, (_, index) =>
      sendUpload(createUpload(index), index),
    );
    const statuses = await Promise.all(uploads);
    probe.send('stop');
    const [durations] = (await once(probe, 'message')) as [number[]];
    const counts = Map.groupBy(statuses, status => status);
    return {
      countByStatus: Object.fromEntries([...counts].map(([status, { length }]) => [status, length])),
      latencyMs: durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)] ?? 0,
    };
  }

  test('without a secret or a size are refused, and neither fill the memory nor delay others', async () => {
    const body = encodeForm(Buffer.alloc(FILE_BYTES));
    const paths = [`/api/v1/claim/${claims[0]?.id}/bill/`, '/api/v2/verify/upload/'];
    const { countByStatus, latencyMs } = await attack(index => ({
      path: paths[index % 2] ?? '',
      body,
      hasLength: index % 4 < 2,
    }));
    expect(countByStatus).toEqual({ 404: 100, 411: 100 });
    expect(latencyMs).toBeLessThan(MAX_LATENCY_MS);
    expect(server.readPeakMemory()).toBeLessThan(MAX_MEMORY_MB);
  });

  test('with valid secrets are accepted up to a limit, and neither fill the memory nor delay others', async () => {
    // Decoding takes most memory for a rotated photo of the largest size.
    const image = await sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#aacf17' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const photo = encodeForm(Buffer.concat([image, Buffer.alloc(FILE_BYTES - image.length)]));
    const pdf = encodeForm(createPdf('x'.repeat(FILE_BYTES - 100)));
    const { countByStatus, latencyMs } = await attack(index => {
      const { id = '', secret = '' } = claims[index % claims.length] ?? {};
      return {
        path: `/api/v1/claim/${id}/bill/`,
        body: index % 6 === 0 ? photo : pdf,
        headers: { 'x-claim-secret': secret },
      };
    });
    const { 201: acceptedCount = 0, 503: refusedCount = 0 } = countByStatus;
    expect(acceptedCount + refusedCount).toBe(UPLOAD_COUNT);
    expect(acceptedCount).toBeGreaterThan(3);
    expect(latencyMs).toBeLessThan(MAX_LATENCY_MS);
    expect(server.readPeakMemory()).toBeLessThan(MAX_MEMORY_MB);
  });
});

function encodeForm(file: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="verification"\r\n\r\nnone\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}
