import { describe, expect, test } from 'vitest';
import { createWebhookSender } from '#server/partners/webhooks/sendWebhook.ts';
import { checkWebhookTarget, isPublicAddress } from '#server/partners/webhooks/webhookTarget.ts';
import { openWebhookReceiver } from './support/webhookReceiver.ts';

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:93.184.216.34',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ].map(address => [address, false] as const),
] as const)('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('the address of a webhook', () => {
  const check = async (url: string, addresses: string[] | null = ['93.184.216.34'], allowPrivate = false) => {
    const resolve = async () => addresses ?? Promise.reject(new Error('unknown'));
    const result = await checkWebhookTarget(url, { resolve, allowPrivate });
    return result.ok ? result.target.addresses : result.code;
  };

  test.each([
    ['https://shop.example/hook', ['93.184.216.34']],
    ['https://shop.example:8443/hook', ['93.184.216.34']],
    ['https://[2606:2800:220:1:248:1893:25c8:1946]/', ['2606:2800:220:1:248:1893:25c8:1946']],
    ['http://shop.example/', 'webhook_https'],
    ['ftp://shop.example/', 'webhook_url'],
    ['shop.example', 'webhook_url'],
    ['https://user:secret@shop.example/', 'webhook_credentials'],
    ['https://shop.example:22/', 'webhook_port'],
    ['https://127.0.0.1/', 'webhook_private'],
    ['https://2130706433/', 'webhook_private'],
    ['https://0x7f.1/', 'webhook_private'],
    ['https://[::ffff:7f00:1]/', 'webhook_private'],
    ['https://[::1]/', 'webhook_private'],
  ])('%s → %s', async (url, expected) => {
    expect(await check(url)).toEqual(expected);
  });

  test('is refused if any address of its host is private, or there is none', async () => {
    expect(await check('https://shop.example/', ['93.184.216.34', '10.0.0.1'])).toBe('webhook_private');
    expect(await check('https://shop.example/', null)).toBe('webhook_unresolved');
    expect(await check('http://127.0.0.1:9999/', [], true)).toEqual(['127.0.0.1']);
  });
});

describe('sending', () => {
  const request = { headers: {}, body: '{}' };
  const never = new AbortController().signal;

  test('connects to the address that was checked, and resolves the host once', async () => {
    await using receiver = await openWebhookReceiver();
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const send = createWebhookSender({ resolve: async () => answers.shift() ?? [], allowPrivate: true });
    const url = receiver.url.replace('127.0.0.1', 'shop.example');
    expect(await send({ ...request, url }, never)).toEqual({ responseCode: 204, error: null });
    expect(receiver.received[0]?.headers.host).toMatch(/^shop\.example:/);
    expect(answers).toHaveLength(1);
  });

  test('refuses a host that has become private since it was saved', async () => {
    await using receiver = await openWebhookReceiver();
    const send = createWebhookSender({ resolve: async () => ['127.0.0.1'], allowPrivate: false });
    const url = receiver.url.replace('http://127.0.0.1', 'https://shop.example');
    expect(await send({ ...request, url }, never)).toEqual({ responseCode: null, error: 'webhook_private' });
    const mapped = createWebhookSender({ resolve: async () => ['::ffff:127.0.0.1'], allowPrivate: false });
    expect(await mapped({ ...request, url }, never)).toEqual({
      responseCode: null,
      error: 'webhook_private',
    });
    expect(receiver.received).toEqual([]);
  });

  test('follows no redirect, reads little of a long response, and reports a refused connection', async () => {
    await using receiver = await openWebhookReceiver();
    await using secret = await openWebhookReceiver();
    const send = createWebhookSender({ resolve: async () => [], allowPrivate: true });
    receiver.respond = response => void response.writeHead(302, { location: secret.url }).end();
    expect(await send({ ...request, url: receiver.url }, never)).toEqual({ responseCode: 302, error: null });
    expect(secret.received).toEqual([]);
    const closed = Promise.withResolvers<void>();
    receiver.respond = response => {
      response.on('close', closed.resolve);
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        response.once('drain', write);
      };
      write();
    };
    expect(await send({ ...request, url: receiver.url }, never)).toEqual({ responseCode: 200, error: null });
    await closed.promise;
    // A switch of protocols is an answer as well.
    receiver.respond = ({ socket }) =>
      void socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    expect(await send({ ...request, url: receiver.url }, never)).toEqual({ responseCode: 101, error: null });
    const aborted = new AbortController();
    receiver.respond = () => aborted.abort();
    expect((await send({ ...request, url: receiver.url }, aborted.signal)).responseCode).toBeNull();
    const { url } = secret;
    await secret[Symbol.asyncDispose]();
    expect(await send({ ...request, url }, never)).toEqual({ responseCode: null, error: 'ECONNREFUSED' });
  });
});
