import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { findPhp } from '#tools/programs/php.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

const execFileAsync = promisify(execFile);
const FOLDER = new URL('../../../site/account/shop/snippets/', import.meta.url);
const getPath = (name: string) => fileURLToPath(new URL(name, FOLDER));
const readSnippet = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

/** A response in place of the server's. */
type Substitute = (outgoing: ServerResponse) => Response;

const php = findPhp(process.env);

describe('the snippets that shops copy', () => {
  let testServer: TestServer;
  let server: ReturnType<typeof serve>;
  let origin = '';
  let env: Record<string, string>;
  let program: ReturnType<typeof createShopProgram>;
  /** Responses to the next requests of a program in place of the server's, by the first segment of its address. */
  const substitutes = new Map<string, Substitute[]>();
  const requests: string[] = [];
  beforeAll(async () => {
    testServer = await createTestServer(relaxedLimits);
    const { key } = await createShopOwner(await openAccount(testServer)).addKey();
    program = createShopProgram(testServer, key);
    const respond = async (request: Request, { outgoing }: HttpBindings | Http2Bindings) => {
      const url = new URL(request.url);
      const [, name = '', ...path] = url.pathname.split('/');
      requests.push(`${name} ${request.headers.get('idempotency-key')} ${await request.clone().text()}`);
      const substitute = substitutes.get(name)?.shift();
      if (substitute && outgoing instanceof ServerResponse) return substitute(outgoing);
      return testServer.app.fetch(new Request(new URL(path.join('/'), url.origin), request));
    };
    server = serve({ fetch: respond, port: 0, hostname: '127.0.0.1' });
    await new Promise<void>(resolve => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    env = { RAZMEN_KEY: key };
  });
  afterAll(async () => {
    await new Promise(resolve => server.close(resolve));
    await testServer.close();
  });
  const run = async (command: string, ...args: string[]) =>
    (await execFileAsync(command, args, { env: { ...childEnvironment, ...env } })).stdout;

  const programs: [name: string, command: string, file: string][] = [
    ['curl', 'sh', 'createClaim.sh'],
    ['node', process.execPath, 'createClaim.mjs'],
    ['python', 'python3', 'createClaim.py'],
    ...(php ? ([['php', php, 'createClaim.php']] satisfies [string, string, string][]) : []),
  ];
  /** Runs a program against the server, which gives it `responses` first. Each run has an address of its own. */
  let runs = 0;
  const create = async ([name, command, file]: (typeof programs)[number], ...responses: Substitute[]) => {
    const place = `${name}${++runs}`;
    substitutes.set(place, responses);
    const { stdout } = await execFileAsync(command, [getPath(file)], {
      env: { ...childEnvironment, ...env, RAZMEN_ORIGIN: `${origin}/${place}` },
    }).catch((error: { stderr: string }) => ({ stdout: `failed: ${error.stderr}` }));
    return { stdout, requests: requests.filter(text => text.startsWith(`${place} `)) };
  };
  const refuse =
    (status: number, retryAfter = '1'): Substitute =>
    () =>
      new Response('{"code":"refused"}', { status, headers: { 'retry-after': retryAfter } });
  /** A response whose connection breaks before the end of its body. */
  const cutOff: Substitute = outgoing => {
    outgoing.writeHead(201, { 'content-length': '1000' });
    outgoing.write('{"id":', () => outgoing.destroy());
    return RESPONSE_ALREADY_SENT;
  };

  test('create the same test claim in curl, Node, Python and PHP', async () => {
    const results = await Promise.all(programs.map(each => create(each)));
    const claims = results.map(
      ({ stdout }) => JSON.parse(stdout) as { id: string; status: string; url: null },
    );
    // All send the same key and body.
    expect(new Set(claims.map(({ id }) => id)).size).toBe(1);
    expect(claims.map(({ status, url }) => [status, url])).toEqual(claims.map(() => ['waiting', null]));
    expect(await program.readClaim(claims[0]?.id ?? '')).toMatchObject({ sub: 'order-1001', mode: 'test' });
  });

  test('repeat a request without a whole answer with its key, and no refused one', async () => {
    const [, ...loops] = programs;
    const repeated = await Promise.all(loops.map(each => create(each, refuse(503), cutOff)));
    for (const { stdout, requests: sent } of repeated) {
      expect(JSON.parse(stdout)).toMatchObject({ status: 'waiting' });
      expect(sent).toHaveLength(3);
      expect(new Set(sent).size).toBe(1);
    }
    // A refusal, and a wait that is longer than a visitor's.
    for (const [status, retryAfter] of [
      [409, '1'],
      [429, '1800'],
    ] as const) {
      const refused = await Promise.all(loops.map(each => create(each, refuse(status, retryAfter))));
      for (const { stdout, requests: sent } of refused) {
        expect(stdout).toMatch(new RegExp(`^failed: [^]*${status}`));
        expect(sent).toHaveLength(1);
      }
    }
  });

  test('give up after four requests', async () => {
    const [, ...loops] = programs;
    const always = Array.from({ length: 5 }, () => refuse(429));
    for (const { stdout, requests: sent } of await Promise.all(loops.map(each => create(each, ...always)))) {
      expect(stdout).toMatch(/^failed: [^]*429/);
      expect(sent).toHaveLength(4);
    }
  });

  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = JSON.stringify({ type: 'claim.status', data: { claim: { sub: 'заказ-1' } } });
  const sign = (text: string, at = new Date()) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    // After a rotation there are two.
    'webhook-signature': `v1,${btoa('x'.repeat(32))} ${new Webhook(secret).sign('msg_1', at, text)}`,
  });
  const cases = [
    [sign(body), body, true],
    [sign(body), `${body} `, false],
    [{ ...sign(body), 'webhook-id': 'msg_2' }, body, false],
    [sign(body, new Date(Date.now() - 301_000)), body, false],
    [{ ...sign(body), 'webhook-timestamp': 'now' }, body, false],
    [{ ...sign(body), 'webhook-signature': 'v1,подпись' }, body, false],
    [{}, body, false],
  ] as const;

  test('verify the signature of a webhook in Node', async () => {
    const { isGenuine } = (await import(getPath('verifyWebhook.mjs'))) as {
      isGenuine: (secret: string, headers: object, body: string) => boolean;
    };
    expect(cases.map(([headers, text]) => isGenuine(secret, headers, text))).toEqual(
      cases.map(([, , expected]) => expected),
    );
  });

  test('verify the signature of a webhook in Python', async () => {
    const input = JSON.stringify(cases.map(([headers, text]) => [headers, text]));
    const code = `${readSnippet('verifyWebhook.py')}
import json, sys
print(json.dumps([is_genuine(sys.argv[1], headers, text.encode()) for headers, text in json.loads(sys.argv[2])]))`;
    expect(JSON.parse(await run('python3', '-c', code, secret, input))).toEqual(
      cases.map(([, , expected]) => expected),
    );
  });

  test.skipIf(!php)('verify the signature of a webhook in PHP', async () => {
    const input = JSON.stringify(cases.map(([headers, content]) => [headers, content]));
    const code = `${readSnippet('verifyWebhook.php').replace('<?php', '')}
echo json_encode(array_map(fn($c) => is_genuine($argv[1], $c[0], $c[1]), json_decode($argv[2], true)));`;
    expect(JSON.parse(await run(php ?? '', '-r', code, secret, input))).toEqual(
      cases.map(([, , expected]) => expected),
    );
  });
});
