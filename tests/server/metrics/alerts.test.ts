import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createLogger } from '#server/platform/logger.ts';
import { createMetrics } from '#server/operator/metrics/metrics.ts';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { createServerProcess } from '../../support/serverProcess.ts';
import { createTestServer } from '../../support/testServer.ts';
import { scrapeMetrics } from './scrapeMetrics.ts';

const readDeployFile = (name: string) =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

/** The format of Prometheus' rule files, as far as ours uses it. */
const RuleFile = v.strictObject({
  groups: v.array(
    v.strictObject({
      name: v.pipe(v.string(), v.regex(/^razmen-[a-z]+$/)),
      rules: v.array(
        v.strictObject({
          alert: v.pipe(v.string(), v.regex(/^Razmen[A-Z][A-Za-z]+$/)),
          expr: v.pipe(v.string(), v.nonEmpty()),
          for: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d*[smh]$/))),
          labels: v.strictObject({ severity: v.picklist(['critical', 'warning']) }),
          annotations: v.strictObject({
            summary: v.pipe(v.string(), v.maxLength(100)),
            description: v.pipe(v.string(), v.minLength(40)),
          }),
        }),
      ),
    }),
  ),
});

const { groups } = v.parse(RuleFile, parse(readDeployFile('prometheus/razmen-alerts.yml')));
const alerts = groups.flatMap(({ rules }) => rules);

/** Labels that Prometheus adds, and that of the buckets. */
const COMMON_LABELS = ['job', 'instance', 'le'];

/** An expression without the texts in its quotation marks. */
const withoutTexts = (expr: string) => expr.replaceAll(/"[^"]*"/g, '""');

/** Names of metrics in an expression: what is neither a function, nor a keyword, nor a label, nor a number. */
function listMetricNames(expr: string): string[] {
  const text = withoutTexts(expr)
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|on) \([^)]*\)/g, ' ')
    .replaceAll(/\boffset \w+/g, ' ');
  const names = [...text.matchAll(/(?<![\w.])[a-z_]\w*(?!\w*\s*\()/g)].map(([name]) => name);
  return names.filter(name => !['or', 'and', 'unless', 'by', 'on'].includes(name));
}

/** Labels in the selectors and in the groupings of an expression. */
function listLabels(expr: string): { selected: string[]; grouped: string[] } {
  const text = withoutTexts(expr);
  const selectors = [...text.matchAll(/\{([^}]*)\}/g)].map(([, labels = '']) => labels);
  const groupings = [...text.matchAll(/\bby \(([^)]*)\)/g)].map(([, labels = '']) => labels);
  return {
    selected: selectors.flatMap(labels => [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, name = '']) => name)),
    grouped: groupings.flatMap(labels => labels.split(',').map(name => name.trim())),
  };
}

interface DescribedMetric {
  name: string;
  help: string;
  labelNames: string[];
}

/** The metrics of a server with an exchange. */
let metrics: DescribedMetric[] = [];
beforeAll(async () => {
  const { context, close } = await createTestServer();
  const { registry, addExchange } = createMetrics({ host: '127.0.0.1', port: 9 }, createLogger('silent'));
  addExchange({ context, database: { getPoolUsage: () => [] } });
  await close();
  // The type of the package lacks these properties.
  metrics = registry.getMetricsAsArray() as unknown as DescribedMetric[];
});

/** The metric of a series of a histogram. */
const getBaseName = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

describe('deploy/prometheus/razmen-alerts.yml', () => {
  let folder = '';
  let scraped = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'razmen-alerts-'));
    const port = await findFreePort();
    const server = await createServerProcess({ DATA_DIR: folder, METRICS_PORT: String(port) });
    await server.start();
    scraped = (await scrapeMetrics(port)).text;
    await server.kill();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('gives each alert a name of its own', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(15);
    expect(names).toEqual([...new Set(names)]);
  });

  test.each(alerts)('$alert uses metrics of a running server, and their labels', ({ expr, annotations }) => {
    const names = listMetricNames(expr).filter(name => name !== 'up');
    const types = new Map(
      [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]),
    );
    const isServed = (name: string) => types.has(name) || types.get(getBaseName(name)) === 'histogram';
    expect(names.filter(name => !isServed(name))).toEqual([]);

    const used = metrics.filter(({ name }) => names.includes(name) || names.map(getBaseName).includes(name));
    const known = new Set([...COMMON_LABELS, ...used.flatMap(({ labelNames }) => labelNames)]);
    const { selected, grouped } = listLabels(expr);
    expect([...selected, ...grouped].filter(label => !known.has(label))).toEqual([]);

    const texts = annotations.summary + annotations.description;
    const shown = [...texts.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
    const isAggregated = /\b(sum|max|absent|histogram_quantile)\b/.test(expr);
    const left = isAggregated ? new Set(grouped) : known;
    expect(shown.filter(label => !left.has(label))).toEqual([]);
  });

  test('the check finds an unknown metric and an unknown label', () => {
    const expr =
      'sum by (le, budgit) (rate(razmen_http_bucket{stat!="5xx"}[5m] offset 1h)) / up > 1e9 or x unless on () y';
    expect(listMetricNames(expr)).toEqual(['razmen_http_bucket', 'up', 'x', 'y']);
    expect(listLabels(expr)).toEqual({ selected: ['stat'], grouped: ['le', 'budgit'] });
  });
});

test('deploy/outages.md lists the metrics with their labels and their help', () => {
  const own = metrics.filter(({ name }) => name.startsWith('razmen_'));
  const table = readDeployFile('outages.md')
    .split('\n\n')
    .find(block => block.startsWith('| Metric'));
  const rows = (table?.split('\n').slice(2) ?? []).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
  const expected = own.map(({ name, labelNames, help }) => [
    `\`${name}\``,
    labelNames.map(label => `\`${label}\``).join(', '),
    help,
  ]);
  expect(rows.toSorted()).toEqual(expected.toSorted());
});
