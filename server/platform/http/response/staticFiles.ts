import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A served file in memory. */
export interface StaticFile {
  /** Content-Type. */
  type: string;
  body: Uint8Array<ArrayBuffer>;
  /** Digest of the body. */
  digest: string;
  /** Whether the name changes with the content, so that it can be cached forever. */
  immutable: boolean;
  /** Compressed bodies by encoding; empty until `compressFiles` has run. */
  encodings: { br?: Uint8Array<ArrayBuffer>; gzip?: Uint8Array<ArrayBuffer> };
}

/** Path below the folder, with `/` between its parts → file. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Types that are already compressed. */
const COMPRESSED_TYPE_PATTERN = /^(?:font|image\/(?!svg))/;

/** Names in which Vite puts a digest of the content: index-BY7dX2fa.js, CqE_4-0a/element.js. */
const HASHED_NAME_PATTERN = /-[\w-]{8}\.\w+$|(?:^|\/)[\w-]{8}\/[^/]+$/;

/** Creates a file with the type of its extension. */
export function createStaticFile(name: string, body: Uint8Array, immutable = false): StaticFile {
  const type = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, body: new Uint8Array(body), digest, immutable, encodings: {} };
}

/** Loads all files of a folder except hidden folders; empty if the folder does not exist. */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissingFolder);
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter(parts => !parts.some(part => part.startsWith('.')))
    .map(parts => parts.join('/'));
  const builtNames = await readBuiltNames(folder);
  const readStaticFile = async (name: string) =>
    [
      name,
      createStaticFile(
        name,
        await readFile(join(folder, name)),
        builtNames.has(name) && HASHED_NAME_PATTERN.test(name),
      ),
    ] as const;
  return new Map(await Promise.all(names.map(readStaticFile)));
}

/**
 * Compresses the remaining files one at a time, so that a starting server keeps one core free. The default quality is
 * the highest, for a build.
 */
export async function compressFiles(
  files: Iterable<StaticFile>,
  brotliQuality = constants.BROTLI_MAX_QUALITY,
): Promise<void> {
  for (const { type, body, encodings } of files) {
    if (encodings.br || COMPRESSED_TYPE_PATTERN.test(type) || body.length < 512) continue;
    const br = await brotliAsync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
    encodings.br = new Uint8Array(br);
    encodings.gzip = new Uint8Array(await gzipAsync(body, { level: 9 }));
  }
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Reads the names in Vite's manifest: entries, chunks, styles and assets. */
async function readBuiltNames(folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const chunks = Object.values(
    JSON.parse(text) as Record<string, { file: string; css?: string[]; assets?: string[] }>,
  );
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}

function ignoreMissingFolder(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
