import { LONGEST_WAIT_SECONDS } from '@cairn/contracts';

/** The preferences that are honoured (RFC 7240). Others are passed over, as it asks. */
export interface Preferences {
  readonly respondAsync: boolean;
  /** `wait=N`: so many seconds an answer waits for the work that it begins. 0: none, as with `respond-async`. */
  readonly waitSeconds: number;
  readonly representation: boolean;
  /** `handling=strict`: what is not known in a body is refused. */
  readonly strict: boolean;
}

const NONE: Preferences = { respondAsync: false, waitSeconds: 0, representation: false, strict: false };

/** Reads `Prefer`. */
export const preferencesOf = (header: string | readonly string[] | undefined): Preferences => {
  if (header === undefined) return NONE;
  const words = (typeof header === 'string' ? header : header.join(','))
    .split(',')
    .map((word) => word.split(';')[0]!.replace(/\s|"/g, '').toLowerCase());
  const respondAsync = words.includes('respond-async');
  return {
    respondAsync,
    waitSeconds: respondAsync ? 0 : waitIn(words),
    representation: words.includes('return=representation'),
    strict: words.includes('handling=strict'),
  };
};

const waitIn = (words: readonly string[]): number => {
  const [, seconds = '0'] =
    words.map((word) => /^wait=(\d+)$/.exec(word)).find((match) => match !== null) ?? [];
  return Math.min(Number(seconds), LONGEST_WAIT_SECONDS);
};
