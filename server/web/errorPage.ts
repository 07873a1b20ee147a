import { createStaticFile, type StaticFile } from '#server/platform/http/response/staticFiles.ts';

/**
 * Creates the page for status 500: text and style of the maintenance page without its scripts, which could fail again.
 * Without `maintenancePage` it is one sentence.
 */
export function createErrorPage(maintenancePage: StaticFile | undefined): StaticFile {
  const html = maintenancePage ? new TextDecoder().decode(maintenancePage.body) : FALLBACK_HTML;
  const scriptless = html
    .replaceAll(/<script\b[^>]*>.*?<\/script>\s*/gs, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>\s*/g, '');
  return createStaticFile('500.html', new TextEncoder().encode(scriptless));
}

const FALLBACK_HTML =
  '<!doctype html><html lang="ru"><meta charset="utf-8"><title>Ведутся технические работы</title><h1>Ведутся технические работы</h1><p>Попробуйте зайти на сайт позднее</p></html>';
