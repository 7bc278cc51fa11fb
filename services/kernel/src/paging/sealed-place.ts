import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Vault } from '../vault/port.js';
import type { FindOptions } from '../documents/port.js';

/** Where a page goes on: behind the row with this value of the sorted field and this id. */
export type PagePlace = NonNullable<FindOptions['after']>;

/** A place that was not sealed here, or under a key that is gone. */
export class PlaceUnknown extends Error {
  override readonly name = 'PlaceUnknown';
}

const PURPOSE = 'page-place';
const SEALED = 'sealed.';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A place that tells its reader nothing of its row: the row may be one that the reader must not know of. */
export const sealPlace = async (vault: Pick<Vault, 'serverKeys'>, place: PagePlace): Promise<PagePlace> => {
  const [newest] = await vault.serverKeys(PURPOSE);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, newest!.key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(place), 'utf8'), cipher.final()]);
  return {
    value: null,
    id: `${SEALED}${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`,
  };
};

/** The place itself, sealed or not. Throws `PlaceUnknown`. */
export const openPlace = async (vault: Pick<Vault, 'serverKeys'>, place: PagePlace): Promise<PagePlace> => {
  if (!place.id.startsWith(SEALED)) return place;
  const bytes = Buffer.from(place.id.slice(SEALED.length), 'base64url');
  for (const { key } of await vault.serverKeys(PURPOSE)) {
    const opened = openedUnder(key, bytes);
    if (opened !== undefined) return opened;
  }
  throw new PlaceUnknown('a place in a list was not sealed here');
};

/** `undefined` when it was sealed under another key, or is none. */
const openedUnder = (key: Buffer, bytes: Buffer): PagePlace | undefined => {
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  if (tag.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, iv).setAuthTag(tag);
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as PagePlace;
  } catch {
    return undefined;
  }
};
