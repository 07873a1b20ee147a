import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDebianCommand } from '../../../tools/programs/debianCommand.ts';
import { createClaimClient } from '../../support/claimClient.ts';
import { startNginx, type NginxProcess } from './support/nginxProcess.ts';
import { createImage } from '../../support/sampleFiles.ts';
import { createServerProcess, type ServerProcess } from '../../support/serverProcess.ts';
import { createPostgresSchema, type TestDatabase } from '../../support/postgresSchema.ts';

const nginxCommand = await findDebianCommand('nginx');
const skipReason = 'reason' in nginxCommand ? nginxCommand.reason : null;

if (skipReason !== null && process.env.CI)
  test('nginx in front of two processes', () => {
    expect.fail(skipReason);
  });

describe.skipIf(skipReason !== null)('deploy/nginx.conf in front of two processes on one PostgreSQL', () => {
  let folder = '';
  let database: TestDatabase;
  let processes: [ServerProcess, ServerProcess];
  let proxy: NginxProcess;
  beforeAll(async () => {
    if ('reason' in nginxCommand) throw new Error(nginxCommand.reason);
    folder = mkdtempSync(join(tmpdir(), 'razmen-nginx-'));
    database = await createPostgresSchema();
    const env = {
      ...database.env,
      SEED: 'start',
      RATE_DRIFT: 'off',
      PUBLIC_ORIGIN: 'https://exchange.example',
      TRUST_PROXY: 'loopback',
      DATA_DIR: join(folder, 'data'),
      LIMIT_CALCULATOR_PER_MINUTE: '100000',
      LIMIT_CLAIMS_PER_HOUR: '3',
    };
    processes = [await createServerProcess(env), await createServerProcess(env)];
    await Promise.all(processes.map(serverProcess => serverProcess.start()));
    proxy = await startNginx(nginxCommand.path, folder, [processes[0].origin, processes[1].origin]);
  }, 120_000);
  afterAll(async () => {
    await proxy?.stop();
    for (const serverProcess of processes ?? []) await serverProcess.kill();
    await database?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A client at this address that sends its requests through nginx. */
  const createClientAt = (from: string) =>
    createClaimClient(async (path, init = {}) => {
      const sent = new Request('https://exchange.example', { ...init, method: init.method ?? 'GET' });
      const body = new Uint8Array(await sent.arrayBuffer());
      const headers = Object.fromEntries(sent.headers);
      const { status, body: text } = await proxy.send(path, {
        method: sent.method,
        headers,
        from,
        ...(body.length > 0 ? { body } : {}),
      });
      return new Response(text.length > 0 ? new Uint8Array(text) : null, { status });
    });

  test('a claim created through one process is visible in both', async () => {
    const client = createClientAt('127.0.0.10');
    const claim = await client.createClaim(await client.buildClaim('LTC', 'TBRUB'), { key: randomUUID() });
    for (const { origin } of processes) {
      const direct = createClaimClient((path, init) => fetch(origin + path, init));
      const status = await direct.fetchClaim(claim.id, 'status', claim.secret);
      expect(await status.json()).toMatchObject({ number: claim.number, status: 'waiting' });
    }
    const photo = await createImage('png', { width: 1800, height: 1300 });
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'чек.png');
    expect(photo.length).toBeGreaterThan(1024 * 1024);
    expect((await client.postStep(claim.id, 'bill', claim.secret, { body })).status).toBe(201);
    const [, second] = processes;
    const otherClient = createClaimClient((path, init) => fetch(second.origin + path, init));
    expect((await otherClient.fetchClaim(claim.id, 'cancel', claim.secret)).status).toBe(200);
    expect(await (await client.fetchClaim(claim.id, 'status', claim.secret)).json()).toMatchObject({
      status: 'cancelled',
    });
  });

  test('the client’s address cannot be forged', async () => {
    const attemptClaims = async (from: string, headers: Record<string, string> = {}) => {
      const statuses: number[] = [];
      // Both processes count together: three in all.
      for (let turn = 0; turn < 5; turn++) {
        const json = { 'content-type': 'application/json', ...headers };
        const { status } = await proxy.send('/api/v1/claim/', {
          method: 'POST',
          headers: json,
          body: '{}',
          from,
        });
        statuses.push(status);
      }
      return statuses;
    };
    const used = await attemptClaims('127.0.0.20');
    expect(used.filter(status => status === 400)).toHaveLength(3);
    expect(used.filter(status => status === 429)).toHaveLength(2);
    expect(new Set(await attemptClaims('127.0.0.20', { 'x-forwarded-for': '203.0.113.7' }))).toEqual(
      new Set([429]),
    );
    expect((await attemptClaims('127.0.0.21')).slice(0, 3)).toEqual(Array(3).fill(400));
  });

  test('refuses an oversized body and redirects http to https', async () => {
    const body = new Uint8Array(10 * 1024 * 1024);
    const large = await proxy.send('/api/v2/verify/upload/', { method: 'POST', body }).catch(() => null);
    // nginx may close the connection before it has read the body.
    if (large) expect(large.status).toBe(413);
    const redirect = await proxy.sendPlain('/faq?a=1');
    expect([redirect.status, redirect.headers.location]).toEqual([301, 'https://exchange.example/faq?a=1']);
  });

  test('pages keep their policy, and the cache separates the encodings of a widget build', async () => {
    const page = await proxy.send('/');
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const loader = (await proxy.send('/widget/exchange-widget.js')).body.toString();
    const [path = ''] = /[\w-]{8}\/element[\w-]*\.js/.exec(loader) ?? [];
    expect(path).not.toBe('');
    const encodings = ['br', 'identity', 'br', 'gzip', 'identity'];
    const responses = [];
    for (const encoding of encodings)
      responses.push(await proxy.send(`/widget/${path}`, { headers: { 'accept-encoding': encoding } }));
    expect(responses.map(({ status }) => status)).toEqual(encodings.map(() => 200));
    for (const [at, { headers }] of responses.entries())
      expect([undefined, encodings[at]]).toContain(headers['content-encoding']);
    expect(responses[1]?.headers['content-encoding']).toBeUndefined();
    expect(responses[1]?.body.equals(responses[4]?.body ?? Buffer.alloc(0))).toBe(true);
  });

  test('fails over when one process is killed', async () => {
    await processes[0].kill();
    const client = createClientAt('127.0.0.30');
    const statuses = [];
    for (let turn = 0; turn < 20; turn++)
      statuses.push((await proxy.send('/healthz', { from: '127.0.0.30' })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const claim = await client.createClaim(await client.buildClaim('LTC', 'TBRUB'), { key: randomUUID() });
    await processes[0].start();
    const direct = createClaimClient((path, init) => fetch(processes[0].origin + path, init));
    expect((await direct.fetchClaim(claim.id, 'status', claim.secret)).status).toBe(200);
  });

  test('repeats a creation with a key when its process dies, and no other POST', async () => {
    await Promise.all(processes.map(serverProcess => serverProcess.stop()));
    const [dying, running] = processes;
    // In place of a process: it accepts requests and closes their connections.
    let cutCount = 0;
    const closing = createServer(socket =>
      socket.once('data', () => {
        cutCount++;
        socket.destroy();
      }),
    );
    closing.listen(Number(new URL(dying.origin).port), '127.0.0.1');
    await once(closing, 'listening');
    await running.start();
    const client = createClientAt('127.0.0.20');
    // A card has no address that another claim's amount could occupy.
    const body = await client.buildClaim('SBERRUB', 'LTC');
    /** Sends claims until nginx has tried the closing process, which it avoids for two seconds after each failure. */
    const sendUntilCut = async (createOptions: () => { key?: string }, network: number) => {
      cutCount = 0;
      for (let number = 1; number < 60; number++) {
        const response = await createClientAt(`127.0.${network}.${number}`).postClaim(body, createOptions());
        if (cutCount > 0) return response.status;
        await new Promise(resolve => setTimeout(resolve, 200));
      }
      return 0;
    };
    expect(await sendUntilCut(() => ({ key: randomUUID() }), 3)).toBe(201);
    expect(await sendUntilCut(() => ({}), 4)).toBe(502);
    closing.close();
    await dying.start();
  });

  test('serves a cached widget build while no process runs', async () => {
    const loader = (await proxy.send('/widget/exchange-widget.js')).body.toString();
    const [path = ''] = /[\w-]{8}\/element[\w-]*\.js/.exec(loader) ?? [];
    const before = await proxy.send(`/widget/${path}`);
    for (const serverProcess of processes) await serverProcess.kill();
    const after = await proxy.send(`/widget/${path}`);
    expect([after.status, after.body.equals(before.body)]).toEqual([200, true]);
    expect((await proxy.send('/healthz')).status).toBe(502);
  });

  test('logs no token of an e-mail, also of a request that fails', async () => {
    for (const serverProcess of processes) await serverProcess.kill();
    for (const path of [
      'users/activate/secret-1/',
      'users/restore/secret-2/',
      'users/stop/secret-3/',
      'unsubscribe/news/secret-4/',
      'users/restore/',
      'users/reactivate/',
    ]) {
      const response = await proxy.send(`/api/v1/${path}`, { method: 'POST' });
      expect(response.status, path).toBe(502);
    }
    // Both logs have their last request.
    await expect.poll(() => proxy.readLogs().match(/POST \/api\/v1\/users\/reactivate\//g)).toHaveLength(2);
    expect(proxy.readLogs()).toContain('POST /api/v1/users/restore/ ');
    expect(proxy.readLogs()).not.toContain('secret-');
  });
});
