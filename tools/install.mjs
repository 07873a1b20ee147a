import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {{version?: string, integrity?: string, optional?: boolean, link?: boolean}} Locked
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
const readLockedPackages = file => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};

/**
 * Whether node_modules matches package-lock.json, by the list that npm writes into node_modules at the end.
 * Optional packages for other platforms may be missing.
 * @param {string} folder
 */
export function isInstalled(folder) {
  const listed = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(listed)) return false;
  try {
    const have = readLockedPackages(listed);
    return Object.entries(readLockedPackages(join(folder, 'package-lock.json'))).every(([path, want]) => {
      if (path === '') return true;
      const got = have[path];
      if (!got) return want.optional === true;
      return got.version === want.version && got.integrity === want.integrity;
    });
  } catch {
    return false;
  }
}

/**
 * PATH with node_modules/.bin first, so that the pinned Node comes before the system's.
 * @param {string} folder
 * @param {string} [path]
 */
export const prependBinPath = (folder, path = process.env.PATH ?? '') =>
  [join(folder, 'node_modules/.bin'), path].join(delimiter);

/**
 * Installs the packages unless they are installed. Returns false if npm failed.
 * @param {string} folder
 */
export async function installPackages(folder) {
  if (isInstalled(folder)) return true;
  console.log('Installing packages (npm ci) …');
  // npm replaces node_modules, so it must not run on the Node in there.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(part => !part.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
  const code = await run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    shell: process.platform === 'win32',
  });
  if (code === 0) return true;
  console.error(`npm ci failed (exit ${code}): the package registry must be reachable, see the lines above.`);
  return false;
}

/**
 * Path of the Node to run on: the pinned one if this platform has it, else the current one from version 24 on.
 * Undefined if there is neither.
 * @param {string} folder
 * @param {string} [version] version of the current Node
 */
export function findNode(folder, version = process.versions.node) {
  const pinned = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned)) return realpathSync(pinned);
  return Number.parseInt(version, 10) >= 24 ? process.execPath : undefined;
}

/**
 * Installs the packages and returns the Node to run on. On failure prints one line and exits with 1.
 * @param {string} folder
 */
export async function prepareNode(folder) {
  if (!(await installPackages(folder))) process.exit(1);
  const node = findNode(folder);
  if (node) return node;
  console.error(
    `Node 24 or newer is needed: this is ${process.version}, and no pinned Node exists for ${process.platform}-${process.arch}.`,
  );
  process.exit(1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await prepareNode(root);
