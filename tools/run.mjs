import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** The signals that a person or a supervisor ends us with. */
const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** How often a process looks whether its parent is still there, milliseconds. */
const PARENT_CHECK_INTERVAL_MS = 500;

/**
 * Ends this process by SIGTERM once its parent is gone: a SIGKILL sent to npm reaches npm alone. The timer keeps no
 * process alive. On Windows a process keeps its parent's id, so nothing happens there.
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
 * Runs a command to its end and answers its exit code (128 + n after signal n).
 * An ending signal sent to us is passed on once and waited for.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export async function run(command, args, options = {}) {
  // A group of its own: Ctrl-C in a terminal reaches the whole group, and with ours forwarded would arrive twice.
  const detached = process.platform !== 'win32';
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached, ...options });
  const sent = new Set();
  /** @param {NodeJS.Signals} signal */
  const forward = signal => {
    // npm repeats a Ctrl-C that the terminal has sent us already; a server may take the second as "at once".
    if (!sent.has(signal)) child.kill(signal);
    sent.add(signal);
  };
  for (const signal of endings) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
    });
  } finally {
    for (const signal of endings) process.off(signal, forward);
  }
}
