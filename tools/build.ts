import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';
import { run } from './run.mjs';

/** A build: Vite's mode, its input files and folders, and one of its output files. */
export type Build = { mode: string; inputs: readonly string[]; output: string };

/** Inputs of every build. */
export const COMMON_INPUTS = [
  'core',
  'widget',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Every build, in order: integrity.json of the single script contains a path from the site's build. */
const builds: readonly Build[] = [
  { mode: 'site', inputs: [...COMMON_INPUTS, 'site'], output: 'dist/site/builds/latest.json' },
  { mode: 'single', inputs: [...COMMON_INPUTS, 'site'], output: 'dist/single/integrity.json' },
  { mode: 'first', inputs: COMMON_INPUTS, output: 'dist/first/render.js' },
  { mode: 'early', inputs: COMMON_INPUTS, output: 'dist/early/earlyInputScript.js' },
  { mode: 'preload', inputs: COMMON_INPUTS, output: 'dist/preload/preloadedPair.js' },
];

/** A digest of the paths and contents of all files under `inputs`, the same in every clone. */
export function computeDigest(folder: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const files = inputs.flatMap(input => {
    const path = join(folder, input);
    if (!existsSync(path)) return [];
    return statSync(path).isFile() ? [input] : globSync(`${input}/**/*`, { cwd: folder });
  });
  for (const file of files.map(name => name.replaceAll('\\', '/')).sort()) {
    const path = join(folder, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

const getStampPath = (folder: string, { mode }: Build) => join(folder, `dist/.inputs/${mode}`);

/** Whether the build must run: its output is missing, or its inputs have changed. */
export function isStale(folder: string, build: Build): boolean {
  const stampPath = getStampPath(folder, build);
  if (!existsSync(stampPath) || !existsSync(join(folder, build.output))) return true;
  return readFileSync(stampPath, 'utf8') !== computeDigest(folder, build.inputs);
}

/** Runs one build through `make` and stores the digest of its inputs. Rethrows errors of `make`; the build stays stale. */
export async function runBuild(folder: string, build: Build, make: (mode: string) => Promise<unknown>) {
  const stampPath = getStampPath(folder, build);
  // Computed before the build, so that an edit during the build leaves it stale.
  const inputsDigest = computeDigest(folder, build.inputs);
  rmSync(stampPath, { force: true });
  await make(build.mode);
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, inputsDigest);
}

/** The single script's path and digest, with which a partner pins the widget to one version. */
function formatPinnedScript(file: string): string {
  const { single, integrity } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return `  ${single} integrity="${integrity}"`;
}

async function compress(): Promise<void> {
  const code = await run(process.execPath, ['server/web/compressBuild.ts'], { cwd: root });
  if (code !== 0) throw new Error(`compressing failed (exit ${code})`);
}

/** Updates dist/. A build without changed inputs is skipped within milliseconds. */
export async function buildAll(): Promise<void> {
  const due = builds.filter(build => isStale(root, build));
  for (const build of due) {
    const began = performance.now();
    // Loading Vite takes most of a second, and is unnecessary if nothing is stale.
    const vite = await import('vite');
    const make = (mode: string) =>
      vite.build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
    await runBuild(root, build, async mode => {
      await make(mode);
      // Prerenders the public pages.
      if (mode === 'site') await make('renderer');
    });
    console.log(`Built ${build.mode} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (build.mode === 'single') console.log(formatPinnedScript(join(root, build.output)));
  }
  // Otherwise the server compresses the files at each start.
  if (due.length > 0 || !existsSync(join(root, 'dist/.codings'))) await compress();
}

if (import.meta.main) {
  process.env.NODE_ENV = 'production';
  try {
    await buildAll();
  } catch (error) {
    console.error(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
