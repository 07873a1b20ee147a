import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findFirefox,
  listFirefoxSources,
  findWebkitDriver,
  listWebkitDriverSources,
} from '../../tools/programs/otherEngines.ts';
import { resolveProgram } from '../../tools/programs/programSources.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

/** A folder of commands that work. */
function createCommands(...names: string[]): string {
  const path = createTemporaryFolder(Object.fromEntries(names.map(name => [name, '#!/bin/sh\necho 1\n'])));
  for (const name of names) chmodSync(join(path, name), 0o755);
  return path;
}

test('finds Firefox by FIREFOX_PATH, then on PATH; an empty FIREFOX_PATH means none', async () => {
  const path = createCommands('firefox', 'firefox-esr');
  expect(findFirefox({ FIREFOX_PATH: '/mine', PATH: path })).toBe('/mine');
  expect(findFirefox({ PATH: path })).toBe(join(path, 'firefox-esr'));
  expect(findFirefox({ FIREFOX_PATH: '', PATH: path })).toBeUndefined();
  expect(await resolveProgram(listFirefoxSources({ PATH: path }).slice(0, 1), () => {}, 'Firefox')).toBe(
    join(path, 'firefox-esr'),
  );
});

test('ignores WebKit’s driver without Xvfb', async () => {
  expect(findWebkitDriver({ PATH: createCommands('WebKitWebDriver') })).toBeUndefined();
  const path = createCommands('WebKitWebDriver', 'Xvfb');
  expect(findWebkitDriver({ PATH: path })).toBe(join(path, 'WebKitWebDriver'));
  expect(findWebkitDriver({ WEBKIT_DRIVER_PATH: '', PATH: path })).toBeUndefined();
  // The driver does not support --version.
  const driver = join(
    createTemporaryFolder({ WebKitWebDriver: '#!/bin/sh\n[ "$*" = --help ]\n' }),
    'WebKitWebDriver',
  );
  chmodSync(driver, 0o755);
  expect(
    await resolveProgram(
      listWebkitDriverSources({ WEBKIT_DRIVER_PATH: driver }).slice(0, 1),
      () => {},
      'WebKit',
    ),
  ).toBe(driver);
});

test('logs an engine that does not run or is missing by its name', async () => {
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const [dead = '', none = ''] = [join(createTemporaryFolder(), 'firefox'), createTemporaryFolder()];
  expect(
    await resolveProgram(listFirefoxSources({ FIREFOX_PATH: dead }).slice(0, 1), log, 'Firefox'),
  ).toBeUndefined();
  expect(
    await resolveProgram(listWebkitDriverSources({ PATH: none }).slice(0, 1), log, 'WebKit'),
  ).toBeUndefined();
  expect(logged[0]).toMatch(/^Firefox, FIREFOX_PATH or the system's: .*firefox does not run/);
  expect(logged[1]).toBe(
    "WebKit, WEBKIT_DRIVER_PATH or the system's: no WebKitWebDriver, or no Xvfb, on PATH",
  );
});
