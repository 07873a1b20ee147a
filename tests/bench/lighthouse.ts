import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { buildAll } from '#tools/build.ts';
import { launch } from '#tools/browser.ts';
import * as exchanges from './exchange.ts';

// `npm run lighthouse [path …]`: Lighthouse's mobile scores of the pages that people come to first.

/** Score out of 100 that a page must reach. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof LEAST;
const categories = Object.keys(LEAST) as Category[];

/** Times vary with what else the machine does: the best of so many runs is the page's. */
const RUNS = 3;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Scores of one page out of 100, and what took points away. */
interface Scores {
  points: Record<Category, number>;
  lost: string[];
}

async function once(address: string, port: number): Promise<Scores> {
  const result = await lighthouse(address, { port, onlyCategories: [...categories], logLevel: 'error' });
  if (!result || result.lhr.runtimeError) throw new Error(`${address}: ${result?.lhr.runtimeError?.message}`);
  const { lhr } = result;
  const point = (name: Category) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const refs = categories
    .filter(name => point(name) < LEAST[name])
    .flatMap(name => lhr.categories[name]?.auditRefs ?? []);
  const audits = refs.filter(ref => ref.weight > 0).map(ref => lhr.audits[ref.id]);
  const lost = audits.flatMap(audit =>
    audit?.score != null && audit.score < 0.9 ? [`${audit.id} ${audit.displayValue ?? ''}`.trim()] : [],
  );
  const points = Object.fromEntries(categories.map(name => [name, point(name)])) as Record<Category, number>;
  return { points, lost };
}

const reached = ({ points }: Scores) => categories.every(name => points[name] >= LEAST[name]);

async function best(address: string, port: number): Promise<Scores> {
  let found = await once(address, port);
  for (let run = 1; run < RUNS && !reached(found); run++) {
    const next = await once(address, port);
    if (next.points.performance >= found.points.performance) found = next;
  }
  return found;
}

async function main(paths: readonly string[]): Promise<number> {
  await buildAll();
  const exchange = await exchanges.open();
  const port = await freePort();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  let failed = 0;
  try {
    console.log(`| page | ${categories.join(' | ')} |\n| --- |${' --: |'.repeat(categories.length)}`);
    for (const path of paths) {
      const scores = await best(exchange.origin + path, port);
      console.log(`| ${path} | ${categories.map(name => scores.points[name]).join(' | ')} |`);
      if (reached(scores)) continue;
      failed++;
      console.error(`${path} lost points by ${scores.lost.join(', ')}`);
    }
  } finally {
    await browser.close();
    await exchange.close();
  }
  return failed > 0 ? 1 : 0;
}

const asked = process.argv.slice(2);
process.exitCode = await main(asked.length > 0 ? asked : ['/', '/news', '/faq', '/reserves']);
