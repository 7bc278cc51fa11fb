import { unlessDuplicate } from '../../mongodb/index.js';
import { asKey, freshServerKey, serverKeyRow, VALID_KEYS } from '../keys.js';
import type { ServerKey } from '../port.js';
import type { Wrapping } from '../wrapping.js';
import { type SealedServerKey, type VaultStore } from './store.js';

/**
 * The server's keys by purpose, of all processes together. They are read each time: a process that went on with an older
 * ring for a moment would not know what another one has signed.
 */
export class ServerKeyRings {
  constructor(
    private readonly store: VaultStore,
    private readonly wrapping: Wrapping,
  ) {}

  /** Newest first, one at least. */
  async keys(purpose: string): Promise<readonly ServerKey[]> {
    for (;;) {
      const ring = await this.store.rings.findOne({ _id: purpose });
      if (ring !== null) return ring.keys.map((key) => this.#opened(purpose, key));
      await this.#begin(purpose, freshServerKey());
    }
  }

  /** Makes a key and drops those before the last. */
  async rotate(purpose: string): Promise<ServerKey> {
    const made = freshServerKey();
    const newest = { $each: [this.#sealed(purpose, made)], $position: 0, $slice: VALID_KEYS };
    for (;;) {
      const rotated = await this.store.rings.updateOne({ _id: purpose }, { $push: { keys: newest } });
      if (rotated.matchedCount > 0 || (await this.#begin(purpose, made))) return made;
    }
  }

  /** False when another process was first. */
  #begin(purpose: string, first: ServerKey): Promise<boolean> {
    return unlessDuplicate(
      this.store.rings.insertOne({ _id: purpose, keys: [this.#sealed(purpose, first)] }),
    );
  }

  #sealed(purpose: string, { id, key }: ServerKey): SealedServerKey {
    return { id, sealed: this.wrapping.wrap('server_keys', serverKeyRow(purpose, id), key) };
  }

  #opened(purpose: string, { id, sealed }: SealedServerKey): ServerKey {
    return { id, key: asKey(this.wrapping.unwrap('server_keys', serverKeyRow(purpose, id), sealed)) };
  }
}
