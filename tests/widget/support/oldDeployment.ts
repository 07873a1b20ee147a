import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A previous deployment: the current server, with the site and widget built as another version. */
export interface OldDeployment {
  folder: string;
  remove: () => void;
}

/** Creates an old deployment. Requires the current build. */
export async function createOldDeployment(version: string): Promise<OldDeployment> {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-deployment-'));
  for (const name of ['server', 'core', 'package.json', 'dist/single'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await build({
    configFile: join(root, 'vite.config.ts'),
    mode: 'site',
    logLevel: 'error',
    define: { __WIDGET_VERSION__: JSON.stringify(version) },
    // Gives every file a different URL than in the current build.
    plugins: [{ name: 'other-hashes', augmentChunkHash: () => version }],
    build: { outDir: join(folder, 'dist/site') },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
