import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { make } from '#server/database/folder.ts';
import { compress, file, type File, type Files } from './files.ts';

/** A build is dropped when it has neither been served as the current one nor asked for in this many days. */
export const DAYS = 90;

const DAY = 24 * 60 * 60 * 1000;

/** So many files of older builds stay in memory; the disk has the others. */
const HELD = 64;

/** The builds of earlier deployments on disk, a folder each. */
export interface Kept {
  /** A file of an earlier build by its name, `<hash>/element.js`; undefined when no kept build has it. */
  find: (name: string) => Promise<File | undefined>;
  /** Notes that the current build was in use until now, and ends the daily note. */
  stop: () => Promise<void>;
}

/**
 * Keeps `files`, the current build's, in a folder of their own below `folder`, and drops the builds that nobody needs any
 * more. A build is all there or not at all, also for another server on the same folder. Throws the system's error where
 * the folder cannot be written.
 */
export async function keep(folder: string, files: Files): Promise<Kept> {
  make(folder);
  const own = join(folder, build(files));
  if (files.size > 0) await store(own, files);
  const older = await others(folder, own);
  const held = new Map<string, File>();

  async function find(name: string): Promise<File | undefined> {
    const place = older.get(name);
    if (place === undefined) return undefined;
    const found = held.get(name) ?? (await read(name, join(place, name)));
    if (!found) return undefined;
    // The one asked for last is the last to go.
    held.delete(name);
    held.set(name, found);
    for (const [oldest] of held) if (held.size > HELD) held.delete(oldest);
    await used(place, DAY);
    return found;
  }

  const daily = setInterval(() => void used(own), DAY).unref();
  return {
    find,
    async stop() {
      clearInterval(daily);
      await used(own);
    },
  };
}

/** A build's name: the same files, the same name. */
function build(files: Files): string {
  const hash = createHash('sha256');
  for (const [name, { digest }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${digest}\0`);
  return hash.digest('base64url').slice(0, 22);
}

/** Writes a build beside its place and moves it there when all of it is on disk. */
async function store(place: string, files: Files): Promise<void> {
  if (await used(place)) return;
  const beside = join(dirname(place), `.${randomUUID()}`);
  try {
    for (const [name, { body }] of files) {
      const path = join(beside, name);
      make(dirname(path));
      const handle = await open(path, 'wx');
      try {
        await handle.writeFile(body);
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    // Another server that has just started was quicker.
    if (!(await used(place))) throw error;
  }
}

/** The names that the other builds have, with the folder of the newest that has it; what is too old goes. */
async function others(folder: string, own: string): Promise<ReadonlyMap<string, string>> {
  const places = (await readdir(folder)).map(name => join(folder, name)).filter(place => place !== own);
  const dated = await Promise.all(places.map(async place => ({ place, at: await lastUsed(place) })));
  const names = new Map<string, string>();
  for (const { place, at } of dated.sort((a, b) => a.at - b.at)) {
    const hidden = relative(folder, place).startsWith('.');
    // A hidden one is being written, or was when the power failed.
    const lasts = hidden ? DAY : DAYS * DAY;
    if (Date.now() - at > lasts) await rm(place, { recursive: true, force: true });
    else if (!hidden) for (const name of await listed(place)) names.set(name, place);
  }
  return names;
}

async function listed(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(place, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

async function read(name: string, path: string): Promise<File | undefined> {
  const body = await readFile(path).catch(() => undefined);
  if (!body) return undefined;
  const found = file(name, body, true);
  // The first who asks does not wait for it.
  void compress([found]);
  return found;
}

/** When a build was last of use: its folder's own time. */
async function lastUsed(place: string): Promise<number> {
  const found = await stat(place).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}

/** Notes that a build is of use now, unless that was noted within `since` milliseconds. False when there is none. */
async function used(place: string, since = 0): Promise<boolean> {
  const at = await lastUsed(place);
  if (at === 0) return false;
  const now = new Date();
  if (now.getTime() - at >= since) await utimes(place, now, now).catch(() => undefined);
  return true;
}
