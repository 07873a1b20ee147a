import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../tools/install.mjs';
import { run } from '../../tools/run.mjs';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

test.for([
  ['the exit code of the command', 'process.exit(7)', 7],
  ['0', '', 0],
  ['128 + 9 after SIGKILL', "process.kill(process.pid, 'SIGKILL')", 137],
] as const)('returns %s', async ([, script, code]) => {
  expect(await run(process.execPath, ['-e', script])).toBe(code);
});

test('rejects for a missing command', async () => {
  await expect(run('/no/such/command', [])).rejects.toThrow('ENOENT');
});

test('returns although a process that the command left behind keeps its output open', async () => {
  const lines: string[] = [];
  const script = `
    const options = { detached: true, stdio: 'inherit' };
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], options);
    child.unref();
    console.log(child.pid);`;
  expect(await run(process.execPath, ['-e', script], {}, line => lines.push(line))).toBe(0);
  expect(lines).toHaveLength(1);
  process.kill(Number(lines[0]), 'SIGKILL');
});

test.for(['SIGINT', 'SIGTERM'] as const)(
  'forwards %s once and waits until the command ends',
  async signal => {
    const path = createTemporaryFolder({
      'child.mjs': `
      let count = 0;
      process.on('${signal}', () => { count++; setTimeout(() => { console.log('stopped ' + count); process.exit(3); }, 1000); });
      setInterval(() => {}, 1000);
      console.log('ready ' + process.pid);`,
      'parent.mjs': `
      import { run } from ${JSON.stringify(join(root, 'tools/run.mjs'))};
      process.exitCode = await run(process.execPath, [${JSON.stringify('child.mjs')}], { cwd: import.meta.dirname });`,
    });
    const parent = spawn(process.execPath, ['parent.mjs'], {
      cwd: path,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const parentEnd = once(parent, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface({ input: parent.stdout })) {
      lines.push(line);
      const pid = Number(/^ready (\d+)$/.exec(line)?.[1]);
      if (!pid) continue;
      onTestFinished(() => killIfRunning(pid));
      parent.kill(signal);
      // npm forwards the signal that the terminal has already sent.
      setTimeout(() => parent.kill(signal), 100);
    }
    expect(lines).toEqual([expect.stringMatching(/^ready \d+$/), 'stopped 1']);
    expect(await parentEnd).toEqual([3, null]);
  },
);

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
