import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compress, type File } from './files.ts';

/** Where the build leaves compressed copies, below the folder of all builds: `<digest>.br` and `<digest>.gz`. */
export const FOLDER = '.codings';

const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** Gives the files the copies that the build made of these very bytes; the others are left as they are. */
export async function take(folder: string, files: Iterable<File>): Promise<void> {
  const there = new Set(await readdir(folder).catch(() => []));
  const read = async ({ digest, codings }: File) => {
    // Both or none: a build that was broken off is made up for by compressing.
    if (!Object.values(ENDINGS).every(ending => there.has(digest + ending))) return;
    const [br, gzip] = await Promise.all([
      readFile(join(folder, digest + ENDINGS.br)),
      readFile(join(folder, digest + ENDINGS.gzip)),
    ]);
    Object.assign(codings, { br: new Uint8Array(br), gzip: new Uint8Array(gzip) });
  };
  await Promise.all(Array.from(files, read));
}

/** Makes the copies that `folder` lacks of these files, and removes those of files that are no more. */
export async function make(folder: string, files: readonly File[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await take(folder, files);
  await Promise.all(
    files.map(async file => {
      if (file.codings.br) return;
      await compress([file]);
      const { br, gzip } = file.codings;
      if (!br || !gzip) return;
      await writeFile(join(folder, file.digest + ENDINGS.br), br);
      await writeFile(join(folder, file.digest + ENDINGS.gzip), gzip);
    }),
  );
  const wanted = new Set(files.flatMap(({ digest }) => Object.values(ENDINGS).map(end => digest + end)));
  for (const name of await readdir(folder)) if (!wanted.has(name)) await rm(join(folder, name));
}
