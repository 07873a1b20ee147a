import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file as it is served, held in memory. */
export interface StaticFile {
  /** Content-Type. */
  type: string;
  body: Uint8Array<ArrayBuffer>;
  /** A digest of the body: the same name never stands for other bytes. */
  digest: string;
  /** Whether its name changes with its content, so that it can be kept for ever. */
  immutable: boolean;
  /** The body compressed, by the name of the coding; empty until `compressFiles` has come to it. */
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

/** What is compressed already gains nothing. */
const COMPRESSED_TYPE_PATTERN = /^(?:font|image\/(?!svg))/;

/** Names that Vite gave after a digest of the content: index-BY7dX2fa.js, CqE_4-0a/element.js. */
const HASHED_NAME_PATTERN = /-[\w-]{8}\.\w+$|(?:^|\/)[\w-]{8}\/[^/]+$/;

/** A body with its type by the name's ending. */
export function createStaticFile(name: string, body: Uint8Array, immutable = false): StaticFile {
  const type = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, body: new Uint8Array(body), digest, immutable, encodings: {} };
}

/** Every file of a folder but those in folders that begin with a dot; none when there is no such folder. */
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

/** Compresses what is not yet, one file after the other, so that a server that has just started keeps a core to itself. */
export async function compressFiles(files: Iterable<StaticFile>): Promise<void> {
  for (const { type, body, encodings } of files) {
    if (encodings.br || COMPRESSED_TYPE_PATTERN.test(type) || body.length < 512) continue;
    const br = await brotliAsync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
    encodings.br = new Uint8Array(br);
    encodings.gzip = new Uint8Array(await gzipAsync(body, { level: 9 }));
  }
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** The names that Vite's manifest lists: entries, chunks, styles and assets. */
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
