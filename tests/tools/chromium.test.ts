import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findOnPath,
  resolveProgram,
  listChromiumSources,
  type ProgramSource,
} from '../../tools/programs/chromium.ts';
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

/** The ways that need no network. */
const listLocalWays = (env: NodeJS.ProcessEnv): ProgramSource[] =>
  listChromiumSources(env).filter(way => way.name === 'CHROMIUM_PATH' || way.name === "the system's");

async function resolveLocal(env: NodeJS.ProcessEnv) {
  const said: string[] = [];
  const path = await resolveProgram(listLocalWays(env), line => said.push(line));
  return { path, said };
}

test('the order is: asked for, the system, the download, the package', () => {
  expect(listChromiumSources({ CHROMIUM_PATH: '/x', PATH: '' }).map(way => way.name)).toEqual([
    'CHROMIUM_PATH',
    "the system's",
    "Playwright's download",
    "the distribution's package",
  ]);
});

test('CHROMIUM_PATH wins over the system', async () => {
  const own = join(createCommands({ mine: true }), 'mine');
  expect(await resolveLocal({ CHROMIUM_PATH: own, PATH: createCommands({ chromium: true }) })).toEqual({
    path: own,
    said: [],
  });
});

test('a CHROMIUM_PATH that does not run is named, and the system is next', async () => {
  const folder = createCommands({ chromium: true });
  const { path, said } = await resolveLocal({ CHROMIUM_PATH: '/no/such/browser', PATH: folder });
  expect(path).toBe(join(folder, 'chromium'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('/no/such/browser does not run');
});

test('skips a stub that does not run', async () => {
  const { path, said } = await resolveLocal({ PATH: createCommands({ 'chromium-browser': false }) });
  expect(path).toBeUndefined();
  expect(said[0]).toContain('chromium-browser does not run');
});

test('an empty PATH finds nothing and says so', async () => {
  const { path, said } = await resolveLocal({ PATH: createTemporaryFolder() });
  expect(path).toBeUndefined();
  expect(said[0]).toMatch(/^Chromium, the system's: none of chromium/);
});

test('a better name later on PATH wins over a lesser one earlier; files that cannot be executed do not count', () => {
  const chrome = createCommands({ 'google-chrome': true });
  const chromium = createCommands({ chromium: true });
  const dead = createTemporaryFolder({ chromium: 'text' });
  expect(findOnPath([dead, chrome, chromium].join(delimiter))).toBe(join(chromium, 'chromium'));
});

test('prefers the headless shell', () => {
  const folder = createCommands({ chromium: true, 'chromium-headless-shell': true });
  expect(findOnPath(folder)).toBe(join(folder, 'chromium-headless-shell'));
});

test('every way is tried in turn until one works, and no further', async () => {
  const tried: string[] = [];
  const way = (name: string, path?: string): ProgramSource => ({
    name,
    find: () => {
      tried.push(name);
      return path ? { path } : { reason: 'no luck' };
    },
  });
  const said: string[] = [];
  const path = await resolveProgram([way('a'), way('b', '/b'), way('c', '/c')], line => said.push(line));
  expect({ path, tried, said }).toEqual({ path: '/b', tried: ['a', 'b'], said: ['Chromium, a: no luck'] });
});
