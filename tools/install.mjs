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
 * Whether node_modules holds exactly what package-lock.json asks for, by the list npm leaves there when it is done.
 * Parts for other platforms may be missing.
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
 * PATH with the packages' commands first, and with the pinned Node before the system's.
 * @param {string} folder
 * @param {string} [path]
 */
export const prependBinPath = (folder, path = process.env.PATH ?? '') =>
  [join(folder, 'node_modules/.bin'), path].join(delimiter);

/**
 * Installs what is missing; does nothing when all is there. False when npm could not.
 * @param {string} folder
 */
export async function installPackages(folder) {
  if (isInstalled(folder)) return true;
  console.log('Installing packages (npm ci) …');
  // npm must not run on the Node inside the folder that it is about to replace.
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
 * The Node that runs everything: the pinned one where it exists for this platform, else our own from 24 on.
 * Undefined when neither will do.
 * @param {string} folder
 * @param {string} [version] of the Node we run on
 */
export function findNode(folder, version = process.versions.node) {
  const pinned = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned)) return realpathSync(pinned);
  return Number.parseInt(version, 10) >= 24 ? process.execPath : undefined;
}

/**
 * Installs, then answers the Node to go on with; on failure one clear line and exit 1.
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
