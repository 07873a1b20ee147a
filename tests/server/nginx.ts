import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './spawned.ts';

const run = promisify(execFile);
const example = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url));

/** An answer through nginx. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What is asked of it: by whom (an address of this machine's loopback net), what else. */
export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  from?: string;
}

/** nginx with deploy/nginx.conf before two processes. */
export interface Nginx {
  ask: (path: string, asking?: Asking) => Promise<Answer>;
  /** The same without TLS. */
  plain: (path: string) => Promise<Answer>;
  stop: () => Promise<void>;
}

/** Starts `binary` before these two origins, everything of its own in `folder`; as in deploy/ but for places and ports. */
export async function nginx(
  binary: string,
  folder: string,
  origins: readonly [string, string],
): Promise<Nginx> {
  const [key, cert] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const name = ['-subj', '/CN=exchange.example', '-addext', 'subjectAltName=DNS:exchange.example'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...name,
  ]);
  const [tls, plain] = [await freePort(), await freePort()];
  let site = readFileSync(example, 'utf8').replaceAll(/ *listen \[::\]:\d+.*\n/g, '');
  for (const [given, own] of [
    ['127.0.0.1:3000', new URL(origins[0]).host],
    ['127.0.0.1:3001', new URL(origins[1]).host],
    ['/etc/letsencrypt/live/exchange.example', folder],
    ['/var/cache/nginx/razmen', join(folder, 'cache')],
    ['listen 443 ssl', `listen 127.0.0.1:${tls} ssl`],
    ['listen 80', `listen 127.0.0.1:${plain}`],
  ] as const) {
    if (!site.includes(given)) throw new Error(`deploy/nginx.conf has no ${given}`);
    site = site.replaceAll(given, own);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const whole = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    whole,
    `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr warn; events {}
http { access_log off; ${temporary.join(' ')}
${site}
}`,
  );
  // Its own place for a log may not be there.
  const own = ['-e', 'stderr', '-p', folder, '-c', whole];
  await run(binary, ['-t', ...own]);
  const child: ChildProcess = spawn(binary, own, { stdio: 'ignore' });
  const ca = readFileSync(cert);

  function ask(path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Asking = {}) {
    const options: RequestOptions = {
      host: '127.0.0.1',
      port: tls,
      path,
      method,
      localAddress: from,
      ca,
      servername: 'exchange.example',
      agent: false,
      headers: {
        host: 'exchange.example',
        ...headers,
        ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
      },
    };
    return answered(request(options), body);
  }

  const deadline = performance.now() + 10_000;
  for (;;) {
    const up = await ask('/healthz').catch(() => null);
    if (up) break;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('nginx did not start');
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return {
    ask,
    plain: path =>
      answered(plainRequest({ host: '127.0.0.1', port: plain, path, headers: { host: 'exchange.example' } })),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
  };
}

function answered(call: ReturnType<typeof request>, body?: string | Uint8Array): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  call.on('error', reject).on('response', response => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
    );
  });
  call.end(body);
  return promise;
}
