import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { calculateMedian } from '#tests/bench/report.ts';
import { waitUntilCompressed } from '#tests/bench/benchExchange.ts';
import type { BenchDatabase } from '../benchDatabase.ts';
import type { BenchOptions } from '../benchOptions.ts';
import { addCleanup } from '../cleanups.ts';
import { MAX_EVENT_LOOP_P99_MS, startMeasuredServer, type MeasuredServer } from '../measuredServer.ts';
import { calculatePercentile, type ReportLine } from '../serverReport.ts';
import { formatRequest, getHeader, openReadConnection, type ReadConnection } from './readConnection.ts';

/** A kind of read: its goal is a share of what a bare route sends, percent. */
interface Read {
  name: string;
  path: string;
  goalPercent: number;
  /** Whether the client has the response already. */
  isRevalidation?: true;
  /** Whether the delay of the event loop is measured, too. */
  measuresDelay?: true;
}

const CALCULATOR = '/api/v1/calculator';

const READS: readonly Read[] = [
  { name: 'pair', path: `${CALCULATOR}/pair/1/5/`, goalPercent: 50, measuresDelay: true },
  { name: 'course', path: `${CALCULATOR}/course/1/5/`, goalPercent: 50 },
  {
    name: 'settings with a pair',
    path: `${CALCULATOR}/settings/?cur_from=BTC&cur_to=SBERRUB`,
    goalPercent: 50,
    measuresDelay: true,
  },
  {
    name: 'script with a pair',
    path: '/widget/exchange-widget.js?cur_from=BTC&cur_to=SBERRUB',
    goalPercent: 50,
    measuresDelay: true,
  },
  { name: 'directions', path: `${CALCULATOR}/`, goalPercent: 70 },
  { name: 'directions, 304', path: `${CALCULATOR}/`, goalPercent: 70, isRevalidation: true },
  { name: 'reserves', path: `${CALCULATOR}/reserves/`, goalPercent: 70 },
  { name: 'rates.xml', path: '/rates.xml', goalPercent: 70 },
  { name: 'static file', path: '/widget/exchange-widget.js', goalPercent: 70 },
  { name: 'home page', path: '/', goalPercent: 70 },
];

const CONNECTION_COUNT = 40;

/** Rounds of each read: the bare route and the exchange in turn, so that both have the same noise. */
const ROUND_COUNT = 5;

const WARM_UP_MS = 500;

/** What the clients of a load measured. */
interface ReadLoad {
  /** Responses per second. */
  rate: number;
  /** Milliseconds of each response. */
  latencies: readonly number[];
}

/**
 * Reads public data from the real server with 40 connections, as it runs in production: limits that count, log lines,
 * metrics and compression. The baseline is a bare Hono route that sends the same bytes.
 */
export async function measureReads(database: BenchDatabase, options: BenchOptions): Promise<ReportLine[]> {
  const server = await startMeasuredServer(database);
  for (const path of ['/', '/examples/']) await waitUntilCompressed(server.origin + path);
  const port = Number(new URL(server.origin).port);
  const reads = await Promise.all(
    READS.map(async read => ({ read, request: await createRequest(port, read) })),
  );
  const barePort = await startBareServer(
    port,
    reads.map(({ request }) => request),
  );
  const [own, bare] = await Promise.all([openConnections(port), openConnections(barePort)]);
  const roundMs = (options.seconds * 1000) / ROUND_COUNT;
  const lines: ReportLine[] = [];
  for (const [index, { read, request }] of reads.entries()) {
    const bareRequest = formatRequest(`/${index}`);
    const rounds: { bare: ReadLoad; own: ReadLoad }[] = [];
    for (const [connections, text] of [
      [bare, bareRequest],
      [own, request],
    ] as const)
      await runReads(connections, text, WARM_UP_MS);
    for (let round = 0; round < ROUND_COUNT; round++)
      rounds.push({
        bare: await runReads(bare, bareRequest, roundMs),
        own: await runReads(own, request, roundMs),
      });
    lines.push(...describeReads(read, rounds));
    if (read.measuresDelay) lines.push(await measureEventLoop(own, read, request, rounds, server));
  }
  for (const connection of [...own, ...bare]) connection.close();
  await server.stop();
  return lines;
}

