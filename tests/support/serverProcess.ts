import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '#tools/childEnvironment.ts';

const execFileAsync = promisify(execFile);
const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** A real server process on a port of its own; `kill` is kill -9, `stop` asks it to end. */
export interface ServerProcess {
  origin: string;
  /** Starts it, from another checkout's folder if one is given, and waits until it answers. Throws its output when it ends. */
  start: (folder?: string) => Promise<void>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  /** `npm run operator -- …` beside it: what it printed; rejects when it refuses. */
  runOperator: (...args: string[]) => Promise<string>;
}

/** How long a start may take before it counts as hung, milliseconds. */
const START_TIMEOUT_MS = 60_000;

/** `node server/main.ts` with this environment, not started yet. */
export async function createServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();
  async function signalAndWait(signal: NodeJS.Signals) {
    child?.kill(signal);
    await ended;
  }
  return {
    origin,
    async start(folder = repositoryRoot) {
      let output = '';
      const newChild = spawn(process.execPath, ['server/main.ts'], {
        cwd: folder,
        env: { ...childEnvironment, HOST: '127.0.0.1', OPERATOR: 'manual', PORT: String(port), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = newChild;
      for (const stream of [newChild.stdout, newChild.stderr])
        stream.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-4000)));
      let isAlive = true;
      ended = new Promise(resolve => {
        newChild.once('exit', () => {
          isAlive = false;
          resolve();
        });
      });
      const deadline = performance.now() + START_TIMEOUT_MS;
      while (!(await isHealthy(origin))) {
        if (!isAlive || performance.now() > deadline) throw new Error(`the server did not start:\n${output}`);
        await new Promise(resolve => setTimeout(resolve, 15));
      }
    },
    kill: () => signalAndWait('SIGKILL'),
    stop: () => signalAndWait('SIGTERM'),
    async runOperator(...args) {
      const all = { ...childEnvironment, OPERATOR: 'manual', PORT: String(port), ...env };
      return (
        await execFileAsync(process.execPath, ['server/operator.ts', ...args], {
          cwd: repositoryRoot,
          env: all,
        })
      ).stdout;
    },
  };
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** A port of this machine that nobody listens on now. */
export function findFreePort(): Promise<number> {
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
