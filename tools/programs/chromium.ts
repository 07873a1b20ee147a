import { installDebianPackages, isRoot } from './debianPackages.ts';
import { root } from '../install.mjs';
import { run } from '../run.mjs';
import { checkProgram, findOnPath, type ProgramResult, type ProgramSource } from './programSources.ts';

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

/** Path of the Chromium in the folders of `path` or of a known application. Undefined if there is none. */
export const findChromium = (path: string): string | undefined =>
  findOnPath(path, CHROMIUM_NAMES, CHROMIUM_APPLICATIONS);

const findSystemChromium = (path: string | undefined): ProgramResult => {
  const found = findChromium(path ?? '');
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
