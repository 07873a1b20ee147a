import { apt, isRoot } from './apt.ts';
import { onPath, works, type Found, type Way } from './chromium.ts';

/** Firefox as systems name it, best first. */
const firefoxes = ['firefox-esr', 'firefox'];
const applications = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The Firefox of `npm test`: FIREFOX_PATH (empty: none), else the system's; undefined when there is none. */
export function firefoxPath(env: NodeJS.ProcessEnv): string | undefined {
  if (env.FIREFOX_PATH !== undefined) return env.FIREFOX_PATH || undefined;
  return onPath(env.PATH ?? '', firefoxes, applications);
}

/** WebKitGTK's WebDriver, of which we also need a screen without a screen: WEBKIT_DRIVER_PATH (empty: none), else the system's. */
export function webkitPath(env: NodeJS.ProcessEnv): string | undefined {
  if (env.WEBKIT_DRIVER_PATH !== undefined) return env.WEBKIT_DRIVER_PATH || undefined;
  const path = env.PATH ?? '';
  return onPath(path, ['Xvfb'], []) && onPath(path, ['WebKitWebDriver'], []);
}

/** A way to what `find` finds: as it is, then from the distribution's packages when we may install them. */
function waysOf(variable: string, find: () => Found, packages: readonly string[]): Way[] {
  const packaged = async (): Promise<Found> => {
    if (!isRoot()) return { reason: "not root, so the distribution's package was not tried" };
    const failure = await apt(...packages);
    return failure ? { reason: failure } : find();
  };
  return [
    { name: `${variable} or the system's`, find },
    { name: "the distribution's package", find: packaged },
  ];
}

/** The ways to a Firefox, in their order. */
export const firefoxWays = (env: NodeJS.ProcessEnv): Way[] =>
  waysOf(
    'FIREFOX_PATH',
    () => {
      const path = firefoxPath(env);
      return path ? works(path) : { reason: `none of ${firefoxes.join(', ')} on PATH` };
    },
    ['firefox-esr'],
  );

/** The ways to WebKit's driver, in their order. */
export const webkitWays = (env: NodeJS.ProcessEnv): Way[] =>
  waysOf(
    'WEBKIT_DRIVER_PATH',
    () => {
      const path = webkitPath(env);
      return path ? works(path, ['--help']) : { reason: 'no WebKitWebDriver, or no Xvfb, on PATH' };
    },
    ['webkit2gtk-driver', 'xvfb'],
  );
