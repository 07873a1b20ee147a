import type { Context, MiddlewareHandler } from 'hono';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { SETTINGS_PATH } from '#core/contract/calculator.ts';
import { PAIR_PARAMETERS } from '#core/exchange/pair.ts';
import { createFiguresCheck, getFiguresState } from '#server/exchange/courses/figuresState.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { sendBody } from '#server/platform/http/response/commonHeaders.ts';
import {
  createEncodingHeaders,
  encodeText,
  negotiateEncoding,
} from '#server/platform/http/response/contentEncoding.ts';
import { createStateCache } from '#server/platform/stateCache.ts';
import { CROSS_ORIGIN_HEADERS } from './securityHeaders.ts';

/** Path of the widget's script. */
export const WIDGET_SCRIPT_PATH = '/widget/exchange-widget.js';

/** A quote is valid for another 49 s when the script leaves a cache. */
const SCRIPT_CACHE_CONTROL = 'public, max-age=10';

/** Maximum length of a parameter, characters. */
const MAX_PARAMETER_LENGTH = 40;

/** Maximum number of scripts cached for the same second: 8 MB without compression. */
const MAX_CACHED_SCRIPTS = 200;

/**
 * Sends the script with the form of the pair in its address, made once for each state of the figures, query and
 * encoding. `requestSettings` requests the settings on behalf of the client, so their rate limit and maintenance apply.
 * Without a form, and for a pair that is not the requested one, the next handler sends the script without it.
 */
export function createPreloadedScript(
  context: ServerContext,
  requestSettings: (path: string, c: Context) => Promise<Response> | Response,
): MiddlewareHandler {
  const { catalogue, formPrerenderer } = context;
  const scripts = createStateCache<Promise<Uint8Array<ArrayBuffer> | null>>(MAX_CACHED_SCRIPTS);
  return async (c, next) => {
    const given = PAIR_PARAMETERS.map(name => [name, c.req.query(name) ?? ''] as const);
    const isValid = given.every(
      ([, value], index) => value.length <= MAX_PARAMETER_LENGTH && (value !== '' || index > 1),
    );
    if (!formPrerenderer || !isValid) return next();
    const parameters = given
      .filter(([, value]) => value !== '')
      .map(entry => entry.map(encodeURIComponent).join('='));
    const query = [...parameters, `form=${formPrerenderer.buildId}`].join('&');
    const encoding = negotiateEncoding(c.req.header('accept-encoding'));
    // The settings must not be older than the state. If the catalogue cannot be read, their request is refused.
    await catalogue.reloadAfterOwnWrites().catch(() => undefined);
    const state = getFiguresState(context);
    const response = await requestSettings(`${SETTINGS_PATH}?${query}`, c);
    const key = `${encoding} ${query}`;
    const createBody = async () => {
      const text = await response.text();
      const { form, replaced } = JSON.parse(text) as CalculatorSettings & { form?: unknown };
      if (form && replaced?.length === 0)
        return encodeText[encoding](formPrerenderer.createScript(text, query));
      // The next request may get a form.
      scripts.delete(key);
      return null;
    };
    const body = response.ok ? await scripts.get(state, key, createBody) : null;
    if (!body) {
      await next();
      c.header('Cache-Control', SCRIPT_CACHE_CONTROL);
      return;
    }
    const headers = {
      ...CROSS_ORIGIN_HEADERS,
      ...createEncodingHeaders(encoding),
      'Cache-Control': SCRIPT_CACHE_CONTROL,
      'Content-Type': 'text/javascript; charset=utf-8',
    };
    return sendBody(c, () => body, 200, headers, createFiguresCheck(context, state));
  };
}
