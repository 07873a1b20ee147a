import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { environment } from './child.ts';
import { resolve, ways } from './chromium.ts';
import { firefoxWays, webkitWays } from './engines.ts';
import { root } from './install.mjs';
import { openCluster } from './postgres.ts';
import { counts, table, verdict, type Outcome } from './report.ts';
import { run } from './run.mjs';

type Suite = {
  name: string;
  runner: 'vitest' | 'playwright';
  browser?: true;
  engines?: true;
  database?: true;
  built?: true;
};

/** Every suite, in order: the quick ones first. */
const suites: readonly Suite[] = [
  { name: 'core', runner: 'vitest' },
  { name: 'tools', runner: 'vitest' },
  { name: 'hooks', runner: 'vitest' },
  { name: 'server', runner: 'vitest', database: true, built: true },
  { name: 'package', runner: 'vitest', browser: true, built: true },
  { name: 'element', runner: 'vitest', browser: true },
  { name: 'engines', runner: 'vitest', engines: true, built: true },
  { name: 'widget', runner: 'playwright', browser: true, built: true },
  { name: 'site', runner: 'playwright', browser: true, built: true },
];

const ci = Boolean(process.env.CI);
const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !suites.some(suite => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `No such suite: ${unknown.join(', ')}. The suites are ${suites.map(suite => suite.name).join(', ')}.`,
  );
  process.exit(1);
}
const chosen = suites
  .filter(suite => wanted.length === 0 || wanted.includes(suite.name))
  .filter(suite => existsSync(join(root, 'tests', suite.name)));

let interrupted = false;
const interrupt = () => void (interrupted = true);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);

/** Runs one suite and reads its counts from the runner's own report. */
async function perform({ name, runner }: Suite, env: NodeJS.ProcessEnv, reports: string): Promise<Outcome> {
  const report = join(reports, `${name}.json`);
  const began = performance.now();
  const args =
    runner === 'vitest'
      ? [
          'run',
          '--project',
          name === 'element' ? 'element*' : name,
          '--reporter=default',
          '--reporter=json',
          `--outputFile=${report}`,
        ]
      : ['test', '--project', name, '--reporter=list,json'];
  console.log(`\n── ${name} ──`);
  const code = await run(runner, args, {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    shell: process.platform === 'win32',
  });
  const seconds = (performance.now() - began) / 1000;
  const counted = existsSync(report) ? counts(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  return { name, seconds, code, ...counted };
}

async function main(): Promise<number> {
  // Node keeps what it has compiled: the suites start hundreds of processes of the same code.
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE };
  const outcomes: Outcome[] = [];
  const reports = mkdtempSync(join(tmpdir(), 'razmen-reports-'));
  let stop = () => {};
  try {
    if (chosen.some(suite => suite.browser)) {
      const path = await resolve(ways(env), console.log);
      if (path) env.CHROMIUM_PATH = path;
      else delete env.CHROMIUM_PATH;
      console.log(path ? `Chromium: ${path}` : 'No Chromium: the suites that need one are skipped');
    }
    if (chosen.some(suite => suite.engines)) {
      // Empty: looked for and not found.
      env.FIREFOX_PATH = (await resolve(firefoxWays(env), console.log, 'Firefox')) ?? '';
      env.WEBKIT_DRIVER_PATH = (await resolve(webkitWays(env), console.log, 'WebKit')) ?? '';
    }
    if (chosen.some(suite => suite.database) && !env.TEST_DATABASE_URL) {
      const cluster = await openCluster();
      if ('url' in cluster) {
        env.TEST_DATABASE_URL = cluster.url;
        stop = cluster.stop;
      } else console.log(`PostgreSQL suites skipped: ${cluster.reason}`);
    }
    if (chosen.some(suite => suite.built)) await buildAll();
    for (const suite of chosen) {
      if (interrupted) break;
      const skipped = suite.browser && !env.CHROMIUM_PATH ? 'no Chromium' : undefined;
      outcomes.push(
        skipped
          ? { name: suite.name, seconds: 0, code: 0, reason: skipped }
          : await perform(suite, env, reports),
      );
    }
  } finally {
    stop();
    rmSync(reports, { recursive: true, force: true });
  }
  console.log(`\n${table(outcomes)}`);
  if (interrupted) return 130;
  const failures = verdict(outcomes, ci);
  for (const line of failures) console.error(line);
  return failures.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
