import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '#tools/childEnvironment.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';

const execFileAsync = promisify(execFile);
const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** A real server process on a free port. `kill` sends SIGKILL; `stop` shuts it down gracefully. */
export interface ServerProcess {
  origin: string;
  /** Starts the server, from another checkout if given, and waits for a response. Throws the output if it exits. */
  start: (folder?: string) => Promise<void>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  /** Runs `npm run operator -- …` on the same database and returns its output. Rejects if the command fails. */
  runOperator: (...args: string[]) => Promise<string>;
  /** The end of what the server has printed since its last start. */
  readOutput: () => string;
  /** The largest resident memory since the start, in MB of 1024 × 1024 bytes. Linux only. */
  readPeakMemory: () => number;
}

/** Longest output that is kept, characters. */
const MAX_OUTPUT_LENGTH = 100_000;

/** Start timeout in milliseconds. */
const START_TIMEOUT_MS = 60_000;

/** Prepares `node server/main.ts` with this environment without starting it. */
export async function createServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  let ended = Promise.resolve();
  async function signalAndWait(signal: NodeJS.Signals) {
    child?.kill(signal);
    await ended;
  }
  return {
    origin,
    async start(folder = repositoryRoot) {
      output = '';
      const newChild = spawn(process.execPath, ['server/main.ts'], {
        cwd: folder,
        env: {
          ...childEnvironment,
          HOST: '127.0.0.1',
          OPERATOR: 'manual',
          SEED: 'start',
          PORT: String(port),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = newChild;
      for (const stream of [newChild.stdout, newChild.stderr])
        stream.on('data', (data: Buffer) => {
          output += data.toString();
          // Not for each line: cutting copies the text.
          if (output.length > 2 * MAX_OUTPUT_LENGTH) output = output.slice(-MAX_OUTPUT_LENGTH);
        });
      let isAlive = true;
      ended = new Promise(resolve => {
        newChild.once('exit', () => {
          isAlive = false;
          resolve();
        });
      });
      const deadline = performance.now() + START_TIMEOUT_MS;
      while (!(await isHealthy(origin))) {
        if (!isAlive || performance.now() > deadline)
          throw new Error(`the server did not start:\n${output.slice(-4000)}`);
        await new Promise(resolve => setTimeout(resolve, 15));
      }
    },
    kill: () => signalAndWait('SIGKILL'),
    stop: () => signalAndWait('SIGTERM'),
    readOutput: () => output,
    readPeakMemory() {
      const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    },
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
