import type { Registers } from '../registers/port.js';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const keyOf = (sha256: string): string => `blobs.refused:${sha256}`;

/**
 * Remembers blobs that came with requests to which nothing was done: that no event names them says nothing about the
 * log. They are not removed here, for another request may name the same bytes.
 */
export const rememberRefused = async (
  registers: Pick<Registers, 'put'>,
  hashes: Iterable<string>,
): Promise<void> => {
  for (const sha256 of hashes) await registers.put(keyOf(sha256), true, KEPT_MS);
};

/** Whether a blob came with a request to which nothing was done, in the last 30 days. */
export const wasRefused = async (registers: Pick<Registers, 'get'>, sha256: string): Promise<boolean> =>
  (await registers.get(keyOf(sha256))) !== undefined;
