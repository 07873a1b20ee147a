import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildAll } from '#tools/build.ts';
import { root } from '#tools/install.mjs';
import { buildBareForm } from './bare/build.ts';
import { startLineBench } from './line/lineBench.ts';
import { calculateMedian, findMissedGoals, formatTable } from './report.ts';
import type { Goal, RecordValues, Series } from './report.ts';

// `npm run bench [rounds]`: measures pages over a slow line, and a bare React form on the same line.

const [rounds = '7'] = process.argv.slice(2);

const seriesByName = new Map<string, Series & { values: number[] }>();
const recordValues: RecordValues = (name, unit, ...newValues) => {
  const series = seriesByName.get(name) ?? { name, unit, values: [] };
  seriesByName.set(name, series);
  series.values.push(...newValues.filter(value => value !== null));
};
const medianOf = (name: string) => calculateMedian(seriesByName.get(name)?.values ?? []);

/** A goal for a median relative to the bare form's. */
const limitRatio = (page: string, event: string, limit: number, baseline = event): Goal => ({
  name: `${page} ÷ bare form, ${event}`,
  value: medianOf(`${page}: ${event}`) / medianOf(`bare form: ${baseline}`),
  limit,
});

// Why these ratios: decisions/speed-goals.md.
const evaluateGoals = (): Goal[] => [
  limitRatio('home page', 'form usable', 0.62),
  limitRatio('home page', 'input painted', 0.65, 'form usable'),
  limitRatio("partner's page", 'form usable', 1.04),
  limitRatio('pair in the address', 'form usable', 0.93),
  limitRatio("partner's page", 'keystroke', 1.05),
  { name: 'long tasks of the home page, ms', value: medianOf('home page: long tasks'), limit: 120 },
  { name: "heap of a partner's page, MB", value: medianOf("partner's page: heap") / 1e6, limit: 4 },
];

async function main(): Promise<number> {
  await buildAll();
  const bench = await startLineBench(await buildBareForm());
  try {
    for (let round = 1; round <= Number(rounds); round++) {
      console.log(`Round ${round} of ${rounds}`);
      await bench.measureRound(recordValues);
    }
  } finally {
    await bench.close();
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
  const failures = findMissedGoals(results);
  for (const line of failures) console.error(`Missed: ${line}`);
  return failures.length > 0 ? 1 : 0;
}

process.exitCode = await main();
