import { fileURLToPath } from 'node:url';
import type { Context } from 'hono';
import type { Config } from '#server/platform/config/config.ts';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import {
  createStaticFile,
  loadStaticFiles,
  type StaticFile,
} from '#server/platform/http/response/staticFiles.ts';
import { createCaptchaHeaders } from './securityHeaders.ts';
import type { ResponseHeaders } from '#server/platform/http/response/commonHeaders.ts';

/** The page `/captcha` and its two files, which the widget shows in a frame. */
export interface CaptchaPage {
  /** Responds to GET and HEAD; undefined for other paths. */
  serve: (c: Context, path: string) => Response | undefined;
  files: Iterable<StaticFile>;
}

const CAPTCHA_FOLDER = fileURLToPath(new URL('captcha', import.meta.url));
const CAPTCHA_PAGE_NAME = 'captcha.html';

/** Loads the page. Every response has `headers` and the page's own Content-Security-Policy. */
export async function loadCaptchaPage(
  { captchaOrigin }: Config,
  headers: ResponseHeaders,
): Promise<CaptchaPage> {
  const files = new Map(await loadStaticFiles(CAPTCHA_FOLDER));
  const html = new TextDecoder().decode(files.get(CAPTCHA_PAGE_NAME)?.body);
  files.set(
    CAPTCHA_PAGE_NAME,
    createStaticFile(CAPTCHA_PAGE_NAME, new TextEncoder().encode(html.replace('%PROVIDER%', captchaOrigin))),
  );
  const pageHeaders = { ...headers, ...createCaptchaHeaders(captchaOrigin) };
  return {
    serve(c, path) {
      const name =
        path === '/captcha' ? CAPTCHA_PAGE_NAME : path.startsWith('/captcha/') ? path.slice(9) : '';
      const requestedFile = path === `/captcha/${CAPTCHA_PAGE_NAME}` ? undefined : files.get(name);
      return requestedFile && sendFile(c, requestedFile, name === CAPTCHA_PAGE_NAME ? pageHeaders : headers);
    },
    files: files.values(),
  };
}
