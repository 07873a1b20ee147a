import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A subnet: its address and the length of its prefix in bits. A single address has its full length. */
export type Subnet = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

const LOOPBACK_SUBNETS: readonly Subnet[] = [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')];

/** Whether a host is loopback: 127.0.0.0/8, ::1 or localhost. */
export function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isInSubnets(LOOPBACK_SUBNETS, host.replace(/^\[|\]$/g, ''));
}

/** Whether a text is `loopback`, an address or a subnet (10.0.0.0/8). */
export function isSubnet(text: string): boolean {
  // `isValidCIDR` alone also accepts short and hexadecimal IPv4 addresses.
  return text === 'loopback' || (isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(toCidr(text)));
}

/** Parses texts that `isSubnet` accepts. */
export function parseSubnets(texts: readonly string[]): Subnet[] {
  return texts.flatMap(text => (text === 'loopback' ? LOOPBACK_SUBNETS : [ipaddr.parseCIDR(toCidr(text))]));
}

/** Whether an address is in one of the subnets. IPv4-mapped addresses (::ffff:1.2.3.4) count as IPv4. */
export function isInSubnets(subnets: readonly Subnet[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return subnets.some(([range, prefix]) => parsed.kind() === range.kind() && parsed.match(range, prefix));
}

/**
 * The client's address: the socket's peer or, behind trusted proxies, the last X-Forwarded-For address that is not a
 * trusted proxy. An invalid entry ends the search at the proxy that wrote it.
 */
export function resolveClientAddress(
  peerAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly Subnet[],
): string {
  let address = unmapIpv4(peerAddress);
  for (const hop of (forwardedFor ?? '').split(',').reverse()) {
    if (!isInSubnets(trustedProxies, address)) break;
    const next = unmapIpv4(stripPort(hop.trim()));
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** Rate limit key: the IPv4 address, or the /64 of an IPv6 address, because one client owns a whole /64. */
export function toNetworkKey(address: string): string {
  if (isIPv4(address) || isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`;
}

const toCidr = (text: string) => (text.includes('/') ? text : `${text}/${isIPv6(text) ? 128 : 32}`);
const unmapIpv4 = (address: string) =>
  !isIPv4(address) && isIPv6(address) ? ipaddr.process(address).toString() : address;

/** Some proxies append the port: 1.2.3.4:5678, [::1]:5678. */
function stripPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
