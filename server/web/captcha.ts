import { fileURLToPath } from 'node:url';
import type { Context } from 'hono';
import type { Config } from '#server/config.ts';
import { answer } from './answer.ts';
import { file, load, type File } from './files.ts';
import { captcha, type Headers } from './policy.ts';

/** The captcha's own page, `/captcha`, and its two files: what the widget shows in a frame. */
export interface CaptchaPage {
  /** Answers a GET or HEAD; undefined when the address is none of its own. */
  serve: (c: Context, path: string) => Response | undefined;
  files: Iterable<File>;
}

const FOLDER = fileURLToPath(new URL('captcha', import.meta.url));
const PAGE = 'captcha.html';

/** Reads the page; `headers` go with each answer, the page's own policy beside them. */
export async function open({ captchaOrigin }: Config, headers: Headers): Promise<CaptchaPage> {
  const files = new Map(await load(FOLDER));
  const html = new TextDecoder().decode(files.get(PAGE)?.body);
  files.set(PAGE, file(PAGE, new TextEncoder().encode(html.replace('%PROVIDER%', captchaOrigin))));
  const own = { ...headers, ...captcha(captchaOrigin) };
  return {
    serve(c, path) {
      const name = path === '/captcha' ? PAGE : path.startsWith('/captcha/') ? path.slice(9) : '';
      const found = path === `/captcha/${PAGE}` ? undefined : files.get(name);
      return found && answer(c, found, name === PAGE ? own : headers);
    },
    files: files.values(),
  };
}
