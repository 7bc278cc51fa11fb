import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** An address of IPv4 as such, also where a socket of IPv6 tells it. */
export const unmapped = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

/** What counts as one client: an IPv4 address, or a /64 of IPv6, which a single household owns whole (S44). */
export const networkOf = (address: string): string => {
  const ip = unmapped(address);
  return isIPv6(ip) ? `${groupsOf(ip).slice(0, NETWORK_GROUPS).join(':')}::/64` : ip;
};

/** The eight groups of an IPv6 address, without leading zeros. */
const groupsOf = (ip: string): readonly string[] => {
  const [head = '', tail = ''] = ip.split('%')[0]!.toLowerCase().split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
};
