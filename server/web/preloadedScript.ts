import type { Context, MiddlewareHandler } from 'hono';
import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { SETTINGS_PATH } from '#core/contract/calculator.ts';
import { PAIR_PARAMETERS } from '#core/exchange/pair.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import {
  createEncodingHeaders,
  encodeText,
  negotiateEncoding,
} from '#server/platform/http/response/contentEncoding.ts';
import { CROSS_ORIGIN_HEADERS } from './securityHeaders.ts';

/** Path of the widget's script. */
export const WIDGET_SCRIPT_PATH = '/widget/exchange-widget.js';

/** A quote is valid for another 50 s when the script leaves a cache. */
const SCRIPT_CACHE_CONTROL = 'public, max-age=10';

/** Maximum length of a parameter, characters. */
const MAX_PARAMETER_LENGTH = 40;

/**
 * Sends the script with the form of the pair in its address. `requestSettings` requests the settings on behalf of the
 * client, so their rate limit and maintenance apply. Without a form, and for a pair that is not the requested one, the
 * next handler sends the script without it.
 */
export function createPreloadedScript(
  { formPrerenderer }: Pick<ServerContext, 'formPrerenderer'>,
  requestSettings: (path: string, c: Context) => Promise<Response> | Response,
): MiddlewareHandler {
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
    const response = await requestSettings(`${SETTINGS_PATH}?${query}`, c);
    const text = response.ok ? await response.text() : 'null';
    const settings = JSON.parse(text) as (CalculatorSettings & { form?: unknown }) | null;
    if (!settings?.form || settings.replaced?.length !== 0) {
      await next();
      c.header('Cache-Control', SCRIPT_CACHE_CONTROL);
      return;
    }
    const encoding = negotiateEncoding(c.req.header('accept-encoding'));
    return c.body(await encodeText[encoding](formPrerenderer.createScript(text, query)), 200, {
      ...CROSS_ORIGIN_HEADERS,
      ...createEncodingHeaders(encoding),
      'Cache-Control': SCRIPT_CACHE_CONTROL,
      'Content-Type': 'text/javascript; charset=utf-8',
    });
  };
}
