import { join } from 'node:path';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { sendFile, CACHE_FIVE_MINUTES } from './fileResponse.ts';
import { loadStaticFiles, type StaticFile } from './staticFiles.ts';
import { openBuildArchive, type BuildArchive } from './buildArchive.ts';
import { CROSS_ORIGIN_HEADERS, type ResponseHeaders } from './securityHeaders.ts';

/** What partners load: the script with its stable name, and every version of its parts by their hashes. */
export interface WidgetFiles {
  /** Answers a GET or HEAD for a name below /widget/. */
  serve: (c: Context, name: string) => Promise<Response>;
  /** The current build's files. */
  files: ReadonlyMap<string, StaticFile>;
  isBuilt: boolean;
  stop: () => Promise<void>;
}

/** In a folder named by a hash of the content: these bytes are all that the name will ever stand for. */
const HASHED_PATH_PATTERN = /^[\w-]{8}\/[\w.-]+$/;

/**
 * Reads the builds below `root` into memory, and keeps a copy of all that has a hash in DATA_DIR for the pages that will
 * still ask for it when another build has taken its place.
 */
export async function loadWidgetFiles(
  config: Config,
  root: string,
  headers: ResponseHeaders,
  log?: Logger,
): Promise<WidgetFiles> {
  const [moduleFiles, singleFiles] = await Promise.all([
    loadStaticFiles(join(root, 'dist/site/widget')),
    loadStaticFiles(join(root, 'dist/single')),
  ]);
  const files = new Map(
    [...moduleFiles, ...singleFiles].map(([name, file]) => [
      name,
      { ...file, immutable: HASHED_PATH_PATTERN.test(name) },
    ]),
  );
  const hashed = new Map([...files].filter(([, { immutable }]) => immutable));
  const archive = await openBuildArchive(join(config.dataDir, 'widget'), hashed).catch(
    (error: unknown): BuildArchive => {
      log?.warn({ err: error }, 'versions of the widget are not kept: DATA_DIR/widget cannot be written');
      return { findFile: async () => undefined, stop: async () => {} };
    },
  );
  const responseHeaders = { ...headers, ...CROSS_ORIGIN_HEADERS };
  return {
    async serve(c, name) {
      // A 404 may be true of this server only, and only until it has the new build.
      const requestedFile =
        files.get(name) ?? (HASHED_PATH_PATTERN.test(name) ? await archive.findFile(name) : undefined);
      return requestedFile
        ? sendFile(c, requestedFile, responseHeaders, { cache: CACHE_FIVE_MINUTES })
        : c.text('', 404, { ...responseHeaders, 'Cache-Control': 'no-store' });
    },
    files,
    isBuilt: files.has('exchange-widget.js'),
    stop: archive.stop,
  };
}
