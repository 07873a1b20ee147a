import { run } from '../run.mjs';

/** Only root may install packages. */
export const isRoot = () => process.getuid?.() === 0;

const APT_OPTIONS = ['-qq', '-o', 'Acquire::Retries=2', '-o', 'Dpkg::Use-Pty=0'];

/** Installs Debian packages without upgrading any. Returns undefined on success, else one line with the reason. */
export async function installDebianPackages(...names: string[]): Promise<string | undefined> {
  console.log(`Installing ${names.join(', ')} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const get = (...args: string[]) =>
    run('apt-get', [...APT_OPTIONS, '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env,
      timeout: 300_000,
    });
  try {
    // Package lists may be missing or old. If that matters, the installation fails.
    await get('update');
    const code = await get('install', '-y', '--no-upgrade', '--no-install-recommends', ...names);
    return code === 0 ? undefined : `apt-get install ${names.join(' ')} failed (exit ${code})`;
  } catch {
    return 'there is no apt-get';
  }
}
