import type { Context } from 'hono';
import * as v from 'valibot';
import { ClaimSource } from '#core/contract/referralClick.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { VisitorSource } from '#server/exchange/claims/claimSubscribers.ts';

const HOST_PATTERN = /^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/;

/**
 * Returns the source of a request's visitor: for a widget the embedding page from the browser's headers; on the
 * exchange's own site the page with the link, which the client sends. `given`: a ClaimSource; ignored if invalid.
 */
export function readReferralSource(
  c: Context,
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  given: unknown,
): VisitorSource {
  const parsed = v.safeParse(ClaimSource, given);
  const source = parsed.success ? parsed.output : null;
  const ownHosts = [readHost(publicOrigin), readHost(`http://${c.req.header('host') ?? ''}`)];
  const isForeign = (host: string) => host !== '' && !ownHosts.includes(host);
  const host = [readHost(c.req.header('origin')), readHost(`http://${source?.host ?? ''}`)].find(isForeign);
  const utm = source?.utm ?? null;
  return { host: host ?? '', utm: utm && Object.keys(utm).length > 0 ? utm : null };
}

/** Returns the host of an address, without `www.`; empty if it has none. */
function readHost(address = ''): string {
  const host = URL.parse(address)?.hostname.replace(/^www\./, '') ?? '';
  return HOST_PATTERN.test(host) ? host : '';
}
