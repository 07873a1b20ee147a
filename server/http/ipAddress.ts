import { BlockList, isIP, isIPv6 } from 'node:net';

/** A network, or one address with its whole length as prefix. */
export interface Subnet {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const LOOPBACK_SUBNETS: readonly Subnet[] = [
  { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { address: '::1', prefix: 128, family: 'ipv6' },
];

/** Whether only this machine reaches the host: 127.x.x.x, ::1 or localhost. */
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

/** Texts for which `isSubnet` holds, as subnets. */
export function parseSubnets(texts: readonly string[]): Subnet[] {
  return texts.flatMap(text => {
    if (text === 'loopback') return LOOPBACK_SUBNETS;
    const [address = '', prefix] = text.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return [{ address, prefix: Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family }];
  });
}

/** Subnets made ready to be asked by `isInSubnets`. */
export function createBlockList(subnets: readonly Subnet[]): BlockList {
  const blockList = new BlockList();
  for (const { address, prefix, family } of subnets) blockList.addSubnet(address, prefix, family);
  return blockList;
}

/** Whether an address, also an IPv4 one written as ::ffff:1.2.3.4, lies in one of the subnets. */
export function isInSubnets(blockList: BlockList, address: string): boolean {
  const unmappedAddress = unmapIpv4(address);
  const ipVersion = isIP(unmappedAddress);
  return ipVersion !== 0 && blockList.check(unmappedAddress, ipVersion === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Who asks: the socket's peer, or, when that is a trusted proxy, the last address of X-Forwarded-For that no trusted
 * proxy has. What is not an address ends the search: the proxy that wrote it is named.
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

/** What limits are counted by: an IPv4 address, or the first 64 bits of an IPv6 one, since a client owns a whole /64. */
export function toNetworkKey(address: string): string {
  const unmappedAddress = unmapIpv4(address);
  if (!isIPv6(unmappedAddress)) return unmappedAddress;
  // The URL parser writes every IPv6 address in one way.
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

/** 1.2.3.4:5678 and [::1]:5678, as some proxies write them. */
function stripPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
