/** A suite of tests: a Vitest project or a Playwright project of the same name, and its requirements. */
export type Suite = {
  name: string;
  runner: 'vitest' | 'playwright';
  needsChromium?: true;
  needsOtherEngines?: true;
  needsPostgres?: true;
  needsPhp?: true;
  needsBuild?: true;
  /** Runs only if it is named, because `npm test` would take too long. `npm run check` runs every suite. */
  onRequest?: true;
  /** Measures time, so no other suite may run at the same time. */
  runsAlone?: true;
};

/** Every suite, in the order in which they start: the longest first, those that run alone last. */
export const suites: readonly Suite[] = [
  { name: 'server', runner: 'vitest', needsPhp: true, needsBuild: true },
  { name: 'postgres', runner: 'vitest', needsPostgres: true, needsBuild: true, onRequest: true },
  { name: 'processes', runner: 'vitest', needsBuild: true, onRequest: true },
  { name: 'site', runner: 'playwright', needsChromium: true, needsBuild: true },
  { name: 'widget', runner: 'playwright', needsChromium: true, needsBuild: true },
  { name: 'account', runner: 'playwright', needsChromium: true, needsBuild: true, onRequest: true },
  { name: 'layout', runner: 'playwright', needsChromium: true, needsBuild: true, onRequest: true },
  { name: 'tools', runner: 'vitest' },
  { name: 'regtest', runner: 'playwright', needsChromium: true, needsBuild: true, onRequest: true },
  { name: 'engines', runner: 'vitest', needsOtherEngines: true, needsBuild: true, onRequest: true },
  { name: 'package', runner: 'vitest', needsChromium: true, needsBuild: true, onRequest: true },
  { name: 'core', runner: 'vitest' },
  { name: 'hooks', runner: 'vitest' },
  { name: 'element', runner: 'vitest', needsChromium: true, runsAlone: true },
];

/**
 * Time limit of a suite, milliseconds: about twice the longest on a slow CI. A suite that hangs must not use up CI's 90
 * minutes.
 */
export const SUITE_TIMEOUT_MS = 60 * 60_000;

/** Maximum number of suites that run at the same time: CI has two cores. */
const MAX_PARALLEL_SUITES = 2;

/** The suites that `npm test -- <requested>` runs: all but those on request if none is named. */
export function selectSuites(requested: readonly string[]): Suite[] {
  return suites.filter(({ name, onRequest }) =>
    requested.length === 0 ? !onRequest : requested.includes(name),
  );
}

/**
 * Runs the suites through `runSuite`, at most two at a time, and those that run alone after all others, one by one.
 * `isStopped` ends the queue. Returns the results in the order of `selected`.
 */
export async function runSuites<Result>(
  selected: readonly Suite[],
  runSuite: (suite: Suite) => Promise<Result>,
  isStopped: () => boolean,
): Promise<Result[]> {
  const results = new Map<Suite, Result>();
  const runQueue = async (queue: Suite[]) => {
    for (let suite = queue.shift(); suite && !isStopped(); suite = queue.shift())
      results.set(suite, await runSuite(suite));
  };
  const shared = selected.filter(suite => !suite.runsAlone);
  await Promise.all(Array.from({ length: MAX_PARALLEL_SUITES }, () => runQueue(shared)));
  await runQueue(selected.filter(suite => suite.runsAlone));
  return selected.flatMap(suite => results.get(suite) ?? []);
}
