import type { Blobs } from '@cairn/kernel';

const HEAD_BYTES = 1024;

const startsWith =
  (...bytes: readonly number[]) =>
  (head: Buffer): boolean =>
    bytes.every((byte, index) => head[index] === byte);
const hasText =
  (text: string, at: number) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;

/**
 * An XML prologue, comments and a doctype without a subset may stand before the root. Each begins otherwise and has one
 * end only, so that no text can be divided in two ways and be tried in both.
 */
const SVG = /^\ufeff?(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE svg[^>[]*>)*<svg[\s>]/;

const types: readonly (readonly [string, (head: Buffer) => boolean])[] = [
  ['image/png', startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', startsWith(0xff, 0xd8, 0xff)],
  ['image/gif', (head) => hasText('GIF87a', 0)(head) || hasText('GIF89a', 0)(head)],
  ['image/webp', (head) => hasText('RIFF', 0)(head) && hasText('WEBP', 8)(head)],
  ['image/svg+xml', (head) => SVG.test(head.toString('utf8'))],
];

/** The type of a logo by its first bytes, whatever the client called it; `undefined` when it is no image (S30). */
export const logoTypeOf = async (blobs: Pick<Blobs, 'open'>, sha256: string): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await blobs.open(sha256, { start: 0, end: HEAD_BYTES - 1 }))
    chunks.push(chunk as Uint8Array);
  const head = Buffer.concat(chunks);
  return types.find(([, matches]) => matches(head))?.[0];
};
