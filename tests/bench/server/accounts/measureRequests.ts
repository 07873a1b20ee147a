import type { createHttpClient } from '../httpClient.ts';
import { calculatePercentile, type ReportLine } from '../serverReport.ts';

/** Requests of each kind. */
const REQUEST_COUNT = 300;

/** Requests to measure: name → path. */
export interface MeasuredRequests {
  client: ReturnType<typeof createHttpClient>;
  headers: Record<string, string>;
  paths: Readonly<Record<string, string>>;
  /** Goal: the 99th percentile of every kind of request. */
  maxP99Ms: number;
}

/** Sends each request 300 times, one after another. */
export async function measureRequests({
  client,
  headers,
  paths,
  maxP99Ms,
}: MeasuredRequests): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  let failureCount = 0;
  for (const [name, path] of Object.entries(paths)) {
    const latencies: number[] = [];
    for (let request = 0; request < REQUEST_COUNT; request++) {
      const { status, ms } = await client.send(path, headers);
      if (status === 200) latencies.push(ms);
      else failureCount++;
    }
    const p99 = calculatePercentile(latencies, 0.99);
    lines.push(
      { name: `${name}, p50`, value: calculatePercentile(latencies, 0.5), unit: 'ms' },
      { name: `${name}, p99`, value: p99, unit: 'ms', goal: { atMost: maxP99Ms } },
    );
  }
  return [...lines, { name: 'failed requests', value: failureCount, unit: '', goal: { atMost: 0 } }];
}
