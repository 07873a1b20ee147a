import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environment } from '#tools/child.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** A real server process on a port of its own; `kill` is kill -9, `stop` asks it to end. */
export interface Spawned {
  origin: string;
  /** Starts it, from another checkout's folder if one is given, and waits until it answers. Throws its output when it ends. */
  start: (folder?: string) => Promise<void>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  /** `npm run operator -- …` beside it: what it printed; rejects when it refuses. */
  operate: (...args: string[]) => Promise<string>;
}

/** How long a start may take before it counts as hung, milliseconds. */
const PATIENCE = 60_000;

/** `node server/main.ts` with this environment, not started yet. */
export async function spawned(env: Record<string, string>): Promise<Spawned> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();
  async function end(signal: NodeJS.Signals) {
    child?.kill(signal);
    await ended;
  }
  return {
    origin,
    async start(folder = root) {
      let output = '';
      const started = spawn(process.execPath, ['server/main.ts'], {
        cwd: folder,
        env: { ...environment, HOST: '127.0.0.1', OPERATOR: 'manual', PORT: String(port), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-4000)));
      let alive = true;
      ended = new Promise(resolve => {
        started.once('exit', () => {
          alive = false;
          resolve();
        });
      });
      const deadline = performance.now() + PATIENCE;
      while (!(await answers(origin))) {
        if (!alive || performance.now() > deadline) throw new Error(`the server did not start:\n${output}`);
        await new Promise(resolve => setTimeout(resolve, 15));
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async operate(...args) {
      const all = { ...environment, OPERATOR: 'manual', PORT: String(port), ...env };
      return (await run(process.execPath, ['server/operator.ts', ...args], { cwd: root, env: all })).stdout;
    },
  };
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** A port of this machine that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
