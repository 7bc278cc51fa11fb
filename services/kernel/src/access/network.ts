import { BlockList, isIP, isIPv4 } from 'node:net';
import { groupsOf, unmapped } from './client-network.js';

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** A network of addresses, as it is written: `192.0.2.0/24`, `2001:db8::/48`, or one address. */
export class Network {
  readonly #addresses = new BlockList();

  private constructor(
    /** The same network is written the same here, whichever of its addresses it was written with. */
    readonly text: string,
    readonly prefix: number,
    address: string,
    private readonly family: 'ipv4' | 'ipv6',
  ) {
    this.#addresses.addSubnet(address, prefix, family);
  }

  /** `undefined` for what is no address and no network. */
  static parse(written: string): Network | undefined {
    const [address = '', length, ...more] = written.split('/');
    if (isIP(address) === 0 || address.includes('%') || more.length > 0) return undefined;
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const prefix = prefixOf(length, BITS[family]);
    if (prefix === undefined) return undefined;
    return new Network(`${masked(address, prefix, family)}/${prefix}`, prefix, address, family);
  }

  /** Whether an address is in it; one of IPv4 that a socket of IPv6 tells is one of IPv4. */
  has(address: string): boolean {
    const ip = unmapped(address).split('%')[0] ?? '';
    return isIP(ip) === 4
      ? this.family === 'ipv4' && this.#addresses.check(ip, 'ipv4')
      : isIP(ip) === 6 && this.family === 'ipv6' && this.#addresses.check(ip, 'ipv6');
  }
}

const prefixOf = (length: string | undefined, bits: number): number | undefined => {
  if (length === undefined) return bits;
  return /^\d{1,3}$/.test(length) && Number(length) <= bits ? Number(length) : undefined;
};

const OCTET_BITS = 8;
const GROUP_BITS = 16;

/** The address with all bits behind the prefix taken away. */
const masked = (address: string, prefix: number, family: 'ipv4' | 'ipv6'): string => {
  const [parts, bits, radix, between] =
    family === 'ipv4'
      ? ([address.split('.').map(Number), OCTET_BITS, 10, '.'] as const)
      : ([groupsOf(address).map((group) => Number.parseInt(group, 16)), GROUP_BITS, 16, ':'] as const);
  return parts
    .map((part, index) => {
      const kept = Math.min(bits, Math.max(0, prefix - index * bits));
      return (part & ~(2 ** (bits - kept) - 1)).toString(radix);
    })
    .join(between);
};
