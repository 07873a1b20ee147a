import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium, listChromiumSources } from '../../tools/programs/chromium.ts';
import { resolveProgram, type ProgramSource } from '../../tools/programs/programSources.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

/** A folder of commands: name to whether it works. */
function createCommands(wanted: Record<string, boolean>): string {
  const path = createTemporaryFolder(
    Object.fromEntries(
      Object.entries(wanted).map(([name, good]) => [
        name,
        `#!/bin/sh\n${good ? 'echo Chromium 1' : 'exit 127'}\n`,
      ]),
    ),
  );
  for (const name of Object.keys(wanted)) chmodSync(join(path, name), 0o755);
  return path;
}

/** The sources that need no network. */
const listLocalSources = (env: NodeJS.ProcessEnv): ProgramSource[] =>
  listChromiumSources(env).filter(({ name }) => name === 'CHROMIUM_PATH' || name === "the system's");

async function resolveLocal(env: NodeJS.ProcessEnv) {
  const logged: string[] = [];
  const path = await resolveProgram(listLocalSources(env), line => logged.push(line), 'Chromium');
  return { path, logged };
}

test('lists CHROMIUM_PATH, the system, the download, the package, in this order', () => {
  expect(listChromiumSources({ CHROMIUM_PATH: '/x', PATH: '' }).map(({ name }) => name)).toEqual([
    'CHROMIUM_PATH',
    "the system's",
    "Playwright's download",
    "the distribution's package",
  ]);
});

test('prefers CHROMIUM_PATH to the system', async () => {
  const own = join(createCommands({ mine: true }), 'mine');
  expect(await resolveLocal({ CHROMIUM_PATH: own, PATH: createCommands({ chromium: true }) })).toEqual({
    path: own,
    logged: [],
  });
});

test('logs a CHROMIUM_PATH that does not run and tries the system next', async () => {
  const folder = createCommands({ chromium: true });
  const { path, logged } = await resolveLocal({ CHROMIUM_PATH: '/no/such/browser', PATH: folder });
  expect(path).toBe(join(folder, 'chromium'));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('/no/such/browser does not run');
});

test('skips a stub that does not run', async () => {
  const { path, logged } = await resolveLocal({ PATH: createCommands({ 'chromium-browser': false }) });
  expect(path).toBeUndefined();
  expect(logged[0]).toContain('chromium-browser does not run');
});

test('logs that it found nothing on an empty PATH', async () => {
  const { path, logged } = await resolveLocal({ PATH: createTemporaryFolder() });
  expect(path).toBeUndefined();
  expect(logged[0]).toMatch(/^Chromium, the system's: none of chromium/);
});

test('prefers the better name, even later on PATH, and ignores files that are not executable', () => {
  const chrome = createCommands({ 'google-chrome': true });
  const chromium = createCommands({ chromium: true });
  const dead = createTemporaryFolder({ chromium: 'text' });
  expect(findChromium([dead, chrome, chromium].join(delimiter))).toBe(join(chromium, 'chromium'));
});

test('prefers the headless shell', () => {
  const folder = createCommands({ chromium: true, 'chromium-headless-shell': true });
  expect(findChromium(folder)).toBe(join(folder, 'chromium-headless-shell'));
});

test('tries the sources in order until one works', async () => {
  const tried: string[] = [];
  const createSource = (name: string, path?: string): ProgramSource => ({
    name,
    find: () => {
      tried.push(name);
      return path ? { path } : { reason: 'not found' };
    },
  });
  const logged: string[] = [];
  const path = await resolveProgram(
    [createSource('a'), createSource('b', '/b'), createSource('c', '/c')],
    line => logged.push(line),
    'Chromium',
  );
  expect({ path, tried, logged }).toEqual({
    path: '/b',
    tried: ['a', 'b'],
    logged: ['Chromium, a: not found'],
  });
});
