import { NO_STREAM, type Expectation, type ProposedEvent } from './event.js';
import type { StreamHistory } from './stream-history.js';

export type AppendDecision =
  | 'write'
  | 'stream-deleted'
  | 'wrong-expected-version'
  /** All of it was written before; the revision of the last of the events that were. */
  | { readonly writtenUntil: number };

/** What an append meets. */
export interface AppendTarget {
  readonly history: StreamHistory;
  readonly softDeleted: boolean;
  readonly tombstoned: boolean;
  readonly hasMetadata: boolean;
}

/** Decides whether an append is written, refused, or was written before. */
export const decideAppend = (
  target: AppendTarget,
  expectation: Expectation,
  proposed: readonly ProposedEvent[],
): AppendDecision => {
  if (target.tombstoned) return 'stream-deleted';
  if (expectation === 'any') return recognised(target.history, proposed);
  if (expectation === 'stream-exists') return decideExisting(target, proposed);
  const expected = expectation === 'no-stream' ? NO_STREAM : expectation.revision;
  const current = target.history.lastRevision;
  if (expected === current) return 'write';
  return expected > current ? 'wrong-expected-version' : decideBelow(target, expected, proposed);
};

const decideExisting = (target: AppendTarget, proposed: readonly ProposedEvent[]): AppendDecision => {
  if (target.softDeleted) return 'stream-deleted';
  const missing = target.history.lastRevision === NO_STREAM && !target.hasMetadata;
  return missing ? 'wrong-expected-version' : recognised(target.history, proposed);
};

/** Without an expected revision an append is recognised by the ids of its events, of which the first one decides. */
const recognised = (history: StreamHistory, proposed: readonly ProposedEvent[]): AppendDecision => {
  let writtenUntil: number | undefined;
  for (const [offset, { id }] of proposed.entries()) {
    const revision = history.revisionOf(id);
    if (revision === undefined) return offset === 0 ? 'write' : 'wrong-expected-version';
    writtenUntil = revision;
  }
  return writtenUntil === undefined ? 'write' : { writtenUntil };
};

const decideBelow = (
  { history, softDeleted }: AppendTarget,
  expected: number,
  proposed: readonly ProposedEvent[],
): AppendDecision => {
  const same = history.sameAfter(expected, proposed);
  if (same > 0 && same === proposed.length) return { writtenUntil: expected + same };
  return expected === NO_STREAM && softDeleted && same === 0 ? 'write' : 'wrong-expected-version';
};
