import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadStaticFiles } from '#server/platform/http/response/staticFiles.ts';
import { PLACEHOLDER_FILE_PATTERN } from './fillPlaceholders.ts';
import { writePrecompressed, PRECOMPRESSED_FOLDER } from '#server/platform/http/response/precompressed.ts';

// `node server/web/compressBuild.ts` runs after a build and writes maximally compressed copies of the built files. The
// server replaces its own address in some files at start, and compresses those itself.
const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const builds = await Promise.all(['site', 'single'].map(name => loadStaticFiles(join(dist, name))));
const files = builds.flatMap(all => [...all]).filter(([name]) => !PLACEHOLDER_FILE_PATTERN.test(name));
await writePrecompressed(
  join(dist, PRECOMPRESSED_FOLDER),
  files.map(([, file]) => file),
);
