import type { Vault } from '@cairn/kernel';
import { keyIdOf, SESSION_KEYS, type SessionKeys, sessionKeysOf } from '../../credentials/session-token.js';

const LOOK_EVERY_MS = 60_000;
/** A key that is not known is looked for, but not once for every forged token. */
const LOOK_FOR_UNKNOWN_EVERY_MS = 1_000;

/** The keys that bearers are signed with, as the vault has them: a rotation is seen within a minute. */
export class SessionKeyRing {
  #keys: SessionKeys = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly vault: Pick<Vault, 'serverKeys'>,
    private readonly monotonic: () => number,
  ) {}

  /** The ring in which this token's key should be. */
  async forToken(token: string): Promise<SessionKeys> {
    const keyId = keyIdOf(token);
    const isKnown = keyId !== undefined && this.#keys.has(keyId);
    return this.#younger(isKnown ? LOOK_EVERY_MS : LOOK_FOR_UNKNOWN_EVERY_MS);
  }

  /** Whether a key is still one of the two. */
  async has(keyId: string): Promise<boolean> {
    return (await this.#younger(LOOK_EVERY_MS)).has(keyId);
  }

  /** As `has`, `undefined` when it would have to be looked up. */
  hasNow(keyId: string): boolean | undefined {
    return this.monotonic() - this.#readAt < LOOK_EVERY_MS ? this.#keys.has(keyId) : undefined;
  }

  async #younger(ms: number): Promise<SessionKeys> {
    const now = this.monotonic();
    if (now - this.#readAt >= ms) {
      this.#keys = sessionKeysOf(await this.vault.serverKeys(SESSION_KEYS));
      this.#readAt = now;
    }
    return this.#keys;
  }
}
