import { setTimeout as wait } from 'node:timers/promises';
import { relaxedLimits } from '#tests/support/relaxedLimits.ts';
import { createServerProcess } from '#tests/support/serverProcess.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import { addCleanup } from '../cleanups.ts';
import { createHttpClient } from '../httpClient.ts';
import { startEmailSink } from '../emailSink.ts';
import { calculatePercentile, type ReportLine } from '../serverReport.ts';
import { createBenchAccount, logIn } from './benchAccount.ts';

/** Addresses that try wrong passwords at the same time, and the attempts of each. */
const ADDRESS_COUNT = 100;
const ATTEMPTS_PER_ADDRESS = 100;

/** Time in which the calculator is read without an attack, milliseconds. */
const QUIET_MS = 5_000;

/** Pause of the reading client after each response, milliseconds. */
const READ_PAUSE_MS = 10;

/** Goals: how many times slower other visitors' courses may be, and the resident memory. */
const MAX_SLOWDOWN = 2;
const MAX_MEMORY_MB = 500;

/** The limits of logins are those of production. */
const LOGIN_LIMITS = ['LIMIT_LOGINS_PER_ACCOUNT', 'LIMIT_LOGINS_PER_HOUR'];

/**
 * Tries 10,000 wrong passwords of one account from 100 addresses at once, while another visitor reads courses. The owner
 * logs in meanwhile from a device that has logged in before.
 */
export async function measureLoginAttack(database: BenchDatabase): Promise<ReportLine[]> {
  const account = await createBenchAccount(database);
  const emailSink = await startEmailSink();
  addCleanup(emailSink.close);
  const server = await createServerProcess({
    ...Object.fromEntries(Object.entries(relaxedLimits).filter(([name]) => !LOGIN_LIMITS.includes(name))),
    ...database.env,
    DATA_DIR: database.location.dataDir,
    RATE_DRIFT: 'off',
    SMTP_URL: emailSink.url,
    TRUST_PROXY: 'loopback',
  });
  await server.start();
  addCleanup(server.stop);
  const { deviceCookie } = await logIn(server.origin, account);
  const quiet = await readCourses(server.origin, wait(QUIET_MS));
  const attack = attackAccount(server.origin, account.email);
  const [busy, ownerMs] = await Promise.all([
    readCourses(server.origin, attack),
    measureOwnerLogin(() => logIn(server.origin, account, deviceCookie)),
  ]);
  const statuses = await attack;
  const memory = server.readPeakMemory();
  await server.stop();
  const p99 = (values: readonly number[]) => calculatePercentile(values, 0.99);
  return [
    { name: 'course read, p99, quiet', value: p99(quiet), unit: 'ms' },
    { name: 'course read, p99, attacked', value: p99(busy), unit: 'ms' },
    {
      name: 'course read, p99, attacked ÷ quiet',
      value: p99(busy) / p99(quiet),
      unit: '×',
      goal: { atMost: MAX_SLOWDOWN },
    },
    { name: 'login of the owner', value: ownerMs, unit: 'ms' },
    { name: 'peak memory, MB', value: memory, unit: '', goal: { atMost: MAX_MEMORY_MB } },
    {
      name: 'wrong passwords that got a session',
      value: statuses.get(200) ?? 0,
      unit: '',
      goal: { atMost: 0 },
      detail: [...statuses].map(([status, count]) => `${status}: ${count}`).join(', '),
    },
  ];
}

/** Reads a course again and again until `end` is settled. Returns the milliseconds of each response. */
async function readCourses(origin: string, end: Promise<unknown>): Promise<number[]> {
  const client = createHttpClient(origin);
  const latencies: number[] = [];
  let isOpen = true;
  void end.finally(() => (isOpen = false));
  while (isOpen) {
    const { status, ms } = await client.send('/api/v1/calculator/market/?pairs=BTC-SBERRUB');
    // A failure takes as long as its timeout: it spoils the percentile, as it should.
    latencies.push(status === 200 ? ms : Infinity);
    await wait(READ_PAUSE_MS);
  }
  client.close();
  return latencies;
}

/** Returns the number of responses by status. */
async function attackAccount(origin: string, email: string): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const body = JSON.stringify({ email, password: 'wrong-horse-battery-staple' });
  await Promise.all(
    Array.from({ length: ADDRESS_COUNT }, async (_, address) => {
      const client = createHttpClient(origin);
      const headers = { origin, 'x-forwarded-for': `203.0.113.${address}` };
      for (let attempt = 0; attempt < ATTEMPTS_PER_ADDRESS; attempt++) {
        const { status } = await client.send('/front-api/auth/login/', headers, body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      client.close();
    }),
  );
  return statuses;
}

/** Logs in a second after the attack has begun. Returns the milliseconds that it takes. */
async function measureOwnerLogin(send: () => Promise<unknown>): Promise<number> {
  await wait(1_000);
  const start = performance.now();
  await send();
  return performance.now() - start;
}
