import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { Course } from '#core/contract/course/pair.ts';
import type { BenchOptions } from './benchOptions.ts';
import { buildClaimBody, getClaimPair, type ClaimPair } from './claimMix.ts';
import { createHttpClient, type HttpClient } from './httpClient.ts';
import { createLoadRecorder, type LoadRecorder, type LoadResult } from './loadRecorder.ts';

const WRITER_COUNT = 16;
const STATUS_READER_COUNT = 2;

/** Time before the measurement, in which the servers compile their code, milliseconds. */
const WARM_UP_MS = 2_000;

/** Pause after a failure, milliseconds, so that failing requests do not occupy the servers. */
const FAILURE_PAUSE_MS = 50;

/** Status readers read one of so many latest claims. */
const READ_CLAIM_COUNT = 1_000;

/** What the clients of a load share. */
interface Load {
  pairs: readonly ClaimPair[];
  recorder: LoadRecorder;
  options: BenchOptions;
  isOpen: () => boolean;
}

/** Creates claims with 16 clients as fast as the servers allow, while 2 read statuses and 1 reads courses and /livez. */
export async function runLoad(
  origins: readonly string[],
  pairs: readonly ClaimPair[],
  options: BenchOptions,
): Promise<LoadResult> {
  const startAt = performance.now() + WARM_UP_MS;
  const endAt = startAt + options.seconds * 1000;
  const recorder = createLoadRecorder(startAt, endAt);
  const load: Load = { pairs, recorder, options, isOpen: () => performance.now() < endAt };
  let claimNumber = 0;
  const takeNumber = () => claimNumber++;
  const runs = [
    ...Array.from({ length: WRITER_COUNT }, () => (client: HttpClient) => {
      return createClaims(load, client, takeNumber);
    }),
    ...Array.from({ length: STATUS_READER_COUNT }, () => (client: HttpClient) => readStatuses(load, client)),
    (client: HttpClient) => readCourses(load, client),
  ];
  const clients = runs.map((_, index) => createHttpClient(origins[index % origins.length] ?? ''));
  try {
    await Promise.all(clients.map((client, index) => runs[index]?.(client)));
  } finally {
    for (const client of clients) client.close();
  }
  return recorder.getResult();
}

/** Creates one claim after the other, each with its own key, mailbox, amount and client address. */
async function createClaims(
  { pairs, recorder, options, isOpen }: Load,
  client: HttpClient,
  takeNumber: () => number,
): Promise<void> {
  while (isOpen()) {
    const number = takeNumber();
    const key = randomUUID();
    const body = JSON.stringify(buildClaimBody(getClaimPair(pairs, number), number));
    const headers = {
      'idempotency-key': key,
      ...(!options.usesOneAddress && { 'x-forwarded-for': formatClientAddress(number) }),
    };
    const sentAt = performance.now();
    const response = await client.send('/api/v1/claim/', headers, body);
    recorder.record('creation', response, sentAt);
    if (response.status === 201) {
      const { id, secret } = JSON.parse(response.text) as ClaimCreated;
      recorder.acknowledged.push({ key, id, secret });
      if (options.writePauseMs > 0) await setTimeout(options.writePauseMs);
    } else await setTimeout(FAILURE_PAUSE_MS);
  }
}

/** Formats a public address for each number below 2²⁴. */
function formatClientAddress(number: number): string {
  return `93.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

/** Reads the statuses of random claims, as their clients do. */
async function readStatuses({ recorder, options, isOpen }: Load, client: HttpClient): Promise<void> {
  while (isOpen()) {
    const { length } = recorder.acknowledged;
    const index = length - 1 - Math.floor(Math.random() * Math.min(length, READ_CLAIM_COUNT));
    const claim = recorder.acknowledged[index];
    if (claim) {
      const sentAt = performance.now();
      const response = await client.send(`/api/v1/claim/${claim.id}/status/`, {
        'x-claim-secret': claim.secret,
      });
      recorder.record('status', response, sentAt);
    }
    await setTimeout(options.readPauseMs);
  }
}

/** Reads courses and /livez in turn. New claims use the quotes. */
async function readCourses({ pairs, recorder, options, isOpen }: Load, client: HttpClient): Promise<void> {
  for (let number = 0; isOpen(); number++) {
    const pair = getClaimPair(pairs, number);
    const { fromPs, toPs } = pair.template;
    let sentAt = performance.now();
    const response = await client.send(`/api/v1/calculator/course/${fromPs}/${toPs}/`);
    recorder.record('course', response, sentAt);
    if (response.status === 200) pair.quote = (JSON.parse(response.text) as Course).quote;
    await setTimeout(options.readPauseMs);
    sentAt = performance.now();
    recorder.record('live', await client.send('/livez'), sentAt);
    await setTimeout(options.readPauseMs);
  }
}
