import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '#tools/programs/findFreePort.ts';

const execFileAsync = promisify(execFile);
const EXAMPLE_CONF = fileURLToPath(new URL('../../../../deploy/nginx.conf', import.meta.url));

const ACCESS_LOG_NAME = 'access.log';
const ERROR_LOG_NAME = 'error.log';

/** A response through a proxy. */
export interface ProxyResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A request to a proxy. `from` is the client's loopback address. */
export interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  from?: string;
}

/** nginx with deploy/nginx.conf in front of two processes. */
export interface NginxProcess {
  send: (path: string, request?: ProxyRequest) => Promise<ProxyResponse>;
  /** Sends a request without TLS. */
  sendPlain: (path: string) => Promise<ProxyResponse>;
  /** Both logs, with the defaults of Debian's nginx.conf. */
  readLogs: () => string;
  stop: () => Promise<void>;
}

/** Starts `binary` in front of these origins. Only paths and ports differ from deploy/. Files are in `folder`. */
export async function startNginx(
  binary: string,
  folder: string,
  origins: readonly [string, string],
): Promise<NginxProcess> {
  const [key, cert] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const name = ['-subj', '/CN=exchange.example', '-addext', 'subjectAltName=DNS:exchange.example'];
  await execFileAsync('openssl', [
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
  const [tls, plain] = [await findFreePort(), await findFreePort()];
  let site = readFileSync(EXAMPLE_CONF, 'utf8').replaceAll(/ *listen \[::\]:\d+.*\n/g, '');
  for (const [original, replacement] of [
    ['127.0.0.1:3000', new URL(origins[0]).host],
    ['127.0.0.1:3001', new URL(origins[1]).host],
    ['/etc/letsencrypt/live/exchange.example', folder],
    ['/var/cache/nginx/razmen', join(folder, 'cache')],
    ['listen 443 ssl', `listen 127.0.0.1:${tls} ssl`],
    ['listen 80', `listen 127.0.0.1:${plain}`],
  ] as const) {
    if (!site.includes(original)) throw new Error(`deploy/nginx.conf has no ${original}`);
    site = site.replaceAll(original, replacement);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const configPath = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    configPath,
    `${user} daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, ERROR_LOG_NAME)} warn; events {}
http { access_log ${join(folder, ACCESS_LOG_NAME)}; ${temporary.join(' ')}
${site}
}`,
  );
  // The compiled-in log path can be missing.
  const nginxOptions = ['-e', 'stderr', '-p', folder, '-c', configPath];
  await execFileAsync(binary, ['-t', ...nginxOptions]);
  const child: ChildProcess = spawn(binary, nginxOptions, { stdio: 'ignore' });
  const ca = readFileSync(cert);

  function send(path: string, { method = 'GET', headers = {}, body, from = '127.0.0.1' }: ProxyRequest = {}) {
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
    return readResponse(request(options), body);
  }

  const deadline = performance.now() + 10_000;
  for (;;) {
    const response = await send('/healthz').catch(() => null);
    if (response) break;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('nginx did not start');
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return {
    send,
    sendPlain: path =>
      readResponse(
        plainRequest({ host: '127.0.0.1', port: plain, path, headers: { host: 'exchange.example' } }),
      ),
    readLogs: () =>
      [ACCESS_LOG_NAME, ERROR_LOG_NAME].map(name => readFileSync(join(folder, name), 'utf8')).join('\n'),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
  };
}

/** Sends a request with its body, and reads the response. */
export function readResponse(
  call: ReturnType<typeof request>,
  body?: string | Uint8Array,
): Promise<ProxyResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ProxyResponse>();
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
