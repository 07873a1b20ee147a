import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { attributeTask } from './attribute.ts';
import { listPageTask } from './listPage.ts';
import type { SampleEdit, SampleTask } from './sampleTask.ts';
import { statisticsFigureTask } from './statisticsFigure.ts';
import { webhookEventTask } from './webhookEvent.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Rejects with what the program has printed. */
const run = (file: string, args: readonly string[], cwd: string) =>
  promisify(execFile)(file, args, { cwd }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${file}: ${error.stdout}${error.stderr}`);
  });

const tasks = [attributeTask, listPageTask, statisticsFigureTask, webhookEventTask];

/** Files that the task touches, without documents. */
const countFiles = ({ edits }: SampleTask) =>
  new Set(edits.map(({ file }) => file).filter(file => !file.endsWith('.md'))).size;

function applyEdit(folder: string, { file, before, text }: SampleEdit): void {
  const path = join(folder, file);
  if (before === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, text, { flag: 'wx' });
  }
  const parts = readFileSync(path, 'utf8').split(before);
  expect([file, before, parts.length]).toEqual([file, before, 2]);
  writeFileSync(path, parts.join(text + before));
}

/** Starts the server of the changed repository on a new database, and prints what the tasks have added. */
const PRINT_ADDITIONS = `
import { createApp } from '#server/app.ts';
import { bootstrapExchange } from '#server/bootstrap.ts';
import { parseConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/logger.ts';
import { formatAttributeTable } from '#widget/attributeTexts.ts';

const config = parseConfig({ SEED: 'start', OPERATOR: 'manual', DATA_DIR: process.argv[2] });
const running = await bootstrapExchange(config, createLogger('error', { write() {} }), Date.now);
const { paths } = await (await createApp(running.context).request('/api/openapi.json')).json();
const { days } = await running.context.db
  .selectFrom('referral_days')
  .select(eb => eb.fn.sum('voided').as('days'))
  .executeTakeFirstOrThrow();
await running.close();
const json = text => JSON.stringify(paths[text].get.responses[200].content ?? null);
console.log(JSON.stringify({
  days,
  list: paths['/api/v1/users/me/shop/days/'].get.summary,
  hasFigure: json('/api/v1/users/me/shop/statistics/').includes('"Accruals taken back"'),
  hasEvent: json('/api/v1/users/me/shop/webhooks/').includes('"withdrawal.created"'),
  hasAttribute: formatAttributeTable().includes('label'),
}));
`;

test.for(tasks.map(task => [task.name, task] as const))('%s touches few files', ([name, task]) => {
  const count = countFiles(task);
  console.log(`${name}: ${count} of ${task.maxFiles} files`);
  expect(count).toBeGreaterThan(1);
  expect(count).toBeLessThanOrEqual(task.maxFiles);
});

test(
  'the program with all of them passes the type check, runs and is documented',
  { timeout: 240_000 },
  async () => {
    const folder = join(createTemporaryFolder(), 'repository');
    const skipped = new Set(['.git', 'dist', 'node_modules', 'test-results']);
    cpSync(root, folder, { recursive: true, filter: path => !skipped.has(relative(root, path)) });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    for (const { edits } of tasks) for (const edit of edits) applyEdit(folder, edit);
    const bin = (name: string) => join(root, 'node_modules/.bin', name);
    writeFileSync(join(folder, 'printAdditions.ts'), PRINT_ADDITIONS);
    const { stdout } = await run(process.execPath, ['printAdditions.ts', createTemporaryFolder()], folder);
    expect(JSON.parse(stdout)).toEqual({
      days: null,
      list: 'List the days with clicks',
      hasFigure: true,
      hasEvent: true,
      hasAttribute: true,
    });
    rmSync(join(folder, 'printAdditions.ts'));
    // Without the tests, whose rows and tables a newcomer adds with the tests of the task.
    const program = {
      extends: './tsconfig.json',
      include: ['core', 'package/*.ts', 'server', 'site', 'widget'],
    };
    writeFileSync(join(folder, 'tsconfig.program.json'), JSON.stringify(program));
    await run(bin('tsc'), ['--noEmit', '--project', 'tsconfig.program.json'], folder);
    await run(
      bin('vitest'),
      ['run', '--project', 'tools', 'tests/tools/documents.test.ts', 'tests/tools/partners.test.ts'],
      folder,
    );
  },
);
