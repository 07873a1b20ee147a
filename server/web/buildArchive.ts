import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { ensureDirectory } from '#server/platform/ensureDirectory.ts';
import {
  compressFiles,
  createStaticFile,
  type StaticFile,
  type StaticFiles,
} from '#server/platform/http/response/staticFiles.ts';

/** A build is deleted after this many days without being current or requested. */
export const ARCHIVE_DAYS = 90;

/** Maximum number of files of older builds in memory. */
const MAX_FILES_IN_MEMORY = 64;

/** Builds of earlier deployments on disk, one folder each. */
export interface BuildArchive {
  /** Finds a file of an earlier build by name (`<hash>/element.js`); undefined if no build has it. */
  findFile: (name: string) => Promise<StaticFile | undefined>;
  /** Records that the current build was used until now, and stops the daily timer. */
  stop: () => Promise<void>;
}

/**
 * Copies `files` of the current build into a folder below `folder` and deletes expired builds. A build is written
 * atomically, also for other servers on the same folder. Throws the system's error if the folder is not writable.
 */
export async function openBuildArchive(folder: string, files: StaticFiles): Promise<BuildArchive> {
  ensureDirectory(folder);
  const currentFolder = join(folder, hashBuild(files));
  if (files.size > 0) await writeBuild(currentFolder, files);
  const foldersByFile = await indexOlderBuilds(folder, currentFolder);
  const cachedFiles = new Map<string, StaticFile>();

  async function findFile(name: string): Promise<StaticFile | undefined> {
    const buildFolder = foldersByFile.get(name);
    if (buildFolder === undefined) return undefined;
    const archivedFile = cachedFiles.get(name) ?? (await readArchivedFile(name, join(buildFolder, name)));
    if (!archivedFile) return undefined;
    // Least recently used files are dropped first.
    cachedFiles.delete(name);
    cachedFiles.set(name, archivedFile);
    for (const [oldest] of cachedFiles)
      if (cachedFiles.size > MAX_FILES_IN_MEMORY) cachedFiles.delete(oldest);
    await markUsed(buildFolder, DAY_MS);
    return archivedFile;
  }

  const dailyTimer = setInterval(() => void markUsed(currentFolder), DAY_MS).unref();
  return {
    findFile,
    async stop() {
      clearInterval(dailyTimer);
      await markUsed(currentFolder);
    },
  };
}

/** Name of a build, derived from its files. */
function hashBuild(files: StaticFiles): string {
  const hash = createHash('sha256');
  for (const [name, { digest }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${digest}\0`);
  return hash.digest('base64url').slice(0, 22);
}

/** Writes a build to a temporary folder and renames it when it is complete. */
async function writeBuild(buildFolder: string, files: StaticFiles): Promise<void> {
  if (await markUsed(buildFolder)) return;
  const temporaryFolder = join(dirname(buildFolder), `.${randomUUID()}`);
  try {
    for (const [name, { body }] of files) {
      const path = join(temporaryFolder, name);
      ensureDirectory(dirname(path));
      const handle = await open(path, 'wx');
      try {
        await handle.writeFile(body);
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
    await rename(temporaryFolder, buildFolder);
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true });
    // Another server wrote the same build first.
    if (!(await markUsed(buildFolder))) throw error;
  }
}

/** Maps file names of other builds to the newest folder that has them; deletes expired builds. */
async function indexOlderBuilds(folder: string, currentFolder: string): Promise<ReadonlyMap<string, string>> {
  const buildFolders = (await readdir(folder))
    .map(name => join(folder, name))
    .filter(place => place !== currentFolder);
  const dated = await Promise.all(
    buildFolders.map(async place => ({ place, at: await getLastUsedAt(place) })),
  );
  const foldersByFile = new Map<string, string>();
  for (const { place: buildFolder, at: lastUsedAt } of dated.sort((a, b) => a.at - b.at)) {
    const isHidden = relative(folder, buildFolder).startsWith('.');
    // A hidden folder is a build being written, or one left by a crash.
    const lifetimeMs = isHidden ? DAY_MS : ARCHIVE_DAYS * DAY_MS;
    if (Date.now() - lastUsedAt > lifetimeMs) await rm(buildFolder, { recursive: true, force: true });
    else if (!isHidden)
      for (const name of await listBuildFiles(buildFolder)) foldersByFile.set(name, buildFolder);
  }
  return foldersByFile;
}

async function listBuildFiles(buildFolder: string): Promise<string[]> {
  const entries = await readdir(buildFolder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(buildFolder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function readArchivedFile(name: string, path: string): Promise<StaticFile | undefined> {
  const body = await readFile(path).catch(() => undefined);
  if (!body) return undefined;
  const archivedFile = createStaticFile(name, body, true);
  // Compressed in the background, so that the request does not wait.
  void compressFiles([archivedFile]);
  return archivedFile;
}

/** Time of a build's last use: the modification time of its folder. */
async function getLastUsedAt(buildFolder: string): Promise<number> {
  const stats = await stat(buildFolder).catch(() => undefined);
  return stats?.mtimeMs ?? 0;
}

/** Records the use of a build, at most once in `minIntervalMs`. Returns false if the build does not exist. */
async function markUsed(buildFolder: string, minIntervalMs = 0): Promise<boolean> {
  const at = await getLastUsedAt(buildFolder);
  if (at === 0) return false;
  const now = new Date();
  if (now.getTime() - at >= minIntervalMs) await utimes(buildFolder, now, now).catch(() => undefined);
  return true;
}
