import { decoded, isUndecoded, type Source } from '@cairn/kernel';
import type { Flaw } from './flaws.js';

/** A file as text: in the charset that the client named, unless a byte order mark says another. Bytes that are no UTF-8 cost their record alone. */
export async function* textOfFile(source: Source, file: string): AsyncGenerator<string, void, void> {
  yield* decoded(await source.open(file), { charset: source.charset, marked: true });
}

/** Why a text that was read from a file cannot be taken: some of its bytes are no UTF-8. */
export const undecodedFlaw = (text: string): Flaw | undefined =>
  isUndecoded(text)
    ? { code: 'file_damaged', message: 'the text is not UTF-8: save the file as UTF-8' }
    : undefined;