async function createRequest(port: number, { path, isRevalidation }: Read): Promise<string> {
  if (!isRevalidation) return formatRequest(path);
  const connection = await openReadConnection(port);
  const { head } = await connection.send(formatRequest(path));
  connection.close();
  return formatRequest(path, { 'If-None-Match': getHeader(head, 'etag') ?? '' });
}

/** Starts the bare routes in a process of their own. Returns its port. */
async function startBareServer(port: number, requests: readonly string[]): Promise<number> {
  const file = fileURLToPath(new URL('bareServer.ts', import.meta.url));
  const child = fork(file, [String(port), JSON.stringify(requests)], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  addCleanup(() => child.kill());
  const [barePort] = (await once(child, 'message')) as [number];
  return barePort;
}

function openConnections(port: number): Promise<ReadConnection[]> {
  return Promise.all(Array.from({ length: CONNECTION_COUNT }, () => openReadConnection(port)));
}

/** Sends the request from all connections, each `intervalMs` after its last one, or at once. Throws if one is refused. */
async function runReads(
  connections: readonly ReadConnection[],
  request: string,
  ms: number,
  intervalMs = 0,
): Promise<ReadLoad> {
  const latencies: number[] = [];
  const startAt = performance.now();
  await Promise.all(
    connections.map(async (connection, index) => {
      // Each client has its own address, which a proxy sends, and so its own limit.
      const text = request.replace('\r\n', `\r\nX-Forwarded-For: 203.0.113.${index}\r\n`);
      let sendAt = startAt + (index * intervalMs) / connections.length;
      for (let sentAt = startAt; sentAt < startAt + ms;) {
        if (sendAt > sentAt) await wait(sendAt - sentAt);
        sentAt = performance.now();
        const { status } = await connection.send(text);
        if (status !== 200 && status !== 304)
          throw new Error(`the status of a read is ${status}: ${request}`);
        latencies.push(performance.now() - sentAt);
        sendAt += intervalMs;
      }
    }),
  );
  return { rate: (latencies.length * 1000) / (performance.now() - startAt), latencies };
}

function describeReads(
  { name, goalPercent }: Read,
  rounds: readonly { bare: ReadLoad; own: ReadLoad }[],
): ReportLine[] {
  const median = (getValue: (round: { bare: ReadLoad; own: ReadLoad }) => number) =>
    calculateMedian(rounds.map(getValue));
  const shares = rounds.map(({ bare, own }) => (100 * own.rate) / bare.rate);
  const range = `(${Math.min(...shares).toFixed(0)} – ${Math.max(...shares).toFixed(0)})`;
  return [
    { name: `${name}: bare route`, value: median(({ bare }) => bare.rate), unit: '/s' },
    { name, value: median(({ own }) => own.rate), unit: '/s' },
    {
      name: `${name} ÷ bare route`,
      value: calculateMedian(shares),
      unit: '%',
      detail: range,
      goal: { atLeast: goalPercent },
    },
    {
      name: `${name}, p99`,
      value: median(({ own }) => calculatePercentile(own.latencies, 0.99)),
      unit: 'ms',
    },
  ];
}

/** Measures the delay of the server's event loop at half of the rate of the rounds. */
async function measureEventLoop(
  connections: readonly ReadConnection[],
  { name }: Read,
  request: string,
  rounds: readonly { own: ReadLoad }[],
  { readMetrics }: MeasuredServer,
): Promise<ReportLine> {
  const rate = calculateMedian(rounds.map(({ own }) => own.rate)) / 2;
  // Each reading begins a new period.
  await readMetrics();
  await runReads(connections, request, 3_000, (1000 * connections.length) / rate);
  return {
    name: `${name}: event loop delay at half of that, p99`,
    value: (await readMetrics())('nodejs_eventloop_lag_p99_seconds') * 1000,
    unit: 'ms',
    goal: { atMost: MAX_EVENT_LOOP_P99_MS },
  };
}
