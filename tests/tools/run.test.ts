import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

test.for(['SIGINT', 'SIGTERM'] as const)(
  'forwards %s once and waits until the command ends',
  async signal => {
    const path = createTemporaryFolder({
      'child.mjs': `
      let count = 0;
      process.on('${signal}', () => { count++; setTimeout(() => { console.log('stopped ' + count); process.exit(3); }, 300); });
      setInterval(() => {}, 1000);
      console.log('ready');`,
      'parent.mjs': `
      import { run } from ${JSON.stringify(join(root, 'tools/run.mjs'))};
      process.exitCode = await run(process.execPath, [${JSON.stringify('child.mjs')}], { cwd: import.meta.dirname });`,
    });
    const parent = spawn(process.execPath, ['parent.mjs'], {
      cwd: path,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of parent.stdout) {
      const before = output;
      output += String(chunk);
      if (!before.includes('ready') && output.includes('ready')) {
        parent.kill(signal);
        // npm forwards the signal that the terminal has already sent.
        setTimeout(() => parent.kill(signal), 100);
      }
    }
    if (parent.exitCode === null) await once(parent, 'exit');
    expect(output).toBe('ready\nstopped 1\n');
    expect(parent.exitCode).toBe(3);
  },
);
