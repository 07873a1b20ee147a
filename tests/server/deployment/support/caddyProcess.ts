import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { readResponse, type ProxyRequest, type ProxyResponse } from './nginxProcess.ts';

const EXAMPLE_FILE = fileURLToPath(new URL('../../../../deploy/Caddyfile', import.meta.url));

/** Caddy with deploy/Caddyfile. */
export interface CaddyProcess {
  /** Sends a request without TLS. */
  send: (path: string, request?: ProxyRequest) => Promise<ProxyResponse>;
  stop: () => Promise<void>;
}

/** Environment that keeps Caddy's files in a folder. */
export const createCaddyEnvironment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
});

/** Starts `binary` in front of these origins. Only ports and, because a test has no certificate, TLS differ from deploy/. */
export async function startCaddy(
  binary: string,
  folder: string,
  origins: readonly [string, string],
): Promise<CaddyProcess> {
  const port = await findFreePort();
  const path = join(folder, 'Caddyfile');
  const text = readFileSync(EXAMPLE_FILE, 'utf8')
    .replace(
      /^exchange\.example \{/m,
      `{\n\tadmin off\n}\nhttp://exchange.example:${port} {\n\tbind 127.0.0.1`,
    )
    .replace('127.0.0.1:3000', new URL(origins[0]).host)
    .replace('127.0.0.1:3001', new URL(origins[1]).host);
  writeFileSync(path, text);
  const child = spawn(binary, ['run', '--config', path, '--adapter', 'caddyfile'], {
    env: createCaddyEnvironment(folder),
    stdio: 'ignore',
  });
  const deadline = performance.now() + 30_000;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('Caddy did not start');
    await setTimeout(20);
  }
  return {
    send: (path, { method = 'GET', headers = {}, body, from = '127.0.0.1' } = {}) => {
      const length = body && { 'content-length': Buffer.byteLength(body) };
      const options = { host: '127.0.0.1', port, path, method, localAddress: from, agent: false };
      const call = request({
        ...options,
        headers: { host: `exchange.example:${port}`, ...headers, ...length },
      });
      return readResponse(call, body);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
