import { isIPv4, isIPv6 } from 'node:net';

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

/** A network that an address is in, and how many times the bound of one client holds for all of it. */
export interface CountedNetwork {
  readonly network: string;
  readonly times: number;
}

/** A site that is given a /56 may have a few clients behind it; a /48 or an IPv4 /24, many. */
const SITE = 4;
const MANY_SITES = 16;

/**
 * The networks that a request is counted for, the narrowest first, so that who owns many of one size gains little by
 * walking through them: providers give a household a /56 and a firm a /48 (RIPE-690), and an IPv4 /24 can be rented.
 */
export const networksOf = (address: string): readonly CountedNetwork[] => {
  const ip = unmapped(address);
  const own = { network: networkOf(ip), times: 1 };
  if (isIPv4(ip)) return [own, { network: `${ip.slice(0, ip.lastIndexOf('.'))}.0/24`, times: MANY_SITES }];
  if (!isIPv6(ip)) return [own];
  const [one = '', two = '', three = '', four = ''] = groupsOf(ip);
  const half = (Number.parseInt(four, 16) & 0xff00).toString(16);
  return [
    own,
    { network: `${one}:${two}:${three}:${half}::/56`, times: SITE },
    { network: `${one}:${two}:${three}::/48`, times: MANY_SITES },
  ];
};

/** The eight groups of an IPv6 address in hex digits without leading zeros; its zone is left out. */
export const groupsOf = (address: string): readonly string[] => {
  const written = new URL(`http://[${address.split('%')[0]}]/`).hostname.slice(1, -1);
  const [before = [], after = []] = written.split('::').map((half) => half.split(':').filter(Boolean));
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after];
};
