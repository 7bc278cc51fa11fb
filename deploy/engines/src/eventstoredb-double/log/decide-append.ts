import { NO_STREAM, type Expectation, type ProposedEvent, type StoredEvent } from './event.js';
import type { StreamHistory } from './stream-history.js';

export type AppendDecision =
  | 'write'
  | 'stream-deleted'
  | 'wrong-expected-version'
  /** All of it was written before; the last of the events that were. */
  | { readonly alreadyWritten: StoredEvent };

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
  let last: StoredEvent | undefined;
  for (const [offset, { id }] of proposed.entries()) {
    const known = history.withId(id);
    if (known === undefined) return offset === 0 ? 'write' : 'wrong-expected-version';
    last = known;
  }
  return last === undefined ? 'write' : { alreadyWritten: last };
};

const decideBelow = (
  target: AppendTarget,
  expected: number,
  proposed: readonly ProposedEvent[],
): AppendDecision => {
  const same = target.history.sameAfter(expected, proposed);
  const last = target.history.events[expected + same];
  if (same > 0 && same === proposed.length && last !== undefined) return { alreadyWritten: last };
  return expected === NO_STREAM && target.softDeleted && same === 0 ? 'write' : 'wrong-expected-version';
};
