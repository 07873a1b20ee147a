import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Hono, type Context } from 'hono';
import { describeRoute, resolver } from 'hono-openapi';
import { ExportedRates } from '#core/contract/rates.ts';
import { createFiguresCheck, getFiguresState } from '#server/exchange/courses/figuresState.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import { createStaticFile, type StaticFile } from '#server/platform/http/response/staticFiles.ts';
import { createStateCache } from '#server/platform/stateCache.ts';
import { listExportedRates } from './exportedRates.ts';
import { formatRatesXml } from './ratesXml.ts';

/** Monitoring sites poll every few seconds and revalidate with the ETag. */
const EXPORT_CACHE_CONTROL = 'public, max-age=5';

/** Any origin may read the rates. */
const EXPORT_HEADERS = { 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' };

const EXPORT_FILE_NAMES = ['rates.xml', 'rates.json'] as const;
type ExportFileName = (typeof EXPORT_FILE_NAMES)[number];

const summary = 'List all open directions in the format of monitoring sites; empty during maintenance';
const exportContents = {
  'rates.xml': { 'application/xml': { schema: { type: 'string' } } },
  'rates.json': { 'application/json': { schema: resolver(ExportedRates) } },
} as const;

/** /rates.xml and /rates.json from memory, made once for each state of the figures (`getFiguresState`). */
export function createExportRoutes(context: ServerContext): Hono {
  const routes = new Hono();
  const cache = createStateCache<Promise<StaticFile>>(EXPORT_FILE_NAMES.length);
  const latestFiles = new Map<ExportFileName, StaticFile>();

  async function createFile(name: ExportFileName): Promise<StaticFile> {
    const rates = listExportedRates(context);
    const text = name === 'rates.xml' ? formatRatesXml(rates) : JSON.stringify({ rates });
    const created = createStaticFile(name, new TextEncoder().encode(text));
    const latest = latestFiles.get(name);
    // Avoids a repeated compression.
    if (latest?.digest === created.digest) return latest;
    created.encodings.gzip = new Uint8Array(await gzipAsync(created.body));
    latestFiles.set(name, created);
    return created;
  }

  async function sendExport(c: Context, name: ExportFileName): Promise<Response> {
    // The next response must contain this process's own writes, for example a hold.
    await context.catalogue.reloadAfterOwnWrites();
    const state = getFiguresState(context);
    const file = cache.get(state, name, () => createFile(name));
    file.catch(() => cache.delete(name));
    const isCurrent = createFiguresCheck(context, state);
    return sendFile(c, await file, EXPORT_HEADERS, { cache: EXPORT_CACHE_CONTROL, isCurrent });
  }

  for (const name of EXPORT_FILE_NAMES) {
    const responses = { 200: { description: summary, content: exportContents[name] } };
    routes.get(`/${name}`, describeRoute({ summary, tags: ['exports'], responses }), (c: Context) =>
      sendExport(c, name),
    );
  }
  return routes;
}

const gzipAsync = promisify(gzip);
