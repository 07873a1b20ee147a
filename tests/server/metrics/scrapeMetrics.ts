import { expect } from 'vitest';

/** The metrics of one scrape. */
export interface ScrapedMetrics {
  text: string;
  /** The value of a series, written as in the text format: `name{label="value"}`. Undefined if there is none. */
  getValue: (series: string) => number | undefined;
}

/** Parses the text format of Prometheus. */
export function parseMetrics(text: string): ScrapedMetrics {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  const values = new Map(
    lines.map(line => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
  return { text, getValue: series => values.get(series) };
}

/** Reads /metrics as Prometheus does. */
export async function scrapeMetrics(port: number): Promise<ScrapedMetrics> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(await response.text());
}
