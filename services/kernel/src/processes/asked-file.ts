import type { Line } from './answering.js';
import type { SentFile } from './sent-file.js';

/** A part of its file that a process asks for. */
export interface WantedPart {
  readonly start: number;
  /** Bytes. */
  readonly length: number;
}

/** Bytes of what was asked for, in their order. */
export interface Piece {
  readonly base64: string;
  readonly isLast: boolean;
}

/** Of one piece: others go on between two of them. */
const PIECE_BYTES = 65_536;
/** However much a process asks for at once. */
const MOST_BYTES = 8_000_000;

/** The file of who asked, read through it: a process that reads files opens none. */
export const askedFile = (size: number, { note, reply }: Line<WantedPart, Piece>): SentFile => ({
  size,
  read: async (start, length) => {
    await note({ start, length });
    const bytes: Buffer[] = [];
    for (let isLast = false; !isLast;) {
      const piece = await reply();
      bytes.push(Buffer.from(piece.base64, 'base64'));
      isLast = piece.isLast;
    }
    return Buffer.concat(bytes);
  },
});

/** Sends a part of a file to the process that asked for it. */
export const sendPart = async (
  { read }: SentFile,
  { start, length }: WantedPart,
  send: (piece: Piece) => Promise<void>,
): Promise<void> => {
  const bytes = await read(start, Math.min(length, MOST_BYTES));
  for (let at = 0; at === 0 || at < bytes.length; at += PIECE_BYTES) {
    const end = at + PIECE_BYTES;
    await send({ base64: bytes.toString('base64', at, end), isLast: end >= bytes.length });
  }
};
