import { join } from 'node:path';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config/config.ts';
import { sendFile, CACHE_FIVE_MINUTES } from '#server/platform/http/response/fileResponse.ts';
import { loadStaticFiles, type StaticFile } from '#server/platform/http/response/staticFiles.ts';
import { openBuildArchive, type BuildArchive } from './buildArchive.ts';
import { CROSS_ORIGIN_HEADERS } from './securityHeaders.ts';
import type { ResponseHeaders } from '#server/platform/http/response/commonHeaders.ts';

/** The widget for partners: the script with a stable name, and every version of its chunks by hash. */
export interface WidgetFiles {
  /** Responds to GET and HEAD below /widget/. */
  serve: (c: Context, name: string) => Promise<Response>;
  /** Files of the current build. */
  files: ReadonlyMap<string, StaticFile>;
  isBuilt: boolean;
  stop: () => Promise<void>;
}

/** Files in a folder named by a content hash never change. */
const HASHED_PATH_PATTERN = /^[\w-]{8}\/[\w.-]+$/;

/**
 * Loads the builds below `root` into memory. Copies hashed files to DATA_DIR, so that pages can still request them
 * after the next deployment.
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
      // Another server may already have the new build, so a 404 must not be cached.
      const requestedFile =
        files.get(name) ?? (HASHED_PATH_PATTERN.test(name) ? await archive.findFile(name) : undefined);
      // The archive records the use of its files.
      const isCurrent = files.has(name) ? () => true : undefined;
      return requestedFile
        ? sendFile(c, requestedFile, responseHeaders, { cache: CACHE_FIVE_MINUTES, isCurrent })
        : c.text('', 404, { ...responseHeaders, 'Cache-Control': 'no-store' });
    },
    files,
    isBuilt: files.has('exchange-widget.js'),
    stop: archive.stop,
  };
}
