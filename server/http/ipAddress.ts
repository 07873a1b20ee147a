import { BlockList, isIP, isIPv6 } from 'node:net';

/** A subnet; a single address has its full length as prefix. */
export interface Subnet {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const LOOPBACK_SUBNETS: readonly Subnet[] = [
  { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { address: '::1', prefix: 128, family: 'ipv6' },
];

/** Whether a host is loopback: 127.0.0.0/8, ::1 or localhost. */
export function isLoopbackHost(host: string): boolean {
  return (
    host.toLowerCase() === 'localhost' || isInSubnets(createBlockList(LOOPBACK_SUBNETS), stripBrackets(host))
  );
}

/** Whether a text is `loopback`, an address or a subnet (10.0.0.0/8). */
export function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (text === 'loopback') return true;
  const maxPrefix = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    (prefix === undefined ? maxPrefix > 0 : /^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix)
  );
}

/** Parses texts for which `isSubnet` holds. */
export function parseSubnets(texts: readonly string[]): Subnet[] {
  return texts.flatMap(text => {
    if (text === 'loopback') return LOOPBACK_SUBNETS;
    const [address = '', prefix] = text.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return [{ address, prefix: Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family }];
  });
}

/** Creates the block list for `isInSubnets`. */
export function createBlockList(subnets: readonly Subnet[]): BlockList {
  const blockList = new BlockList();
  for (const { address, prefix, family } of subnets) blockList.addSubnet(address, prefix, family);
  return blockList;
}

/** Whether an address is in one of the subnets. IPv4-mapped addresses (::ffff:1.2.3.4) count as IPv4. */
export function isInSubnets(blockList: BlockList, address: string): boolean {
  const unmappedAddress = unmapIpv4(address);
  const ipVersion = isIP(unmappedAddress);
  return ipVersion !== 0 && blockList.check(unmappedAddress, ipVersion === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The client's address: the socket's peer or, behind trusted proxies, the last X-Forwarded-For address that is not a
 * trusted proxy. An invalid entry ends the search at the proxy that wrote it.
 */
export function resolveClientAddress(
  peerAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
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
  const unmappedAddress = unmapIpv4(address);
  if (!isIPv6(unmappedAddress)) return unmappedAddress;
  // The URL parser normalizes IPv6 addresses.
  const [head = '', tail] = stripBrackets(
    new URL(`http://[${unmappedAddress.split('%')[0]}]`).hostname,
  ).split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeroCount = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length;
  const groups = [...headGroups, ...Array<string>(zeroCount).fill('0'), ...tailGroups];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const stripBrackets = (host: string) => host.replace(/^\[|\]$/g, '');
const unmapIpv4 = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Some proxies append the port: 1.2.3.4:5678, [::1]:5678. */
function stripPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
