import { join } from 'node:path';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { answer, FIVE_MINUTES } from './answer.ts';
import { load, type File } from './files.ts';
import { keep, type Kept } from './kept.ts';
import { anywhere, type Headers } from './policy.ts';

/** What partners load: the script with its stable name, and every version of its parts by their hashes. */
export interface Widget {
  /** Answers a GET or HEAD for a name below /widget/. */
  serve: (c: Context, name: string) => Promise<Response>;
  /** The current build's files. */
  files: ReadonlyMap<string, File>;
  built: boolean;
  stop: () => Promise<void>;
}

/** In a folder named by a hash of the content: these bytes are all that the name will ever stand for. */
const HASHED = /^[\w-]{8}\/[\w.-]+$/;

/**
 * Reads the builds below `root` into memory, and keeps a copy of all that has a hash in DATA_DIR for the pages that will
 * still ask for it when another build has taken its place.
 */
export async function open(config: Config, root: string, headers: Headers, log?: Logger): Promise<Widget> {
  const [parts, single] = await Promise.all([
    load(join(root, 'dist/widget')),
    load(join(root, 'dist/single')),
  ]);
  const files = new Map(
    [...parts, ...single].map(([name, file]) => [name, { ...file, immutable: HASHED.test(name) }]),
  );
  const hashed = new Map([...files].filter(([, { immutable }]) => immutable));
  const kept = await keep(join(config.dataDir, 'widget'), hashed).catch((error: unknown): Kept => {
    log?.warn({ err: error }, 'versions of the widget are not kept: DATA_DIR/widget cannot be written');
    return { find: async () => undefined, stop: async () => {} };
  });
  const all = { ...headers, ...anywhere };
  return {
    async serve(c, name) {
      // A 404 may be true of this server only, and only until it has the new build.
      const found = files.get(name) ?? (HASHED.test(name) ? await kept.find(name) : undefined);
      return found
        ? answer(c, found, all, { cache: FIVE_MINUTES })
        : c.text('', 404, { ...all, 'Cache-Control': 'no-store' });
    },
    files,
    built: files.has('exchange-widget.js'),
    stop: kept.stop,
  };
}
