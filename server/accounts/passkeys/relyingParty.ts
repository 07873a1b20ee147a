import { isIP } from 'node:net';
import type { Config } from '#server/platform/config/config.ts';

/** The site that passkeys are bound to (WebAuthn relying party). */
export interface RelyingParty {
  /** The host name of the site. */
  id: string;
  /** Origins of pages that may use the passkeys. */
  origins: string[];
}

/**
 * Returns the relying party of this site: the host of PUBLIC_ORIGIN, or localhost on loopback without it. Null on an IP
 * address, where browsers refuse passkeys.
 */
export function findRelyingParty({ pageOrigins }: Pick<Config, 'pageOrigins'>): RelyingParty | null {
  const origins = pageOrigins.filter(origin => !isIP(readHost(origin)));
  const [first] = origins;
  return first === undefined ? null : { id: readHost(first), origins };
}

const readHost = (origin: string) => new URL(origin).hostname.replace(/^\[|\]$/g, '');
