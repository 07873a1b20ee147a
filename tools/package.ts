import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createPackageJson, PACKAGE_NAME } from '../package/packageJson.ts';
import { createAttributeTypes, createElementsManifest, fillReadme } from '../package/elementsManifest.ts';
import { COMMON_INPUTS, isStale, runBuild, type Build } from './build.ts';
import { root } from './install.mjs';

const PACKAGE_FOLDER = join(root, 'dist/package');

const packageBuild: Build = {
  mode: 'package',
  inputs: [...COMMON_INPUTS, 'package'],
  output: 'dist/package/package.json',
};

/** Builds dist/package if its sources have changed: modules, types, custom-elements.json, README and package.json. */
async function assemblePackage(): Promise<string> {
  if (!isStale(root, packageBuild)) return PACKAGE_FOLDER;
  await runBuild(root, packageBuild, async mode => {
    const vite = await import('vite');
    await vite.build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'warn' });
    cpSync(join(root, 'package/types'), PACKAGE_FOLDER, { recursive: true });
    writeText('attributes.d.ts', createAttributeTypes());
    writeText('README.md', fillReadme(readText('package/README.md')));
    writeJson('custom-elements.json', createElementsManifest(readText('widget/element.ts')));
    writeJson('package.json', createPackageJson(JSON.parse(readText('package.json'))));
  });
  return PACKAGE_FOLDER;
}

/**
 * The environment for a nested npm. Without the variables that an outer npm sets: its options (a dry run, another folder)
 * must not reach the inner one. Registry, cache and proxy settings stay.
 */
export function createNestedNpmEnvironment(): NodeJS.ProcessEnv {
  const connection = /^npm_config_(registry|cache|userconfig|cafile|.*proxy)$/i;
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) || connection.test(name),
  );
  return Object.fromEntries(entries);
}

/** Packs dist/package into the folder and returns the file's path, `razmen-exchange-widget-<version>.tgz`. */
async function packInto(destination: string): Promise<string> {
  const packageFolder = await assemblePackage();
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${resolve(destination)}`],
    { cwd: packageFolder, env: createNestedNpmEnvironment(), shell: process.platform === 'win32' },
  );
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(resolve(destination), filename);
}

const readText = (name: string) => readFileSync(join(root, name), 'utf8');
const writeText = (name: string, text: string) => writeFileSync(join(PACKAGE_FOLDER, name), text);
const writeJson = (name: string, value: object) => writeText(name, `${JSON.stringify(value, null, 2)}\n`);

/** Replaces the file that npm has packed from the repository by the real package. */
async function replacePacked(packed: string): Promise<void> {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'razmen-pack-'));
  try {
    copyFileSync(await packInto(temporaryFolder), packed);
    // npm prints the digest of the replaced file.
    const digest = createHash('sha512').update(readFileSync(packed)).digest('base64');
    console.error(`${packed} contains ${PACKAGE_NAME}, integrity sha512-${digest}`);
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

// `node tools/package.ts` packs into the working directory. As a script of `npm pack` it first builds the files that npm
// lists (prepack), then replaces npm's file, which would require the server's dependencies (postpack).
if (import.meta.main) {
  process.env.NODE_ENV = 'production';
  try {
    const { npm_lifecycle_event, npm_config_dry_run, npm_config_pack_destination } = process.env;
    if (npm_lifecycle_event === 'prepack') await assemblePackage();
    else if (npm_lifecycle_event !== 'postpack') console.log(await packInto(process.cwd()));
    else if (npm_config_dry_run !== 'true') {
      const { name, version } = JSON.parse(readText('package.json')) as Record<string, string>;
      await replacePacked(resolve(npm_config_pack_destination || root, `${name}-${version}.tgz`));
    }
  } catch (error) {
    console.error(
      `The package could not be built: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}
