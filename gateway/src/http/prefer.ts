/** The preferences that are honoured (RFC 7240). Others are passed over, as it asks. */
export interface Preferences {
  readonly respondAsync: boolean;
  /** `wait=N`: so many seconds, at most 30, an answer waits for the work that it begins. 0: none. */
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
  return {
    respondAsync: words.includes('respond-async'),
    waitSeconds: waitIn(words),
    representation: words.includes('return=representation'),
    strict: words.includes('handling=strict'),
  };
};

const LONGEST_WAIT = 30;

const waitIn = (words: readonly string[]): number => {
  const [, seconds = '0'] =
    words.map((word) => /^wait=(\d{1,9})$/.exec(word)).find((match) => match !== null) ?? [];
  return Math.min(Number(seconds), LONGEST_WAIT);
};
