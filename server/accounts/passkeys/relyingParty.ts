import { isIP } from 'node:net';
import type { Config } from '../../config.ts';

/** What passkeys belong to. */
export interface RelyingParty {
  /** The host name of the site. */
  id: string;
  /** Origins of pages that may use them. */
  origins: string[];
}

/**
 * Returns what passkeys of this site belong to: the host of PUBLIC_ORIGIN, localhost on loopback without it. Null on an IP
 * address, where browsers refuse passkeys.
 */
export function findRelyingParty({ pageOrigins }: Pick<Config, 'pageOrigins'>): RelyingParty | null {
  const origins = pageOrigins.filter(origin => !isIP(readHost(origin)));
  const [first] = origins;
  return first === undefined ? null : { id: readHost(first), origins };
}

const readHost = (origin: string) => new URL(origin).hostname.replace(/^\[|\]$/g, '');
