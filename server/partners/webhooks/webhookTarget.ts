import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Finds the addresses of a host. Rejects if there are none. */
export type ResolveHost = (host: string) => Promise<string[]>;

/** Why requests to an address are refused: a code of core/accountMessages.ts. */
export type TargetProblem =
  | 'webhook_url'
  | 'webhook_https'
  | 'webhook_credentials'
  | 'webhook_port'
  | 'webhook_private'
  | 'webhook_unresolved';

/** A checked address, and the addresses of its host, which the connection must use. */
export interface WebhookTarget {
  url: URL;
  addresses: string[];
}

/** Lower ports belong to services other than HTTP. */
const FIRST_FREE_PORT = 1024;

const DNS_TIMEOUT_MS = 3_000;

/** Public addresses in IPv6. Everything else is private, mapped to IPv4, or reserved. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is public. False for private, shared, local, loopback, multicast and reserved ones, and for IPv6
 * addresses that contain an IPv4 address (::ffff:, 64:ff9b::, 2002:).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

/** Resolves a host with the system's name servers, without its hosts file. */
export const resolveHost: ResolveHost = async host => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = results.flatMap(result => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length === 0) throw new Error(`${host} has no address`);
  return addresses;
};

/**
 * Checks the address of a webhook and resolves its host once. All addresses of the host must be public. `allowPrivate`:
 * any address, also over http, for tests.
 */
export async function checkWebhookTarget(
  text: string,
  { resolve, allowPrivate }: { resolve: ResolveHost; allowPrivate: boolean },
): Promise<{ ok: true; target: WebhookTarget } | { ok: false; code: TargetProblem }> {
  const refuse = (code: TargetProblem) => ({ ok: false, code }) as const;
  if (!URL.canParse(text)) return refuse('webhook_url');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return refuse(url.protocol === 'http:' ? 'webhook_https' : 'webhook_url');
  if (url.username !== '' || url.password !== '') return refuse('webhook_credentials');
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT) return refuse('webhook_port');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  let addresses: string[];
  try {
    addresses = isIP(host) === 0 ? await resolve(host) : [host];
  } catch {
    return refuse('webhook_unresolved');
  }
  if (!allowPrivate && !addresses.every(isPublicAddress)) return refuse('webhook_private');
  return { ok: true, target: { url, addresses } };
}
