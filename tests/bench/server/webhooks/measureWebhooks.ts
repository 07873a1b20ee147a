import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { parseAccountKey } from '#server/platform/keys/accountKey.ts';
import { createServerKeys } from '#server/platform/keys/serverKeys.ts';
import { recordPartnerEvent } from '#server/partners/referral/partnerEvents.ts';
import { createWebhookSecret, sealSecret } from '#server/partners/webhooks/webhookSecret.ts';
import { TEST_ACCOUNT_KEY } from '#tests/support/accountKeys.ts';
import { relaxedLimits } from '#tests/support/relaxedLimits.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import type { BenchOptions } from '../benchOptions.ts';
import { addCleanup } from '../cleanups.ts';
import { calculatePercentile, type ReportLine } from '../serverReport.ts';

/** Partners, each with a receiver that answers and one that never does. */
const PARTNER_COUNT = 25;

/** Each event goes to both receivers of a partner, so that there are twice as many webhooks. */
const EVENTS_PER_MINUTE = 500;

/** Events of one claim: they wait for each other. */
const EVENTS_PER_CLAIM = 5;

const MIN_SECONDS = 60;

/** Time for the last webhooks to arrive, milliseconds. */
const END_MS = 5_000;

/** How late a webhook to a receiver that works may be, milliseconds. */
const MAX_LATENESS_MS = 2_000;

/** Measures how late webhooks are, from the event to its arrival, while half of the receivers answer nothing. */
export async function measureWebhooks(
  database: BenchDatabase,
  { seconds, processes }: BenchOptions,
): Promise<ReportLine[]> {
  const receivers = await openReceivers();
  addCleanup(receivers.close);
  const opened = await openDatabase(database.location);
  addCleanup(opened.close);
  const partnerIds = await insertPartners(opened.db, receivers);
  const count = database.dialect === 'sqlite' ? 1 : processes;
  for (let number = 0; number < count; number++) {
    const server = await createServerProcess({
      ...relaxedLimits,
      ...database.env,
      DATA_DIR: database.location.dataDir,
      ACCOUNT_KEY: TEST_ACCOUNT_KEY,
      WEBHOOK_PRIVATE: 'on',
    });
    await server.start();
    addCleanup(server.stop);
  }
  const eventCount = (Math.max(seconds, MIN_SECONDS) * EVENTS_PER_MINUTE) / 60;
  await writeEvents(opened.db, partnerIds, eventCount);
  await wait(END_MS);
  const { latenesses, messageIds } = receivers;
  const missing = eventCount - new Set(messageIds).size;
  return [
    { name: 'webhooks a minute, half of them to dead receivers', value: 2 * EVENTS_PER_MINUTE, unit: '' },
    { name: 'lateness, p50', value: calculatePercentile(latenesses, 0.5), unit: 'ms' },
    { name: 'lateness, p99', value: calculatePercentile(latenesses, 0.99), unit: 'ms' },
    {
      name: 'lateness, largest',
      value: Math.max(...latenesses),
      unit: 'ms',
      goal: { atMost: MAX_LATENESS_MS },
    },
    { name: 'lost', value: missing, unit: '', goal: { atMost: 0 }, detail: `of ${eventCount}` },
    {
      name: 'delivered twice',
      value: messageIds.length - new Set(messageIds).size,
      unit: '',
      goal: { atMost: 0 },
    },
    { name: 'attempts at dead receivers', value: receivers.countDeadAttempts(), unit: '' },
  ];
}

async function openReceivers() {
  const latenesses: number[] = [];
  const messageIds: string[] = [];
  let deadAttempts = 0;
  const live = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
      latenesses.push(Date.now() - Date.parse(timestamp));
      messageIds.push(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  });
  const dead = createServer(() => void deadAttempts++);
  const servers = [live, dead];
  const urls: string[] = [];
  for (const server of servers) {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }
  return {
    latenesses,
    messageIds,
    urls,
    countDeadAttempts: () => deadAttempts,
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function insertPartners(db: Database['db'], { urls }: { urls: readonly string[] }): Promise<string[]> {
  const current = parseAccountKey(TEST_ACCOUNT_KEY);
  if (!current) throw new Error('the key of tests is invalid');
  const keys = createServerKeys({ current, previous: null, databaseKey: current });
  const created_at = BigInt(Date.now());
  const partnerIds = Array.from({ length: PARTNER_COUNT }, () => randomUUID());
  for (const partner_id of partnerIds) {
    await db
      .insertInto('partners')
      .values({
        id: partner_id,
        user_id: null,
        name: '',
        site: '',
        switched_off_at: null,
        switched_off_reason: null,
        created_at,
      })
      .execute();
    for (const url of urls) {
      const id = randomUUID();
      await db
        .insertInto('webhooks')
        .values({
          id,
          partner_id,
          url,
          events: JSON.stringify(['claim.status']),
          mode: 'live',
          sealed_secret: sealSecret(keys, id, 'sealed_secret', createWebhookSecret()),
          sealed_previous_secret: null,
          previous_until: null,
          created_at,
          failing_since: null,
          off_at: null,
          off_reason: null,
        })
        .execute();
    }
  }
  return partnerIds;
}

/** Writes events at an even rate, those of a claim one after another. */
async function writeEvents(db: Database['db'], partnerIds: readonly string[], count: number): Promise<void> {
  const start = performance.now();
  const claimIds = partnerIds.map(() => randomUUID());
  for (let index = 0; index < count; index++) {
    await wait(Math.max(0, start + (index * 60_000) / EVENTS_PER_MINUTE - performance.now()));
    const partner = index % partnerIds.length;
    if (Math.floor(index / partnerIds.length) % EVENTS_PER_CLAIM === 0) claimIds[partner] = randomUUID();
    await recordPartnerEvent(db, {
      partner_id: partnerIds[partner] ?? '',
      kind: 'claim.status',
      mode: 'live',
      claim_id: claimIds[partner] ?? null,
      data: { from_status: 'waiting', to_status: 'claimed', reason: null },
      at: BigInt(Date.now()),
    });
  }
}
