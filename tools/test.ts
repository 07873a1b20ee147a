import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.ts';
import { childEnvironment } from './childEnvironment.ts';
import { listChromiumSources } from './programs/chromium.ts';
import { listFirefoxSources, listWebkitDriverSources } from './programs/otherEngines.ts';
import { root } from './install.mjs';
import { findMemoryFolder } from './memoryFolder.ts';
import { listPhpSources } from './programs/php.ts';
import { openCluster } from './programs/postgres.ts';
import { resolveProgram } from './programs/programSources.ts';
import { formatResultTable, listFailures, listRetries, parseTestReport, type SuiteResult } from './report.ts';
import { run } from './run.mjs';
import { runSuites, selectSuites, SUITE_TIMEOUT_MS, suites, type Suite } from './suites.ts';

const isCi = Boolean(process.env.CI);
const requested = process.argv.slice(2);
const unknown = requested.filter(name => !suites.some(suite => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `No such suite: ${unknown.join(', ')}. The suites are ${suites.map(suite => suite.name).join(', ')}.`,
  );
  process.exit(1);
}
const selected = selectSuites(requested);

let isInterrupted = false;
const interrupt = () => void (isInterrupted = true);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);

/** Each Playwright project starts a server on its own port, so that they can run at the same time. */
const TEST_PORTS: Readonly<Record<string, string>> = {
  widget: '4310',
  site: '4320',
  layout: '4330',
  account: '4340',
  regtest: '4350',
};

/** The command line of a suite that writes its JSON report to `reportFile`. */
function getCommand({ name, runner }: Suite, reportFile: string): string[] {
  if (runner === 'playwright')
    return ['test', '--project', name, '--reporter=list,json', `--output=test-results/${name}`];
  const project = name === 'element' ? 'element*' : name;
  return ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile=${reportFile}`];
}

/** Runs one suite and prefixes each line of its output with the suite's name. */
async function runSuite(suite: Suite, env: NodeJS.ProcessEnv, reportFolder: string): Promise<SuiteResult> {
  const { name, runner } = suite;
  if (suite.needsChromium && !env.CHROMIUM_PATH)
    return { name, seconds: 0, code: 0, skipReason: 'no Chromium' };
  if (suite.needsPostgres && !env.TEST_DATABASE_URL)
    return { name, seconds: 0, code: 0, skipReason: 'no PostgreSQL' };
  const reportFile = join(reportFolder, `${name}.json`);
  const startedAt = performance.now();
  const prefix = name.padEnd(9);
  const code = await run(
    runner,
    getCommand(suite, reportFile),
    {
      cwd: root,
      env: {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
        ...(TEST_PORTS[name] && { TEST_PORT: env.TEST_PORT ?? TEST_PORTS[name] }),
      },
      shell: process.platform === 'win32',
      timeout: SUITE_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    },
    line => console.log(`${prefix}│ ${line}`),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const counts = existsSync(reportFile)
    ? parseTestReport(JSON.parse(readFileSync(reportFile, 'utf8')))
    : undefined;
  return { name, seconds, code, ...counts };
}

/** Finds or installs the programs that the suites need. `stop` ends the started ones. */
async function prepareMachine(env: NodeJS.ProcessEnv): Promise<{ stop: () => void }> {
  let stop = () => {};
  if (selected.some(suite => suite.needsChromium)) {
    const path = await resolveProgram(listChromiumSources(env), console.log, 'Chromium');
    if (path) env.CHROMIUM_PATH = path;
    else delete env.CHROMIUM_PATH;
    console.log(path ? `Chromium: ${path}` : 'No Chromium: the suites that need one are skipped');
  }
  // An empty path means: searched and not found.
  if (selected.some(suite => suite.needsPhp))
    env.PHP_PATH = (await resolveProgram(listPhpSources(env), console.log, 'PHP')) ?? '';
  if (selected.some(suite => suite.needsOtherEngines)) {
    env.FIREFOX_PATH = (await resolveProgram(listFirefoxSources(env), console.log, 'Firefox')) ?? '';
    env.WEBKIT_DRIVER_PATH =
      (await resolveProgram(listWebkitDriverSources(env), console.log, 'WebKit')) ?? '';
  }
  if (selected.some(suite => suite.needsPostgres) && !env.TEST_DATABASE_URL) {
    const cluster = await openCluster();
    if ('url' in cluster) {
      env.TEST_DATABASE_URL = cluster.url;
      stop = cluster.stop;
    } else console.log(`No PostgreSQL: ${cluster.reason}`);
  }
  return { stop };
}

async function main(): Promise<number> {
  const startedAt = performance.now();
  const memoryFolder = findMemoryFolder();
  if (memoryFolder) process.env.TMPDIR ??= memoryFolder;
  // Shares a cache of compiled code: the suites start hundreds of processes with the same modules.
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_COMPILE_CACHE: childEnvironment.NODE_COMPILE_CACHE };
  const reportFolder = mkdtempSync(join(tmpdir(), 'razmen-reports-'));
  let results: SuiteResult[] = [];
  const machine = await prepareMachine(env);
  try {
    if (selected.some(suite => suite.needsBuild)) await buildAll();
    results = await runSuites(
      selected,
      suite => runSuite(suite, env, reportFolder),
      () => isInterrupted,
    );
  } finally {
    machine.stop();
    rmSync(reportFolder, { recursive: true, force: true });
  }
  console.log(`\n${formatResultTable(results, (performance.now() - startedAt) / 1000)}`);
  for (const line of listRetries(results)) console.log(line);
  if (isInterrupted) return 130;
  const failures = listFailures(results, isCi);
  for (const line of failures) console.error(line);
  return failures.length > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
