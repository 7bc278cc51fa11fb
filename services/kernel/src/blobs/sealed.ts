import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Transform } from 'node:stream';
import type { BlobInfo, Blobs } from './port.js';

const CIPHER = 'aes-256-ctr';
/** Each key seals once, so that the counter may begin anywhere. */
const COUNTER = Buffer.alloc(16);

/** What opens something that was put sealed. */
export interface Seal {
  /** Base64; whoever has lost it, and that is everybody once the request is over, has nothing. */
  readonly key: string;
  /** SHA-256 of what came, 64 hex digits. */
  readonly plainHash: string;
}

/** Blobs to which nothing goes in the clear: what is put is sealed under a key that nobody stores, as long as it came. */
export class SealedBlobs implements Pick<Blobs, 'put'> {
  readonly #seals = new Map<string, Seal>();

  constructor(private readonly blobs: Pick<Blobs, 'put'>) {}

  async put(content: AsyncIterable<Uint8Array>, options: { readonly maxBytes: number }): Promise<BlobInfo> {
    const hash = createHash('sha256');
    const key = randomBytes(32);
    const cipher = createCipheriv(CIPHER, key, COUNTER);
    const sealed = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        hash.update(chunk);
        yield cipher.update(chunk);
      }
    };
    const stored = await this.blobs.put(sealed(), options);
    this.#seals.set(stored.sha256, { key: key.toString('base64'), plainHash: hash.digest('hex') });
    return stored;
  }

  /** Of what was put here. Throws when it was not. */
  sealOf(sha256: string): Seal {
    const seal = this.#seals.get(sha256);
    if (seal === undefined) throw new Error(`Nothing was sealed as ${sha256}.`);
    return seal;
  }
}

/** Opens what `SealedBlobs` sealed under a key, base64. */
export const unsealing = (key: string): Transform =>
  createDecipheriv(CIPHER, Buffer.from(key, 'base64'), COUNTER);
