import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { apt, isRoot } from './apt.ts';
import { root } from './install.mjs';
import { run } from './run.mjs';

/** A way to get a browser: a path, or the reason why this way has none. */
export type Way = { name: string; find: () => Found | Promise<Found> };

/** What a way came to: a path that works, or one line that says why there is none. */
export type Found = { path: string } | { reason: string };

/** The names under which systems keep a Chromium, best first. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The first of these names in PATH's folders that may be executed; all folders for one name before the next name, places
 * of their own at last. Without names: of a Chromium.
 */
export function onPath(
  path: string,
  wanted: readonly string[] = names,
  own: readonly string[] = applications,
): string | undefined {
  const places = wanted.flatMap(name => path.split(delimiter).map(folder => join(folder, name)));
  return [...places, ...own].find(place => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A path that answers `ask`, or why it does not (a stub, a missing library). */
export function works(path: string, ask: readonly string[] = ['--version', '--no-sandbox']): Found {
  try {
    execFileSync(path, ask, { stdio: 'pipe', timeout: 20_000 });
    return { path };
  } catch (error) {
    const first = (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ');
    return { reason: `${path} does not run: ${first}` };
  }
}

const system = (path: string | undefined): Found => {
  const found = onPath(path ?? '');
  return found ? works(found) : { reason: `none of ${names.join(', ')} on PATH` };
};

async function download(): Promise<Found> {
  const { chromium } = await import('@playwright/test');
  const own = works(chromium.executablePath());
  if ('path' in own) return own;
  console.log("Downloading Playwright's Chromium (170 MB) …");
  const code = await run('playwright', ['install', '--no-shell', 'chromium'], {
    cwd: root,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    // On a machine without it: pages of stacks where one line will do.
    stdio: 'ignore',
    timeout: 300_000,
    shell: process.platform === 'win32',
  });
  return code === 0
    ? works(chromium.executablePath())
    : { reason: `the download failed (exit ${code}); is cdn.playwright.dev reachable?` };
}

async function packaged(path: string | undefined): Promise<Found> {
  if (!isRoot()) return { reason: "not root, so the distribution's package was not tried" };
  const failure = await apt('chromium');
  return failure ? { reason: failure } : system(path);
}

/** The ways in their order: what was asked for, the system's, Playwright's own, the distribution's package. */
export const ways = (env: NodeJS.ProcessEnv): Way[] => [
  ...(env.CHROMIUM_PATH ? [{ name: 'CHROMIUM_PATH', find: () => works(env.CHROMIUM_PATH ?? '') }] : []),
  { name: "the system's", find: () => system(env.PATH) },
  { name: "Playwright's download", find: download },
  { name: "the distribution's package", find: () => packaged(env.PATH) },
];

/** The first browser that runs, or undefined; says one line for every way that failed. */
export async function resolve(
  list: readonly Way[],
  say: (line: string) => void,
  browser = 'Chromium',
): Promise<string | undefined> {
  for (const way of list) {
    const found = await way.find();
    if ('path' in found) return found.path;
    say(`${browser}, ${way.name}: ${found.reason}`);
  }
  return undefined;
}
