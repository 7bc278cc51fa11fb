import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** What a client cannot easily change: its IPv4 address, or the first 64 bits of its IPv6 address (S44). */
export const networkOf = (ip: string): string => {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(ip) ? groupsOf(ip).slice(0, NETWORK_GROUPS).join(':') : ip;
};

/** The eight groups of an IPv6 address, without leading zeros. */
const groupsOf = (ip: string): readonly string[] => {
  const [head = '', tail = ''] = ip.split('%')[0]!.toLowerCase().split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = new Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16).toString(16));
};
