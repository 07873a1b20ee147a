import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveProgram } from '../../tools/programs/chromium.ts';
import {
  findFirefox,
  listFirefoxSources,
  findWebkitDriver,
  listWebkitDriverSources,
} from '../../tools/programs/otherEngines.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

/** A folder of commands that work. */
function createCommands(...names: string[]): string {
  const path = createTemporaryFolder(Object.fromEntries(names.map(name => [name, '#!/bin/sh\necho 1\n'])));
  for (const name of names) chmodSync(join(path, name), 0o755);
  return path;
}

test('Firefox: what was asked for, then the system’s; empty is none', async () => {
  const path = createCommands('firefox', 'firefox-esr');
  expect(findFirefox({ FIREFOX_PATH: '/mine', PATH: path })).toBe('/mine');
  expect(findFirefox({ PATH: path })).toBe(join(path, 'firefox-esr'));
  expect(findFirefox({ FIREFOX_PATH: '', PATH: path })).toBeUndefined();
  expect(await resolveProgram(listFirefoxSources({ PATH: path }).slice(0, 1), () => {}, 'Firefox')).toBe(
    join(path, 'firefox-esr'),
  );
});

test('WebKit’s driver is nothing without a screen', async () => {
  expect(findWebkitDriver({ PATH: createCommands('WebKitWebDriver') })).toBeUndefined();
  const path = createCommands('WebKitWebDriver', 'Xvfb');
  expect(findWebkitDriver({ PATH: path })).toBe(join(path, 'WebKitWebDriver'));
  expect(findWebkitDriver({ WEBKIT_DRIVER_PATH: '', PATH: path })).toBeUndefined();
  // It knows no --version.
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

test('an engine that does not run or is not there is said by its name', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const [dead = '', none = ''] = [join(createTemporaryFolder(), 'firefox'), createTemporaryFolder()];
  expect(
    await resolveProgram(listFirefoxSources({ FIREFOX_PATH: dead }).slice(0, 1), say, 'Firefox'),
  ).toBeUndefined();
  expect(
    await resolveProgram(listWebkitDriverSources({ PATH: none }).slice(0, 1), say, 'WebKit'),
  ).toBeUndefined();
  expect(said[0]).toMatch(/^Firefox, FIREFOX_PATH or the system's: .*firefox does not run/);
  expect(said[1]).toBe("WebKit, WEBKIT_DRIVER_PATH or the system's: no WebKitWebDriver, or no Xvfb, on PATH");
});
