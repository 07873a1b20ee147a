import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createPackageJson, PACKAGE_NAME } from '../package/packageJson.ts';
import { createElementsManifest } from '../package/elementsManifest.ts';
import { refresh, shared, stale, type Build } from './build.ts';
import { root } from './install.mjs';

const folder = join(root, 'dist/package');

const modules: Build = {
  mode: 'package',
  inputs: [...shared, 'package'],
  output: 'dist/package/package.json',
};

/** Brings dist/package up to date: the modules, their types, what editors read, and the description for npm. */
async function assemble(): Promise<string> {
  if (!stale(root, modules)) return folder;
  await refresh(root, modules, async mode => {
    const vite = await import('vite');
    await vite.build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
    cpSync(join(root, 'package/types'), folder, { recursive: true });
    cpSync(join(root, 'package/README.md'), join(folder, 'README.md'));
    write('custom-elements.json', createElementsManifest(read('widget/element.ts')));
    write('package.json', createPackageJson(JSON.parse(read('package.json'))));
  });
  return folder;
}

/**
 * Our environment for an npm of its own: this may itself be a script of npm, whose options (a dry run, another folder) are
 * not meant for the inner one. What says how the registry is reached stays.
 */
export function apart(): NodeJS.ProcessEnv {
  const reach = /^npm_config_(registry|cache|userconfig|cafile|.*proxy)$/i;
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || reach.test(name));
  return Object.fromEntries(kept);
}

/** Packs it as npm does and answers the file's path in `into`, `razmen-exchange-widget-<version>.tgz`. */
async function pack(into: string): Promise<string> {
  const from = await assemble();
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${resolve(into)}`],
    { cwd: from, env: apart(), shell: process.platform === 'win32' },
  );
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(resolve(into), filename);
}

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const write = (name: string, value: object) =>
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);

/** Puts the package in the place of the file that npm has just packed from the repository itself. */
async function replace(packed: string): Promise<void> {
  const beside = mkdtempSync(join(tmpdir(), 'razmen-pack-'));
  try {
    copyFileSync(await pack(beside), packed);
    // npm prints the digest of what it wrote itself.
    const digest = createHash('sha512').update(readFileSync(packed)).digest('base64');
    console.error(`${packed} holds ${PACKAGE_NAME}, integrity sha512-${digest}`);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

// `node tools/package.ts` packs into the folder it is called from. For `npm pack` in the repository it makes the files that
// npm lists (prepack), then replaces the file that npm wrote, which would want the server's dependencies (postpack).
if (import.meta.main) {
  process.env.NODE_ENV = 'production';
  try {
    const { npm_lifecycle_event, npm_config_dry_run, npm_config_pack_destination } = process.env;
    if (npm_lifecycle_event === 'prepack') await assemble();
    else if (npm_lifecycle_event !== 'postpack') console.log(await pack(process.cwd()));
    else if (npm_config_dry_run !== 'true') {
      const { name, version } = JSON.parse(read('package.json')) as Record<string, string>;
      await replace(resolve(npm_config_pack_destination || root, `${name}-${version}.tgz`));
    }
  } catch (error) {
    console.error(`The package was not made: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
