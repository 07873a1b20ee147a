import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';
import { run } from './run.mjs';

/** A build: Vite's mode, what it is made of (files and folders) and a file that it leaves behind. */
export type Build = { mode: string; inputs: readonly string[]; output: string };

/** What every build is made of. */
export const shared = [
  'core',
  'widget',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Every build, in order: the single script's description names a file of the site's build. */
const builds: readonly Build[] = [
  { mode: 'site', inputs: [...shared, 'site'], output: 'dist/site/builds/latest.json' },
  { mode: 'single', inputs: [...shared, 'site'], output: 'dist/single/integrity.json' },
  { mode: 'first', inputs: shared, output: 'dist/first/render.js' },
];

/** A digest of the paths and contents of all files under `inputs`, the same in every clone. */
export function digest(folder: string, inputs: readonly string[]): string {
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

const stamp = (folder: string, { mode }: Build) => join(folder, `dist/.inputs/${mode}`);

/** Whether the build has to run: its output is missing, or was made of something else. */
export function stale(folder: string, build: Build): boolean {
  const mark = stamp(folder, build);
  if (!existsSync(mark) || !existsSync(join(folder, build.output))) return true;
  return readFileSync(mark, 'utf8') !== digest(folder, build.inputs);
}

/** Runs one build through `make` and remembers what it was made of. Throws what `make` throws, and stays stale then. */
export async function refresh(folder: string, build: Build, make: (mode: string) => Promise<unknown>) {
  const mark = stamp(folder, build);
  // Taken before the build: an edit made meanwhile leaves it stale.
  const made = digest(folder, build.inputs);
  rmSync(mark, { force: true });
  await make(build.mode);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, made);
}

/** What a partner copies to hold the widget to one version: the single script's address and digest. */
function pinned(file: string): string {
  const { single, integrity } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return `  ${single} integrity="${integrity}"`;
}

async function compress(): Promise<void> {
  const code = await run(process.execPath, ['server/compress.ts'], { cwd: root });
  if (code !== 0) throw new Error(`compressing ended with ${code}`);
}

/** Brings dist/ up to date; a build with nothing changed costs some milliseconds. */
export async function buildAll(): Promise<void> {
  const due = builds.filter(one => stale(root, one));
  for (const build of due) {
    const began = performance.now();
    // Vite takes most of a second to load, and is not needed when all is fresh.
    const vite = await import('vite');
    const make = (mode: string) =>
      vite.build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
    await refresh(root, build, async mode => {
      await make(mode);
      // Draws the public pages into it.
      if (mode === 'site') await make('renderer');
    });
    console.log(`Built ${build.mode} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (build.mode === 'single') console.log(pinned(join(root, build.output)));
  }
  // What the server would otherwise do each time it starts.
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
