import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { buildAll } from '#tools/build.ts';
import { root } from '#tools/install.mjs';
import { bare } from './bare/build.ts';
import * as exchanges from './exchange.ts';
import exceptions from './exceptions.json' with { type: 'json' };
import * as hosts from './host.ts';
import { median, missed, table, type Goal, type Series } from './report.ts';
import * as stages from './stage.ts';

// `npm run bench [rounds]`: the widget beside a bare React form and a page without scripts, in turns, in one run.

const [rounds = '7'] = process.argv.slice(2);
const KEYS = 24;

const values = new Map<string, Series & { values: number[] }>();
function note(name: string, unit: Series['unit'], ...more: (number | null)[]) {
  const series = values.get(name) ?? { name, unit, values: [] };
  values.set(name, series);
  series.values.push(...more.filter(value => value !== null));
}
const middle = (name: string) => median(values.get(name)?.values ?? []);

async function measure(exchange: string, host: string, stage: stages.Stage) {
  for (let round = 1; round <= Number(rounds); round++) {
    console.log(`Round ${round} of ${rounds}`);
    const pair = '?cur_from=USDTTRC20&cur_to=SBERRUB';
    const ours = await stage.load(`${host}/ours`);
    const form = await stage.load(`${host}/bare`);
    const plain = await stage.load(`${host}/plain`, false);
    const home = await stage.load(`${exchange}/${pair}`);
    const still = await stage.load(`${exchange}/${pair}`, false);
    note("partner's page: form usable", 'ms', ours.usable);
    note('bare React form: usable', 'ms', form.usable);
    note('static HTML form: painted', 'ms', plain.painted);
    note('home page: form usable', 'ms', home.usable);
    note('home page without scripts: form painted', 'ms', still.painted);
    note("partner's page: long tasks", 'ms', ours.long);
    note('bare React form: long tasks', 'ms', form.long);
    note('home page: long tasks', 'ms', home.long);
    note("partner's page: heap", 'MB', ours.heap);
    note('bare React form: heap', 'MB', form.heap);
    note('home page: heap', 'MB', home.heap);
    const below = await stage.below(`${host}/below`, exchange);
    note('below the fold: bytes before scrolling', 'kB', below.bytes);
    note('below the fold: usable after scrolling', 'ms', below.after);
    note('keystroke, widget', 'ms', ...(await stage.keys(`${host}/ours`, KEYS)));
    note('keystroke, bare React form', 'ms', ...(await stage.keys(`${host}/bare`, KEYS)));
  }
}

function goals(): Goal[] {
  const ratio = (name: string, one: string, other: string, limit: number) => ({
    name,
    value: middle(one) / middle(other),
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
    { name: "heap of a partner's page, MB", value: middle("partner's page: heap") / 1e6, limit: 4 },
  ];
}

async function main(): Promise<number> {
  await buildAll();
  const exchange = await exchanges.open();
  const ends: (() => unknown)[] = [exchange.close];
  try {
    const host = await hosts.open(exchange.origin, await bare());
    ends.unshift(host.close);
    const stage = await stages.open();
    ends.unshift(stage.close);
    await measure(exchange.origin, host.origin, stage);
  } finally {
    for (const end of ends) await end();
  }
  const reached = goals();
  const [processor] = cpus();
  const machine = `${processor?.model ?? '?'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const lines = reached.map(({ name, value, limit }) => `${name}: ${value.toFixed(2)} (goal ${limit})`);
  console.log(`\n${machine}\n\n${table([...values.values()])}\n\n${lines.join('\n')}`);
  const file = join(root, 'dist/bench.json');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(
    file,
    JSON.stringify({ at: new Date().toISOString(), machine, goals: reached, series: [...values.values()] }),
  );
  console.log(`\nWritten to ${file}`);
  const failures = missed(reached, exceptions, new Date().toISOString().slice(0, 10));
  for (const line of failures) console.error(`Missed: ${line}`);
  return failures.length > 0 ? 1 : 0;
}

process.exitCode = await main();
