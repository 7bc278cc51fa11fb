import type { ReadCommitted } from './compare.js';

/** Where breaks stand that were looked at and meant, one in a line, as long as nothing was released. */
export const REVIEWED = 'reviewed-breaks.txt';

/**
 * The breaks with commits before the first release that were looked at: names that were settled, fields that are published
 * no more. Throws when there is a release: what that promised is kept, and the file goes.
 */
export const reviewedIn = (committed: ReadCommitted, releases: readonly string[]): ReadonlySet<string> => {
  const text = committed(REVIEWED);
  if (text !== undefined && releases.length > 0)
    throw new Error(`${REVIEWED} is for the time before the first release (${releases[0] ?? ''}): delete it`);
  return new Set((text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#')));
};

/** Those of the breaks, `since <release>: <what>`, that were not looked at. */
export const unreviewed = (breaks: readonly string[], reviewed: ReadonlySet<string>): readonly string[] =>
  breaks.filter((line) => !reviewed.has(line.replace(/^since \S+: /, '')));
