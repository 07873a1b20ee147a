import { join } from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '#server/platform/config/config.ts';
import { sendFile, CACHE_REVALIDATE } from '#server/platform/http/response/fileResponse.ts';
import {
  compressFiles,
  loadStaticFiles,
  type StaticFile,
  type StaticFiles,
  createStaticFile,
} from '#server/platform/http/response/staticFiles.ts';
import { loadFormPrerenderer, type FormPrerenderer } from '#server/platform/prerender/formPrerenderer.ts';
import { createCommonHeaders, type ResponseHeaders } from '#server/platform/http/response/commonHeaders.ts';
import { loadPrecompressed, PRECOMPRESSED_FOLDER } from '#server/platform/http/response/precompressed.ts';
import { loadCaptchaPage } from './captchaPage.ts';
import { loadExamplePages } from './examplePages.ts';
import { createHomePage, type HomePageHandler } from './homePage.ts';
import { fillPlaceholders } from './fillPlaceholders.ts';
import {
  CROSS_ORIGIN_HEADERS,
  getAllowedOrigins,
  createSiteHeaders,
  PRIVATE_PAGE_HEADERS,
} from './securityHeaders.ts';
import {
  createSiteRouter,
  isOpenDuringMaintenance,
  isPrivatePath,
  readRouteTable,
  type SiteRoute,
} from './siteRouter.ts';
import type { SettingsSource } from './settingsSource.ts';
import { loadWidgetFiles } from './widgetFiles.ts';

/** Serves everything except the API. */
export interface WebHost {
  /** Responds to every GET and HEAD that reaches it. */
  servePages: MiddlewareHandler;
  /** Whether site and widget are built; otherwise every page is a 404. */
  isBuilt: boolean;
  /** Compresses the files; before that, responses are uncompressed. */
  compressFiles: () => Promise<void>;
  /** Prerenders the widget's form; null if the widget is not built. */
  formPrerenderer: FormPrerenderer | null;
  /** Prerenders the form on the home page with figures of `source`. */
  enableHomePage: (source: SettingsSource) => void;
  stop: () => Promise<void>;
}

/** Pages contain the public origin, so each start compresses them: half the CPU time of quality 11, 1 % more bytes. */
const START_BROTLI_QUALITY = 10;

type PageFile = { file: StaticFile; headers: ResponseHeaders };

