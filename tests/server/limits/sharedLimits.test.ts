import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { bootstrapExchange, type RunningExchange } from '#server/bootstrap.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createInProcessClient } from '../../support/claimClient.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { recordStatements } from '../database/statementRecorder.ts';

const HOUR_MS = 3_600_000;
const CLIENT = '203.0.113.7';
const CLAIM_PATH = '/api/v1/claim/';
/** A time as the table stores it. */
const toMicroseconds = (ms: number) => BigInt(ms) * 1_000n;

const ACTION_PATH = `${CLAIM_PATH}00000000-0000-4000-8000-000000000000/cancel/`;

/** Sends a write that is counted and then refused: 400 for the creation, 404 for the action. */
async function send({ app }: Pick<TestServer, 'app'>, path: string, address = CLIENT): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return app.request(path, { method: 'POST', body: '{}', headers });
}

forEachDatabase((startServer, dialect) => {
  let first: TestServer;
  let others: RunningExchange[];

  beforeEach(() => {
    others = [];
    return async () => {
      for (const other of others) await other.close();
    };
  });

  const setupServer = async (env: Record<string, string>) => {
    first = await startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback', ...env });
  };

  /** Starts another server on the database. */
  async function startAnother(url = new URL(first.config.databaseUrl ?? '')) {
    const lines: string[] = [];
    const log = createLogger('info', { write: line => void lines.push(line) });
    const exchange = await bootstrapExchange({ ...first.config, databaseUrl: url.href }, log, first.now);
    others.push(exchange);
    return { app: createApp(exchange.context), lines };
  }

  const sendTimes = async (count: number, ...args: Parameters<typeof send>) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await send(...args)).status);
    return statuses;
  };
  const listBuckets = () => first.context.db.selectFrom('rate_limits').selectAll().orderBy('key').execute();

  if (dialect === 'sqlite') {
    test('one process counts in memory', async () => {
      await setupServer({ LIMIT_CLAIMS_PER_HOUR: '2', LIMIT_ACTIONS_PER_MINUTE: '1' });
      expect(await sendTimes(3, first, CLAIM_PATH)).toEqual([400, 400, 429]);
      expect(await sendTimes(3, first, ACTION_PATH)).toEqual([404, 404, 429]);
      expect(await listBuckets()).toEqual([]);
    });
    return;
  }

  describe('two processes on one database', () => {
    test('share the limit of creations, whose tokens come back one by one', async () => {
      await setupServer({ LIMIT_CLAIMS_PER_HOUR: '3' });
      const second = await startAnother();
      expect(await sendTimes(2, first, CLAIM_PATH)).toEqual([400, 400]);
      first.advanceClock(600_000);
      expect(await sendTimes(2, second, CLAIM_PATH)).toEqual([400, 429]);
      const refused = await send(first, CLAIM_PATH);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
      expect((await send(first, CLAIM_PATH, '203.0.113.8')).status).toBe(400);
      first.advanceClock(600_000);
      expect(await sendTimes(2, second, CLAIM_PATH)).toEqual([400, 429]);
      expect(await sendTimes(1, first, CLAIM_PATH)).toEqual([429]);
      first.advanceClock(HOUR_MS);
      expect(await sendTimes(2, second, CLAIM_PATH)).toEqual([400, 400]);
      expect(await sendTimes(2, first, CLAIM_PATH)).toEqual([400, 429]);
    });

    test('share the limit of actions, which has two minutes for its burst', async () => {
      await setupServer({ LIMIT_ACTIONS_PER_MINUTE: '2' });
      const second = await startAnother();
      expect(await sendTimes(3, first, ACTION_PATH)).toEqual([404, 404, 404]);
      expect(await sendTimes(2, second, ACTION_PATH)).toEqual([404, 429]);
      const refused = await send(first, ACTION_PATH);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
      first.advanceClock(30_000);
      expect(await sendTimes(2, first, ACTION_PATH)).toEqual([404, 429]);
      first.advanceClock(120_000);
      expect(await sendTimes(5, first, ACTION_PATH)).toEqual([404, 404, 404, 404, 429]);
    });

    test('count a repeated creation in its own budget, whichever answers', async () => {
      await setupServer({ LIMIT_CLAIMS_PER_HOUR: '2' });
      const clients = [first, await startAnother()].map(({ app }) => createInProcessClient(app));
      const body = await clients[0]?.buildClaim('TON', 'SBERRUB');
      const statuses: (number | undefined)[] = [];
      for (let n = 0; n < 8; n++)
        statuses.push((await clients[n % 2]?.postClaim(body, { key: 'repeated-key-1' }))?.status);
      expect(statuses).toEqual(Array(8).fill(201));
      expect(await listBuckets()).toMatchObject([
        // One of two tokens for an hour, and seven of twelve.
        { key: expect.stringMatching(/^claim:/), expire: toMicroseconds(first.now() + HOUR_MS / 2) },
        { key: expect.stringMatching(/^repeat:/), expire: toMicroseconds(first.now() + (7 * HOUR_MS) / 12) },
      ]);
    });
  });

  test('stores a keyed hash of the network, and no address', async () => {
    await setupServer({ LIMIT_CLAIMS_PER_HOUR: '2', LIMIT_ACTIONS_PER_MINUTE: '2' });
    await send(first, CLAIM_PATH, '203.0.113.7');
    await send(first, ACTION_PATH, '2001:db8:1:2::7');
    await send(first, ACTION_PATH, '2001:db8:1:2::8');
    const hash = (network: string) => first.context.keys.hash('rate-limit', network);
    expect(await listBuckets()).toEqual([
      {
        key: `action:${hash('2001:db8:1:2::/64')}`,
        wait: 0n,
        expire: toMicroseconds(first.now() + 60_000),
      },
      { key: `claim:${hash('203.0.113.7')}`, wait: 0n, expire: toMicroseconds(first.now() + HOUR_MS / 2) },
    ]);
    expect(hash('203.0.113.7')).toMatch(/^[\w-]{43}$/);
    expect(hash('203.0.113.7')).not.toBe(first.context.keys.hash('claim-address', '203.0.113.7'));
  });

  test('asks the database once for a request, and not for a client over its limit', async () => {
    await setupServer({ LIMIT_CLAIMS_PER_HOUR: '2' });
    const second = await startAnother();
    const recorder = recordStatements();
    const countStatements = async (server: Pick<TestServer, 'app'>, count: number) => {
      const statements: string[] = [];
      for (let n = 0; n < count; n++) {
        recorder.statements.clear();
        await send(server, CLAIM_PATH);
        statements.push(
          ...[...recorder.statements.keys()].filter(text => /rate_limits|idempotency_keys/.test(text)),
        );
      }
      return statements.length;
    };
    try {
      expect(await countStatements(first, 2)).toBe(2);
      expect(await countStatements(first, 5)).toBe(0);
      // Another process learns of the refusal from the database.
      expect(await countStatements(second, 1)).toBe(1);
      expect(await countStatements(second, 5)).toBe(0);
    } finally {
      recorder.stop();
    }
    expect((await send(first, CLAIM_PATH)).status).toBe(429);
  });

  test('are stored in a table whose writes wait neither for the disk nor for a standby', async () => {
    await setupServer({});
    const { rows } =
      await sql`select relpersistence from pg_class where oid = 'rate_limits'::regclass`.execute(
        first.context.db,
      );
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });

  describe('a database that cannot count', () => {
    test('makes each process count alone, and log it once', async () => {
      await setupServer({ LIMIT_CLAIMS_PER_HOUR: '2' });
      const second = await startAnother();
      await sql`alter table rate_limits rename to renamed`.execute(first.context.db);
      expect(await sendTimes(3, first, CLAIM_PATH)).toEqual([400, 400, 429]);
      expect(await sendTimes(3, second, CLAIM_PATH)).toEqual([400, 400, 429]);
      expect(second.lines.filter(line => line.includes('counted by this process alone'))).toHaveLength(1);
      await sql`alter table renamed rename to rate_limits`.execute(first.context.db);
      await send(second, CLAIM_PATH, '203.0.113.8');
      expect(await listBuckets()).toHaveLength(1);
    });

    test('lets nobody begin anew who has used the limit up', async () => {
      await setupServer({ LIMIT_CLAIMS_PER_HOUR: '2' });
      expect(await sendTimes(2, first, CLAIM_PATH)).toEqual([400, 400]);
      await sql`alter table rate_limits rename to renamed`.execute(first.context.db);
      expect(await sendTimes(1, first, CLAIM_PATH)).toEqual([429]);
      await sql`alter table renamed rename to rate_limits`.execute(first.context.db);
    });

    test('delays a request for a second only', async () => {
      await setupServer({});
      const { app } = await startAnother();
      const client = createInProcessClient(app);
      const body = await client.buildClaim('TON', 'SBERRUB');
      const blocking = new pg.Client({ connectionString: first.config.databaseUrl ?? '' });
      await blocking.connect();
      await blocking.query('begin; lock table rate_limits');
      const began = performance.now();
      const response = await client.postClaim(body);
      const waited = performance.now() - began;
      await blocking.end();
      expect(response.status).toBe(201);
      expect(waited).toBeGreaterThan(900);
      // The statement itself would wait for three seconds.
      expect(waited).toBeLessThan(2_900);
    });

    test('answers a write with 503, and counts again when it is back', async () => {
      await setupServer({ LIMIT_CLAIMS_PER_HOUR: '9' });
      const proxy = await startTcpProxy(new URL(first.config.databaseUrl ?? ''));
      onTestFinished(proxy.stop);
      const { app } = await startAnother(proxy.url);
      const client = createInProcessClient(app);
      const body = await client.buildClaim('TON', 'SBERRUB');
      await proxy.stop();
      const response = await client.postClaim(body);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'database_unavailable' });
      expect((await send({ app }, ACTION_PATH)).status).toBe(503);
      await proxy.start();
      await expect.poll(async () => (await client.postClaim(body)).status).toBe(201);
      await expect.poll(async () => (await listBuckets()).length).toBe(1);
    });
  });
});

/** Forwards connections to the host of a database's URL, except between `stop` and `start`. */
async function startTcpProxy(url: URL) {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    const upstream = connect(Number(url.port || 5432), url.hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {}).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  const start = async (port = 0) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await start();
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  return {
    url: proxied,
    start: () => start(port),
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
