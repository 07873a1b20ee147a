import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildAll } from '#tools/build.ts';
import { root } from '#tools/install.mjs';
import { buildBareForm } from './bare/build.ts';
import { startBenchExchange } from './benchExchange.ts';
import exceptions from './exceptions.json' with { type: 'json' };
import { startHostServer } from './hostServer.ts';
import { startLineBench, type LineBench } from './line/lineBench.ts';
import { calculateMedian, findMissedGoals, formatTable } from './report.ts';
import type { Goal, RecordValues, Series } from './report.ts';
import { launchBenchBrowser } from './benchBrowser.ts';
import type { BenchBrowser } from './benchBrowser.ts';

// `npm run bench [rounds]`: measures the widget, a bare React form and a page without scripts in alternation: with the
// browser's throttling, then over real connections.

const [rounds = '7'] = process.argv.slice(2);
const KEYSTROKES = 24;

const seriesByName = new Map<string, Series & { values: number[] }>();
const recordValues: RecordValues = (name, unit, ...newValues) => {
  const series = seriesByName.get(name) ?? { name, unit, values: [] };
  seriesByName.set(name, series);
  series.values.push(...newValues.filter(value => value !== null));
};
const medianOf = (name: string) => calculateMedian(seriesByName.get(name)?.values ?? []);

async function measureRounds(exchange: string, host: string, browser: BenchBrowser, line: LineBench) {
  for (let round = 1; round <= Number(rounds); round++) {
    console.log(`Round ${round} of ${rounds}`);
    const pair = '?cur_from=USDTTRC20&cur_to=SBERRUB';
    const widgetVisit = await browser.measureLoad(`${host}/widget`);
    const bareFormVisit = await browser.measureLoad(`${host}/bare`);
    const staticVisit = await browser.measureLoad(`${host}/plain`, false);
    const homeVisit = await browser.measureLoad(`${exchange}/${pair}`);
    const scriptlessVisit = await browser.measureLoad(`${exchange}/${pair}`, false);
    recordValues("partner's page: form usable", 'ms', widgetVisit.usableAt);
    recordValues('bare React form: usable', 'ms', bareFormVisit.usableAt);
    recordValues('static HTML form: painted', 'ms', staticVisit.paintedAt);
    recordValues('home page: form usable', 'ms', homeVisit.usableAt);
    recordValues('home page without scripts: form painted', 'ms', scriptlessVisit.paintedAt);
    recordValues("partner's page: long tasks", 'ms', widgetVisit.longTasksMs);
    recordValues('bare React form: long tasks', 'ms', bareFormVisit.longTasksMs);
    recordValues('home page: long tasks', 'ms', homeVisit.longTasksMs);
    recordValues("partner's page: heap", 'MB', widgetVisit.heap);
    recordValues('bare React form: heap', 'MB', bareFormVisit.heap);
    recordValues('home page: heap', 'MB', homeVisit.heap);
    const belowFold = await browser.measureBelowFold(`${host}/below`, exchange);
    recordValues('below the fold: bytes before scrolling', 'kB', belowFold.bytes);
    recordValues('below the fold: usable after scrolling', 'ms', belowFold.after);
    recordValues(
      'keystroke, widget',
      'ms',
      ...(await browser.measureKeystrokes(`${host}/widget`, KEYSTROKES)),
    );
    recordValues(
      'keystroke, bare React form',
      'ms',
      ...(await browser.measureKeystrokes(`${host}/bare`, KEYSTROKES)),
    );
    await line.measureRound(recordValues);
  }
}

function evaluateGoals(): Goal[] {
  const ratio = (name: string, numerator: string, denominator: string, limit: number) => ({
    name,
    value: medianOf(numerator) / medianOf(denominator),
    limit,
  });
  return [
    ratio(
      'home ÷ home without scripts',
      'home page: form usable',
      'home page without scripts: form painted',
      1.25,
    ),
    ratio("partner's page ÷ bare form", "partner's page: form usable", 'bare React form: usable', 0.75),
    ratio('keystroke ÷ bare form', 'keystroke, widget', 'keystroke, bare React form', 1.1),
    { name: "heap of a partner's page, MB", value: medianOf("partner's page: heap") / 1e6, limit: 4 },
  ];
}

async function main(): Promise<number> {
  await buildAll();
  const exchange = await startBenchExchange();
  const cleanups: (() => unknown)[] = [exchange.close];
  try {
    const bareFormScript = await buildBareForm();
    const host = await startHostServer(exchange.origin, bareFormScript);
    cleanups.unshift(host.close);
    const browser = await launchBenchBrowser();
    cleanups.unshift(browser.close);
    const line = await startLineBench(bareFormScript);
    cleanups.unshift(line.close);
    await measureRounds(exchange.origin, host.origin, browser, line);
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
  const results = evaluateGoals();
  const [processor] = cpus();
  const machine = `${processor?.model ?? '?'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const lines = results.map(({ name, value, limit }) => `${name}: ${value.toFixed(2)} (goal ${limit})`);
  console.log(`\n${machine}\n\n${formatTable([...seriesByName.values()])}\n\n${lines.join('\n')}`);
  const file = join(root, 'dist/bench.json');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify({
      at: new Date().toISOString(),
      machine,
      goals: results,
      series: [...seriesByName.values()],
    }),
  );
  console.log(`\nWritten to ${file}`);
  const failures = findMissedGoals(results, exceptions, new Date().toISOString().slice(0, 10));
  for (const line of failures) console.error(`Missed: ${line}`);
  return failures.length > 0 ? 1 : 0;
}

process.exitCode = await main();
