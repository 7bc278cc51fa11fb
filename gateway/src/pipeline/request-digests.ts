import { createHmac } from 'node:crypto';
import type { Clock, Vault } from '@cairn/kernel';

const PURPOSE = 'request-digest';
/** A key that another process has rotated out is used for so long still. */
const REMEMBERED_MS = 60_000;

export interface RequestDigestsOptions {
  readonly vault: Pick<Vault, 'serverKeys'>;
  readonly clock: Clock;
}

/**
 * The same request has the same digest: where it goes and what it carries. It stands in events, and a body may hold a
 * password: without the server's key nobody can try passwords against it (S7). The oldest valid key outlives a rotation.
 */
export class RequestDigests {
  #key: Promise<Buffer> | undefined;
  #until = 0;

  constructor(private readonly options: RequestDigestsOptions) {}

  /** HMAC-SHA-256, base64url. */
  async of(...parts: readonly string[]): Promise<string> {
    return createHmac('sha256', await this.#current())
      .update(parts.join('\n'))
      .digest('base64url');
  }

  /** Every write asks for it; in a cluster the vault is a round trip away. A failure is not remembered. */
  #current(): Promise<Buffer> {
    const now = this.options.clock.now();
    if (this.#key !== undefined && now < this.#until) return this.#key;
    const key = this.#read().catch((error: unknown) => {
      if (this.#key === key) this.#key = undefined;
      throw error;
    });
    [this.#key, this.#until] = [key, now + REMEMBERED_MS];
    return key;
  }

  async #read(): Promise<Buffer> {
    return (await this.options.vault.serverKeys(PURPOSE)).at(-1)!.key;
  }
}
