import { execFile, execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createTestServer, type TestServer } from '../../support/testServer.ts';
import { openAccount } from '../accounts/support/accountBrowser.ts';
import { createShopOwner, createShopProgram } from './support/shopClient.ts';

const execFileAsync = promisify(execFile);
const FOLDER = new URL('../../../site/account/shop/snippets/', import.meta.url);
const getPath = (name: string) => fileURLToPath(new URL(name, FOLDER));
const readSnippet = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

function hasPhp(): boolean {
  try {
    execFileSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Sends the request of the PHP snippet where there is no PHP: its path, headers and array are read from the text. */
async function sendPhpRequest({ RAZMEN_ORIGIN, RAZMEN_KEY }: Record<string, string>): Promise<string> {
  const text = readSnippet('createClaim.php');
  const [, path = ''] = /curl_init\(getenv\('RAZMEN_ORIGIN'\) \. '([^']+)'\)/.exec(text) ?? [];
  const [, headerLines = ''] = /CURLOPT_HTTPHEADER => \[([^\]]+)\]/.exec(text) ?? [];
  const headers = [...headerLines.matchAll(/'([\w-]+): ([^']*)'( \. getenv\('RAZMEN_KEY'\))?/g)].map(
    ([, name = '', value = '', key]) => [name, key ? value + RAZMEN_KEY : value] as const,
  );
  const [, array = ''] = /json_encode\(\[([^]+)\]\),\n\]\);/.exec(text) ?? [];
  const body = `{${array}}`
    .replaceAll('=>', ':')
    .replaceAll('[', '{')
    .replaceAll(']', '}')
    .replaceAll("'", '"')
    .replace(/,(\s*})/g, '$1');
  const response = await fetch(`${RAZMEN_ORIGIN}${path}`, {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body: JSON.stringify(JSON.parse(body)),
  });
  expect(response.status).toBe(201);
  return response.text();
}

describe('the snippets that shops copy', () => {
  let testServer: TestServer;
  let server: ReturnType<typeof serve>;
  let env: Record<string, string>;
  let program: ReturnType<typeof createShopProgram>;
  /** Whether the next request is refused for a second. */
  let isBusy = false;
  beforeAll(async () => {
    testServer = await createTestServer(relaxedLimits);
    const { key } = await createShopOwner(await openAccount(testServer)).addKey();
    program = createShopProgram(testServer, key);
    const respond = (request: Request) => {
      if (!isBusy) return testServer.app.fetch(request);
      isBusy = false;
      return new Response('{}', { status: 503, headers: { 'retry-after': '1' } });
    };
    server = serve({ fetch: respond, port: 0, hostname: '127.0.0.1' });
    await new Promise<void>(resolve => server.once('listening', resolve));
    env = { RAZMEN_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, RAZMEN_KEY: key };
  });
  afterAll(async () => {
    await new Promise(resolve => server.close(resolve));
    await testServer.close();
  });
  const run = async (command: string, ...args: string[]) =>
    (await execFileAsync(command, args, { env: { ...childEnvironment, ...env } })).stdout;

  /** The first request is refused: a program repeats it. */
  const runWhileBusy = (command: string, ...args: string[]) => {
    isBusy = true;
    return run(command, ...args);
  };

  test('create the same test claim in curl, Node, PHP and Python; programs repeat a refused request', async () => {
    const outputs = [
      await run('sh', getPath('createClaim.sh')),
      await runWhileBusy(process.execPath, getPath('createClaim.mjs')),
      await (hasPhp() ? runWhileBusy('php', getPath('createClaim.php')) : sendPhpRequest(env)),
      await runWhileBusy('python3', getPath('createClaim.py')),
    ];
    const claims = outputs.map(text => JSON.parse(text) as { id: string; status: string; url: null });
    // All send the same key and body.
    expect(new Set(claims.map(({ id }) => id)).size).toBe(1);
    expect(claims.map(({ status, url }) => [status, url])).toEqual(claims.map(() => ['waiting', null]));
    expect(await program.readClaim(claims[0]?.id ?? '')).toMatchObject({ sub: 'order-1001', mode: 'test' });
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

  test('verify the signature of a webhook in PHP', async () => {
    const text = readSnippet('verifyWebhook.php');
    if (hasPhp()) {
      const input = JSON.stringify(cases.map(([headers, content]) => [headers, content]));
      const code = `${text.replace('<?php', '')}
echo json_encode(array_map(fn($c) => is_genuine($argv[1], $c[0], $c[1]), json_decode($argv[2], true)));`;
      expect(JSON.parse(await run('php', '-r', code, secret, input))).toEqual(
        cases.map(([, , expected]) => expected),
      );
      return;
    }
    // Without PHP: what it signs, and with which key, gives the signature of the library.
    const [, algorithm = '', signed = ''] = /hash_hmac\('(\w+)', "([^"]+)", \$key, true\)/.exec(text) ?? [];
    expect(text).toContain("$key = base64_decode(substr($secret, strlen('whsec_')));");
    expect(text).toContain("$expected = 'v1,' . base64_encode(hash_hmac(");
    const at = new Date();
    const values = { $id: 'msg_1', $timestamp: String(Math.floor(at.getTime() / 1000)), $body: body };
    const content = signed.replace(/\$\w+/g, name => values[name as keyof typeof values]);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(`v1,${createHmac(algorithm, key).update(content).digest('base64')}`).toBe(
      new Webhook(secret).sign('msg_1', at, body),
    );
  });
});
