import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages, isRoot } from './debianPackages.ts';
import { root } from '../install.mjs';
import { run } from '../run.mjs';

/** A source of a program; `find` may download or install it. */
export type ProgramSource = { name: string; find: () => ProgramResult | Promise<ProgramResult> };

/** The path of a working program, or one line with the reason why there is none. */
export type ProgramResult = { path: string } | { reason: string };

/** Command names of Chromium, the preferred first: the headless shell needs half the processor time for a test. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const CHROMIUM_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the first executable file with one of the names in the folders of `path`, then the first of `applications`.
 * A name is searched in every folder before the next name. The defaults search Chromium.
 */
export function findOnPath(
  path: string,
  names: readonly string[] = CHROMIUM_NAMES,
  applications: readonly string[] = CHROMIUM_APPLICATIONS,
): string | undefined {
  const places = names.flatMap(name => path.split(delimiter).map(folder => join(folder, name)));
  return [...places, ...applications].find(place => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs the program with `args`. Returns its path, or why it does not run (a stub, a missing library). */
export function checkProgram(
  path: string,
  args: readonly string[] = ['--version', '--no-sandbox'],
): ProgramResult {
  try {
    execFileSync(path, args, { stdio: 'pipe', timeout: 20_000 });
    return { path };
  } catch (error) {
    const first = (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ');
    return { reason: `${path} does not run: ${first}` };
  }
}

const findSystemChromium = (path: string | undefined): ProgramResult => {
  const found = findOnPath(path ?? '');
  return found ? checkProgram(found) : { reason: `none of ${CHROMIUM_NAMES.join(', ')} on PATH` };
};

async function downloadChromium(): Promise<ProgramResult> {
  const { chromium } = await import('@playwright/test');
  const own = checkProgram(chromium.executablePath());
  if ('path' in own) return own;
  console.log("Downloading Playwright's Chromium (170 MB) …");
  const code = await run('playwright', ['install', '--no-shell', 'chromium'], {
    cwd: root,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    // Without network it prints pages of stack traces.
    stdio: 'ignore',
    timeout: 300_000,
    shell: process.platform === 'win32',
  });
  return code === 0
    ? checkProgram(chromium.executablePath())
    : { reason: `the download failed (exit ${code}); is cdn.playwright.dev reachable?` };
}

async function installChromiumPackage(path: string | undefined): Promise<ProgramResult> {
  if (!isRoot()) return { reason: "not root, so the distribution's package was not tried" };
  let failure: string | undefined;
  // Older releases have no package of the headless shell.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    failure = await installDebianPackages(name);
    if (!failure) return findSystemChromium(path);
  }
  return { reason: failure ?? '' };
}

/** Sources of Chromium in their order: CHROMIUM_PATH, the system, Playwright's download, the distribution's package. */
export const listChromiumSources = (env: NodeJS.ProcessEnv): ProgramSource[] => [
  ...(env.CHROMIUM_PATH
    ? [{ name: 'CHROMIUM_PATH', find: () => checkProgram(env.CHROMIUM_PATH ?? '') }]
    : []),
  { name: "the system's", find: () => findSystemChromium(env.PATH) },
  { name: "Playwright's download", find: downloadChromium },
  { name: "the distribution's package", find: () => installChromiumPackage(env.PATH) },
];

/** Returns the first program that runs, or undefined. Logs one line for each source that fails. */
export async function resolveProgram(
  sources: readonly ProgramSource[],
  log: (line: string) => void,
  program = 'Chromium',
): Promise<string | undefined> {
  for (const source of sources) {
    const found = await source.find();
    if ('path' in found) return found.path;
    log(`${program}, ${source.name}: ${found.reason}`);
  }
  return undefined;
}
