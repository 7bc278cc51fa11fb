import type { RefusalCode } from '../element.js';

/** A place in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Ends the reading of a file; `readGraph` gives it out as the last entry. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly place: Place,
  ) {
    super(message);
  }
}

/** As much of a stranger's text as a person needs. */
export const shown = (text: string): string => JSON.stringify(text.slice(0, 80));

/** The code that Node gives an error of its own. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
