import { run } from './run.mjs';

/** Whether we may install packages of the distribution. */
export const isRoot = () => process.getuid?.() === 0;

const APT_OPTIONS = ['-qq', '-o', 'Acquire::Retries=2', '-o', 'Dpkg::Use-Pty=0'];

/** Installs Debian packages, never upgrading one; undefined on success, else one line that says why not. */
export async function installDebianPackages(...names: string[]): Promise<string | undefined> {
  console.log(`Installing ${names.join(', ')} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const get = (...args: string[]) =>
    run('apt-get', [...APT_OPTIONS, '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env,
      timeout: 300_000,
    });
  try {
    // The lists may be missing or old; the install below says whether that matters.
    await get('update');
    const code = await get('install', '-y', '--no-upgrade', '--no-install-recommends', ...names);
    return code === 0 ? undefined : `apt-get install ${names.join(' ')} failed (exit ${code})`;
  } catch {
    return 'there is no apt-get';
  }
}
