import type { Where } from '../format.js';

/** Characters that one record may have: above what an item may hold, so that a file without ends fills no memory. */
export const MAX_RECORD_CHARACTERS = 16 * 1024 * 1024;

/** A piece of a file with the line it begins on, from 1. `undefined`: it was longer than a record may be. */
export interface Piece {
  readonly line: number;
  readonly text: string | undefined;
}

/** The lines of a text without their ends (`\n` or `\r\n`), empty ones left out. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<Piece, void, void> {
  let rest = '';
  let line = 1;
  let tooLong = false;
  const pieceOf = (text: string): Piece | undefined => {
    if (tooLong) return { line, text: undefined };
    const trimmed = text.endsWith('\r') ? text.slice(0, -1) : text;
    return trimmed.trim() === '' ? undefined : { line, text: trimmed };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      const piece = pieceOf(rest + chunk.slice(from, end));
      if (piece !== undefined) yield piece;
      [rest, from, tooLong] = ['', end + 1, false];
      line += 1;
    }
    rest += chunk.slice(from);
    if (rest.length > MAX_RECORD_CHARACTERS) [rest, tooLong] = ['', true];
  }
  const piece = pieceOf(rest);
  if (piece !== undefined) yield piece;
}

export const whereOf = (file: string, line: number): Where => ({ file, line });
