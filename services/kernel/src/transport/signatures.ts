import { createHmac, timingSafeEqual } from 'node:crypto';
import { patient } from '../clock/patience.js';
import type { Clock } from '../clock/port.js';
import type { ServerKey, Vault } from '../vault/port.js';

/** How long what is signed may be on its way, milliseconds, times the patience, unless the caller's rights end before. */
const GOOD_FOR_MS = 1_000;
/** How far the clocks of two machines may be apart. */
const SKEW_MS = 500;
const KEYS_KEPT_MS = 60_000;
const UNKNOWN_KEYS_EVERY_MS = 1_000;
/** What the server keys are for by which processes of one installation know each other. */
export const TRANSPORT_KEYS = 'transport';
const SIGNATURE = /^t=(\d{1,15}),k=([\w-]{1,64}),s=([\w-]{43})$/;

export interface SignaturesOptions {
  readonly vault: Pick<Vault, 'serverKeys'>;
  readonly clock: Clock;
}

/** What is signed: a request between processes. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What a header says. */
interface Signed {
  readonly key: ServerKey;
  readonly expires: number;
  readonly mac: Buffer;
}

/**
 * Requests between the processes of one installation are signed with a server key of the vault: the principal that a
 * command names was proved by a gateway, a moment ago (architecture, *Access*).
 */
export class Signatures {
  #keys: readonly ServerKey[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: SignaturesOptions) {}

  /** The header's value. `until`: when the rights that are spoken of end, milliseconds since 1970. */
  async sign(request: SignedRequest, until = Number.POSITIVE_INFINITY): Promise<string> {
    await this.#fresh(KEYS_KEPT_MS);
    const key = this.#keys[0]!;
    const expires = Math.floor(Math.min(this.options.clock.now() + patient(GOOD_FOR_MS), until));
    return `t=${expires},k=${key.id},s=${digest(key, expires, request).toString('base64url')}`;
  }

  /** Why a request is not believed; `undefined` when it is. */
  async refusal(request: SignedRequest, header: string | undefined): Promise<string | undefined> {
    const signed = await this.#signed(header);
    if (typeof signed === 'string') return signed;
    const { key, expires, mac } = signed;
    if (!timingSafeEqual(digest(key, expires, request), mac)) return 'its signature is wrong';
    return this.#age(expires);
  }

  /** As `refusal`, as far as it can be told without the body. */
  async refusalOfHeader(header: string | undefined): Promise<string | undefined> {
    const signed = await this.#signed(header);
    return typeof signed === 'string' ? signed : this.#age(signed.expires);
  }

  #age(expires: number): string | undefined {
    const lateMs = this.options.clock.now() - expires;
    return lateMs > SKEW_MS
      ? `it came ${lateMs} ms too late: the clocks of all machines must agree within ${SKEW_MS} ms`
      : undefined;
  }

  async #signed(header: string | undefined): Promise<Signed | string> {
    const parts = SIGNATURE.exec(header ?? '');
    if (parts === null) return 'it is not signed';
    const key = await this.#find(parts[2]!);
    if (key === undefined) return 'its key is not known';
    return { key, expires: Number(parts[1]), mac: Buffer.from(parts[3]!, 'base64url') };
  }

  async #find(id: string): Promise<ServerKey | undefined> {
    await this.#fresh(KEYS_KEPT_MS);
    const found = this.#keys.find((key) => key.id === id);
    if (found !== undefined) return found;
    await this.#fresh(UNKNOWN_KEYS_EVERY_MS);
    return this.#keys.find((key) => key.id === id);
  }

  async #fresh(keptMs: number): Promise<void> {
    if (performance.now() - this.#readAt < keptMs) return;
    const at = performance.now();
    this.#keys = await this.options.vault.serverKeys(TRANSPORT_KEYS);
    this.#readAt = at;
  }
}

const digest = ({ key }: ServerKey, expires: number, { method, path, body }: SignedRequest): Buffer =>
  createHmac('sha256', key).update(`${expires}\n${method}\n${path}\n`).update(body).digest();
