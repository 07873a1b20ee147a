import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOperatorCommand } from '#server/runOperatorCommand.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createServerProcess, type ServerProcess } from '../../../support/serverProcess.ts';
import { startCaddy } from './caddyProcess.ts';
import { startNginx, type ProxyResponse } from './nginxProcess.ts';

/** The origin of deploy/, which visitors use. */
export const DEPLOYED_ORIGIN = 'https://exchange.example';

/** A server behind the proxy of deploy/. */
export interface DeployedExchange {
  /** Sends a request to the public origin, from a loopback address of the client. */
  send: (path: string, init?: RequestInit, from?: string) => Promise<Response>;
  server: ServerProcess;
  /** Runs the operator's command with the server's environment. Throws its error. */
  runOperator: (...args: string[]) => Promise<void>;
  dataDir: string;
  close: () => Promise<void>;
}

/** A proxy of deploy/ with the path of its program. */
export interface DeployedProxy {
  kind: 'nginx' | 'Caddy';
  binary: string;
}

/** Starts a server with this environment behind a proxy with its configuration of deploy/. */
export async function startDeployedExchange(
  env: Record<string, string>,
  { kind, binary }: DeployedProxy,
): Promise<DeployedExchange> {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-deployed-'));
  const dataDir = join(folder, 'data');
  const server = await createServerProcess({ ...env, DATA_DIR: dataDir });
  // The second server is missing, as where only one is enabled.
  const origins = [server.origin, `http://127.0.0.1:${await findFreePort()}`] as const;
  await server.start();
  mkdirSync(join(folder, 'proxy'));
  const startProxy = kind === 'nginx' ? startNginx : startCaddy;
  const proxy = await startProxy(binary, join(folder, 'proxy'), origins);
  const send: DeployedExchange['send'] = async (path, init = {}, from = '127.0.0.1') => {
    const sent = new Request(DEPLOYED_ORIGIN + path, { ...init, method: init.method ?? 'GET' });
    // A browser sets these; Request drops them.
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...Object.fromEntries(sent.headers) };
    const body = new Uint8Array(await sent.arrayBuffer());
    const response = await proxy.send(path, {
      method: sent.method,
      headers,
      from,
      ...(body.length > 0 && { body }),
    });
    return toResponse(response);
  };
  return {
    send,
    server,
    async runOperator(...args) {
      const { ok, text } = await runOperatorCommand(args, { ...env, DATA_DIR: dataDir });
      if (!ok) throw new Error(text);
    },
    dataDir,
    async close() {
      await proxy.stop();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toResponse({ status, headers, body }: ProxyResponse): Response {
  const all = new Headers();
  for (const [name, value = ''] of Object.entries(headers))
    for (const part of Array.isArray(value) ? value : [value]) all.append(name, part);
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers: all });
}
