/** A process that a spec has files read in: it does what it is told to. */
import { type Piece, askedFile, type WantedPart } from '../asked-file.js';
import { AskedProcess } from '../answering.js';

export interface ToldRequest {
  readonly does: 'read' | 'wait' | 'hang' | 'grow';
  /** Bytes of the file; ms of `wait`. */
  readonly size?: number;
}
export interface ToldAnswer {
  readonly said: string;
}

const DEEDS: Readonly<
  Record<ToldRequest['does'], (text: () => Promise<string>, size: number) => Promise<string>>
> = {
  read: (text) => text(),
  wait: (_, size) => new Promise((resolve) => setTimeout(() => resolve('waited'), size)),
  hang: async () => {
    for (;;) performance.now();
  },
  grow: async () => {
    const held: string[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => String(index)));
  },
};

new AskedProcess<ToldRequest, ToldAnswer, WantedPart, Piece>(async ({ does, size = 0 }, line) => {
  const { read } = askedFile(size, line);
  return { said: await DEEDS[does](async () => (await read(0, size)).toString('latin1'), size) };
}).listen();
