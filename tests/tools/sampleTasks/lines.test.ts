import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['core', 'widget', 'site', 'server', 'package', 'tools'];

/** A limit, so that growth is a decision. Lower it when the program becomes smaller. */
const MAX_LINES = 115_820;

const countLines = (folder: string): number =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:tsx?|mjs)$/.test(name))
    .map(name => readFileSync(join(root, folder, name), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);

test('the program does not grow', () => {
  const lines = FOLDERS.map(folder => [folder, countLines(folder)] as const);
  const total = lines.reduce((sum, [, count]) => sum + count, 0);
  console.log(`Lines: ${total} of ${MAX_LINES} (${lines.map(one => one.join(' ')).join(', ')})`);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThanOrEqual(MAX_LINES);
});
