import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { unmapped } from '@cairn/kernel';

/** What is asked of a request: its headers, and who is at the other end of its socket. */
interface Connected extends Pick<IncomingMessage, 'headers'> {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Finds the address of the client behind proxies that are known (S44). */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #trustsAny: boolean;

  /** Addresses and networks (`10.0.0.0/8`, `::1`) whose `X-Forwarded-For` is believed. Throws for what is neither. */
  constructor(trustedProxies: readonly string[]) {
    this.#trustsAny = trustedProxies.length > 0;
    for (const entry of trustedProxies) {
      const [address = '', bits] = entry.split('/');
      const family = familyOf(address);
      if (family === undefined) throw new Error(`${entry} is no address and no network`);
      if (bits === undefined) this.#trusted.addAddress(address, family);
      else this.#trusted.addSubnet(address, Number(bits), family);
    }
  }

  /** The nearest address that is not a trusted proxy. */
  of(request: Connected): string {
    const peer = unmapped(request.socket.remoteAddress ?? '');
    if (!this.#trustsAny || !this.#isTrusted(peer)) return peer;
    const forwarded = request.headers['x-forwarded-for'];
    const hops = (typeof forwarded === 'string' ? forwarded.split(',') : []).map((hop) =>
      unmapped(hop.trim()),
    );
    let client = peer;
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) return client;
      client = hop;
      if (!this.#isTrusted(hop)) return client;
    }
    return client;
  }

  #isTrusted(address: string): boolean {
    const family = familyOf(address);
    return family !== undefined && this.#trusted.check(address, family);
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  ({ 0: undefined, 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address) as 0 | 4 | 6];