/** Loads the builds and the examples below `root` into memory; later changes on disk are not served. */
export async function openWebHost(config: Config, root: string, log?: Logger): Promise<WebHost> {
  const headers = createCommonHeaders(config);
  const [site, widget, examples, captcha] = await Promise.all([
    loadStaticFiles(join(root, 'dist/site')).then(files => fillPlaceholders(withoutWidget(files), config)),
    loadWidgetFiles(config, root, headers, log),
    loadExamplePages(root, headers),
    loadCaptchaPage(config, headers),
  ]);
  const allowedOrigins = getAllowedOrigins(config);
  const createPageHeaders = (html: string, inlineScript?: string) => ({
    ...headers,
    ...createSiteHeaders(html, { ...allowedOrigins, inlineScript }),
  });
  const toPage = (file: StaticFile): PageFile => ({
    file,
    headers: createPageHeaders(new TextDecoder().decode(file.body)),
  });
  const pages = [...site].filter(([name]) => name.endsWith('.html'));
  const pagesByName = new Map(pages.map(([name, file]) => [name, toPage(file)]));
  const routeTable = readRouteTable(site);
  const resolveRoute = createSiteRouter(site, routeTable);
  const form = await loadFormPrerenderer(root);
  let home: HomePageHandler | null = null;

  async function serve(c: Context): Promise<Response> {
    if (!['GET', 'HEAD'].includes(c.req.method)) {
      return c.text('', 405, { Allow: 'GET, HEAD', ...headers });
    }
    const path = decodePath(c.req.path);
    const [, folder = '', rest = ''] = /^\/(widget|examples)\/(.*)$/s.exec(path) ?? [];
    if (folder === 'widget') return widget.serve(c, rest);
    const example = folder === 'examples' ? examples.serve(c, rest) : undefined;
    if (example) return example;
    const captchaResponse = captcha.serve(c, path);
    if (captchaResponse) return captchaResponse;
    if (path === '/examples') return c.body(null, 301, { ...headers, Location: '/examples/' });
    const staticFile =
      pagesByName.has(path.slice(1)) || HIDDEN_PATHS.has(path) ? undefined : site.get(path.slice(1));
    if (staticFile) {
      // Partners' pages show the banners, also isolated pages (COEP).
      const fileHeaders = path.startsWith('/banners/') ? { ...headers, ...CROSS_ORIGIN_HEADERS } : headers;
      return sendFile(c, staticFile, fileHeaders, { cache: CACHE_REVALIDATE, isCurrent: () => true });
    }
    return servePage(c, resolveRoute(path), path);
  }

  /** Sends the page of a path; the home page is rendered for each request. */
  async function servePage(c: Context, target: SiteRoute, path: string): Promise<Response> {
    if ('redirectTo' in target) {
      const { search } = new URL(c.req.url);
      // Encoded by segment: an escaped `?` or `#` stays part of the path.
      const parts = target.redirectTo.split('/').map(part => encodeURIComponent(part));
      return c.body(null, 301, { ...headers, Location: parts.join('/') + search });
    }
    const { maintenanceRetryAfter } = c.var;
    const maintenancePage =
      maintenanceRetryAfter !== undefined &&
      target.status === 200 &&
      !isOpenDuringMaintenance(routeTable, path)
        ? pagesByName.get(MAINTENANCE_PAGE)
        : undefined;
    if (maintenancePage) {
      return sendFile(
        c,
        maintenancePage.file,
        { ...maintenancePage.headers, 'Retry-After': String(maintenanceRetryAfter) },
        { status: 503 },
      );
    }
    const pageFile = pagesByName.get(target.page);
    if (!pageFile) return c.text('', 404, headers);
    const homeResponse = target.page === 'index.html' ? await home?.(c) : null;
    if (homeResponse) return homeResponse;
    const pageHeaders = isPrivatePath(routeTable, path)
      ? { ...pageFile.headers, ...PRIVATE_PAGE_HEADERS }
      : pageFile.headers;
    return sendFile(c, pageFile.file, pageHeaders, { status: target.status });
  }

  const errorPage = toPage(createErrorPage(site.get(MAINTENANCE_PAGE)));
  /** Sends the error page if serving fails. */
  async function serveOrFail(c: Context): Promise<Response> {
    try {
      return await serve(c);
    } catch (error) {
      log?.error({ err: error, id: c.var.requestId }, 'a page failed');
      return sendFile(c, errorPage.file, errorPage.headers, { status: 500, cache: 'no-store' });
    }
  }

  return {
    servePages: serveOrFail,
    isBuilt: pagesByName.has('index.html') && widget.isBuilt,
    async compressFiles() {
      const built = [...site.values(), ...widget.files.values()];
      await loadPrecompressed(join(root, 'dist', PRECOMPRESSED_FOLDER), built);
      await compressFiles([...built, ...examples.files, ...captcha.files], START_BROTLI_QUALITY);
    },
    formPrerenderer: form,
    enableHomePage(source) {
      const index = site.get('index.html');
      home = form && index ? createHomePage(source, form, index, createPageHeaders, log) : null;
    },
    stop: widget.stop,
  };
}

/** Replaces every page during maintenance, except those of `maintenanceFolders`. */
const MAINTENANCE_PAGE = '503.html';

/** Built files for the server only. */
const HIDDEN_PATHS = new Set(['/routes.json']);

/** The built site without the widget, which `loadWidgetFiles` serves. */
const withoutWidget = (files: StaticFiles): StaticFiles =>
  new Map([...files].filter(([name]) => !name.startsWith('widget/')));

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Creates the page for status 500: text and style of the maintenance page without its scripts, which could fail again.
 * Without `maintenancePage` it is one sentence.
 */
function createErrorPage(maintenancePage: StaticFile | undefined): StaticFile {
  const html = maintenancePage ? new TextDecoder().decode(maintenancePage.body) : FALLBACK_HTML;
  const scriptless = html
    .replaceAll(/<script\b[^>]*>.*?<\/script>\s*/gs, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>\s*/g, '');
  return createStaticFile('500.html', new TextEncoder().encode(scriptless));
}

const FALLBACK_HTML =
  '<!doctype html><html lang="ru"><meta charset="utf-8"><title>Ведутся технические работы</title><h1>Ведутся технические работы</h1><p>Попробуйте зайти на сайт позднее</p></html>';
