/** The preferences that are honoured (RFC 7240). Others are passed over, as it asks. */
export interface Preferences {
  readonly respondAsync: boolean;
  readonly representation: boolean;
  /** `handling=strict`: what is not known in a body is refused. */
  readonly strict: boolean;
}

const NONE: Preferences = { respondAsync: false, representation: false, strict: false };

/** Reads `Prefer`. */
export const preferencesOf = (header: string | readonly string[] | undefined): Preferences => {
  if (header === undefined) return NONE;
  const words = (typeof header === 'string' ? header : header.join(','))
    .split(',')
    .map((word) => word.split(';')[0]!.replace(/\s|"/g, '').toLowerCase());
  return {
    respondAsync: words.includes('respond-async'),
    representation: words.includes('return=representation'),
    strict: words.includes('handling=strict'),
  };
};
