import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/install.mjs';
import { run } from '../../tools/run.mjs';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

test.for([
  ['its own code', 'process.exit(7)', 7],
  ['0', '', 0],
  ['128 + 9 when it was killed', "process.kill(process.pid, 'SIGKILL')", 137],
] as const)('a command answers %s', async ([, script, code]) => {
  expect(await run(process.execPath, ['-e', script])).toBe(code);
});

test('a command that does not exist is an error', async () => {
  await expect(run('/no/such/command', [])).rejects.toThrow('ENOENT');
});

test.for(['SIGINT', 'SIGTERM'] as const)(
  '%s reaches the command once, which may still finish its work',
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
        // npm repeats the terminal's signal.
        setTimeout(() => parent.kill(signal), 100);
      }
    }
    if (parent.exitCode === null) await once(parent, 'exit');
    expect(output).toBe('ready\nstopped 1\n');
    expect(parent.exitCode).toBe(3);
  },
);
