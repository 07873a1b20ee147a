import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressFiles, type StaticFile } from './staticFiles.ts';

/** Folder of compressed copies in dist/: `<digest>.br` and `<digest>.gz`. */
export const PRECOMPRESSED_FOLDER = '.codings';

const ENCODING_EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** Loads the compressed copies of the files whose bytes are unchanged since the build. */
export async function loadPrecompressed(folder: string, files: Iterable<StaticFile>): Promise<void> {
  const existingNames = new Set(await readdir(folder).catch(() => []));
  const read = async ({ digest, encodings }: StaticFile) => {
    // Both encodings are required: an aborted build may leave only one, and the server then compresses the file itself.
    if (!Object.values(ENCODING_EXTENSIONS).every(ending => existingNames.has(digest + ending))) return;
    const [br, gzip] = await Promise.all([
      readFile(join(folder, digest + ENCODING_EXTENSIONS.br)),
      readFile(join(folder, digest + ENCODING_EXTENSIONS.gzip)),
    ]);
    Object.assign(encodings, { br: new Uint8Array(br), gzip: new Uint8Array(gzip) });
  };
  await Promise.all(Array.from(files, read));
}

/** Writes missing copies of the files to `folder` and deletes copies of removed files. */
export async function writePrecompressed(folder: string, files: readonly StaticFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await loadPrecompressed(folder, files);
  await Promise.all(
    files.map(async file => {
      if (file.encodings.br) return;
      await compressFiles([file]);
      const { br, gzip } = file.encodings;
      if (!br || !gzip) return;
      await writeFile(join(folder, file.digest + ENCODING_EXTENSIONS.br), br);
      await writeFile(join(folder, file.digest + ENCODING_EXTENSIONS.gzip), gzip);
    }),
  );
  const expectedNames = new Set(
    files.flatMap(({ digest }) => Object.values(ENCODING_EXTENSIONS).map(end => digest + end)),
  );
  for (const name of await readdir(folder)) if (!expectedNames.has(name)) await rm(join(folder, name));
}
