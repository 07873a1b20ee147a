import { BlockList, isIP, isIPv6 } from 'node:net';

/** A network, or one address with its whole length as prefix. */
export interface Subnet {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

const LOOPBACK: readonly Subnet[] = [
  { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { address: '::1', prefix: 128, family: 'ipv6' },
];

/** Whether only this machine reaches the host: 127.x.x.x, ::1 or localhost. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || contains(block(LOOPBACK), bare(host));
}

/** Whether a text is `loopback`, an address or a subnet (10.0.0.0/8). */
export function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  if (text === 'loopback') return true;
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    (prefix === undefined ? most > 0 : /^\d{1,3}$/.test(prefix) && Number(prefix) <= most)
  );
}

/** Texts for which `isSubnet` holds, as subnets. */
export function subnets(texts: readonly string[]): Subnet[] {
  return texts.flatMap(text => {
    if (text === 'loopback') return LOOPBACK;
    const [address = '', prefix] = text.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return [{ address, prefix: Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family }];
  });
}

/** Subnets made ready to be asked by `contains`. */
export function block(list: readonly Subnet[]): BlockList {
  const made = new BlockList();
  for (const { address, prefix, family } of list) made.addSubnet(address, prefix, family);
  return made;
}

/** Whether an address, also an IPv4 one written as ::ffff:1.2.3.4, lies in one of the subnets. */
export function contains(list: BlockList, address: string): boolean {
  const plain = unmapped(address);
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Who asks: the socket's peer, or, when that is a trusted proxy, the last address of X-Forwarded-For that no trusted
 * proxy has. What is not an address ends the search: the proxy that wrote it is named.
 */
export function client(peer: string, forwarded: string | undefined, trusted: BlockList): string {
  let address = unmapped(peer);
  for (const hop of (forwarded ?? '').split(',').reverse()) {
    if (!contains(trusted, address)) break;
    const next = unmapped(withoutPort(hop.trim()));
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** What limits are counted by: an IPv4 address, or the first 64 bits of an IPv6 one, since a client owns a whole /64. */
export function network(address: string): string {
  const plain = unmapped(address);
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every IPv6 address in one way.
  const [head = '', tail] = bare(new URL(`http://[${plain.split('%')[0]}]`).hostname).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '');
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** 1.2.3.4:5678 and [::1]:5678, as some proxies write them. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}
