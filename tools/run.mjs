import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

/** Signals of a requested end: Ctrl-C, a supervisor, a closed terminal. */
const END_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** How long output may still come after a command has ended, milliseconds: a process that it left behind keeps it open. */
const OUTPUT_END_TIMEOUT_MS = 5_000;

/** How often a process checks whether its parent still exists, milliseconds. */
const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Ends this process with SIGTERM when its parent has ended: a SIGKILL of npm does not reach this process. The timer
 * does not keep the process alive. On Windows a process keeps its parent's id, so nothing happens there.
 */
export function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}

/**
 * Runs a command to its end and returns its exit code (128 + n after signal n). Passes each end signal on once and waits.
 * With `onLine`, the lines of its output go there instead of to the terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {(line: string) => void} [onLine]
 * @returns {Promise<number>}
 */
export async function run(command, args, options = {}, onLine) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const forwarded = new Set();
  /** @param {NodeJS.Signals} signal */
  const forward = signal => {
    // npm forwards a Ctrl-C that the terminal has already sent. A second signal stops the server immediately.
    if (!forwarded.has(signal)) child?.kill(signal);
    forwarded.add(signal);
  };
  // Before the start: a signal that comes in between would end this process alone and leave the child running.
  for (const signal of END_SIGNALS) process.on(signal, forward);
  try {
    // In its own process group: otherwise the terminal sends Ctrl-C to the child as well, which would get it twice.
    const detached = process.platform !== 'win32';
    const output = onLine ? 'pipe' : 'inherit';
    child = spawn(command, args, { stdio: ['ignore', output, output], detached, ...options });
    return await waitForEnd(child, onLine);
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, forward);
  }
}

/**
 * Waits until a command and its output have ended, and returns its exit code.
 * @param {import('node:child_process').ChildProcess} child
 * @param {(line: string) => void} [onLine]
 * @returns {Promise<number>}
 */
function waitForEnd(child, onLine) {
  const streams = onLine ? [child.stdout, child.stderr] : [];
  for (const stream of streams) if (stream && onLine) createInterface({ input: stream }).on('line', onLine);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const result = code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
      if (!onLine) return resolve(result);
      const timer = setTimeout(() => {
        for (const stream of streams) stream?.destroy();
      }, OUTPUT_END_TIMEOUT_MS);
      // 'close' comes after the last line of output, 'exit' may come before.
      child.once('close', () => {
        clearTimeout(timer);
        resolve(result);
      });
    });
  });
}
