import { checkProgram, findOnPath, listProgramSources, type ProgramSource } from './programSources.ts';

/** Command names of Firefox, the preferred first. */
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];
const FIREFOX_APPLICATIONS = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** Path of Firefox: FIREFOX_PATH (empty means none), else the system's. Undefined if there is none. */
export function findFirefox(env: NodeJS.ProcessEnv): string | undefined {
  if (env.FIREFOX_PATH !== undefined) return env.FIREFOX_PATH || undefined;
  return findOnPath(env.PATH ?? '', FIREFOX_NAMES, FIREFOX_APPLICATIONS);
}

/** Path of WebKitGTK's WebDriver: WEBKIT_DRIVER_PATH (empty means none), else the system's. It also needs Xvfb. */
export function findWebkitDriver(env: NodeJS.ProcessEnv): string | undefined {
  if (env.WEBKIT_DRIVER_PATH !== undefined) return env.WEBKIT_DRIVER_PATH || undefined;
  const path = env.PATH ?? '';
  return findOnPath(path, ['Xvfb']) && findOnPath(path, ['WebKitWebDriver']);
}

/** Sources of Firefox in their order. */
export const listFirefoxSources = (env: NodeJS.ProcessEnv): ProgramSource[] =>
  listProgramSources(
    'FIREFOX_PATH',
    () => {
      const path = findFirefox(env);
      return path ? checkProgram(path) : { reason: `none of ${FIREFOX_NAMES.join(', ')} on PATH` };
    },
    ['firefox-esr'],
  );

/** Sources of WebKit's driver in their order. */
export const listWebkitDriverSources = (env: NodeJS.ProcessEnv): ProgramSource[] =>
  listProgramSources(
    'WEBKIT_DRIVER_PATH',
    () => {
      const path = findWebkitDriver(env);
      return path ? checkProgram(path, ['--help']) : { reason: 'no WebKitWebDriver, or no Xvfb, on PATH' };
    },
    ['webkit2gtk-driver', 'xvfb'],
  );
