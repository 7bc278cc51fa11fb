import { randomUUID } from 'node:crypto';
import { decideAppend, type AppendTarget } from './decide-append.js';
import {
  NO_STREAM,
  TOMBSTONE_TYPE,
  type Expectation,
  type ProposedEvent,
  type StoredEvent,
  type WriteOutcome,
} from './event.js';
import { EventIndex } from './event-index.js';
import { firstPositionIn, frameBytes, writeFrame, type FramedEvent } from './frame.js';
import {
  isMetastream,
  METADATA_TYPE,
  metastreamOf,
  originOf,
  retentionOf,
  softDeletion,
  withTruncateBefore,
} from './metadata.js';

const JSON_CONTENT = 'application/json';
const NOTHING = new Uint8Array();

/** Decides what is written and writes it into memory; it may not be durable yet. */
export class LogState {
  readonly index = new EventIndex();
  private staged: Buffer[] = [];

  /** The frames that were written since the last call, in their order. */
  takeStaged(): Buffer[] {
    const { staged } = this;
    this.staged = [];
    return staged;
  }

  append(stream: string, expectation: Expectation, proposed: readonly ProposedEvent[]): WriteOutcome {
    const target = this.target(stream);
    const decision = decideAppend(target, expectation, proposed);
    if (decision === 'write') return this.write(target, proposed);
    if (typeof decision === 'object') return this.written(target, decision.writtenUntil);
    return refused(decision, target);
  }

  /** Hides the events; a later append goes on with the next revision. A stream that never was cannot be deleted. */
  softDelete(stream: string, expectation: Expectation): WriteOutcome {
    const { history, hasMetadata } = this.target(stream);
    const missing = history.lastRevision === NO_STREAM && !hasMetadata && history.tombstone === undefined;
    if (missing) return { kind: 'wrong-expected-version', current: NO_STREAM };
    return this.mark(stream, expectation, { ...metadataEvent(softDeletion()), stream: metastreamOf(stream) });
  }

  /** Ends the stream for ever. */
  tombstone(stream: string, expectation: Expectation): WriteOutcome {
    const what = { id: randomUUID(), type: TOMBSTONE_TYPE, contentType: JSON_CONTENT };
    return this.mark(stream, expectation, {
      ...what,
      metadata: NOTHING,
      data: NOTHING,
      stream,
      tombstone: true,
    });
  }

  private mark(stream: string, expectation: Expectation, event: FramedEvent): WriteOutcome {
    const target = this.target(stream);
    const decision = decideAppend(target, expectation, [event]);
    if (decision !== 'write') return refused(decision, target);
    const position = this.index.position(this.commit([event]));
    return { kind: 'written', revision: target.history.lastRevision, position };
  }

  private write(target: AppendTarget, proposed: readonly ProposedEvent[]): WriteOutcome {
    const { name, lastRevision } = target.history;
    const revision = lastRevision + proposed.length;
    if (proposed.length === 0) return { kind: 'written', revision, position: this.commitNothing() };
    const events = proposed.map((event) => ({ ...event, stream: name }));
    const first = this.commit([...events, ...this.revival(target, proposed)]);
    return { kind: 'written', revision, position: this.index.position(first + proposed.length - 1) };
  }

  /** The server does not tell where the events are of a stream that was deleted since. */
  private written({ history, softDeleted }: AppendTarget, revision: number): WriteOutcome {
    const position = softDeleted ? undefined : this.index.position(history.places[revision]!);
    return { kind: 'written', revision, position };
  }

  /** The `$metadata` by which the server shows a soft-deleted stream again, from its next event on. */
  private revival(target: AppendTarget, proposed: readonly ProposedEvent[]): FramedEvent[] {
    const { name } = target.history;
    if (!isMetastream(name)) return revivalOf(target, this.metadata(name));
    return revivalOf(this.target(originOf(name)), proposed.at(-1));
  }

  /** An append without events leaves a record too, which no read answers. Answers its position. */
  private commitNothing(): number {
    const start = this.index.bytes.length;
    this.commit([]);
    return firstPositionIn(start);
  }

  /** Answers the place of the first of the events. */
  private commit(events: readonly FramedEvent[]): number {
    const { bytes, length } = this.index;
    const start = bytes.length;
    const frame = bytes.reserve(frameBytes(events));
    writeFrame(frame, Date.now(), events);
    this.index.add(frame, start);
    this.staged.push(frame);
    return length;
  }

  private metadata(stream: string): StoredEvent | undefined {
    const place = this.index.history(metastreamOf(stream))?.places.at(-1);
    return place === undefined ? undefined : this.index.event(place);
  }

  private target(stream: string): AppendTarget {
    const metadata = this.metadata(stream);
    const origin = isMetastream(stream) ? this.index.history(originOf(stream)) : undefined;
    const history = this.index.historyOrEmpty(stream);
    return {
      history,
      softDeleted: metadata !== undefined && retentionOf(stream, metadata).softDeleted,
      tombstoned: history.tombstone !== undefined || origin?.tombstone !== undefined,
      hasMetadata: metadata !== undefined,
    };
  }
}

const revivalOf = (
  { history, softDeleted }: AppendTarget,
  metadata: ProposedEvent | undefined,
): FramedEvent[] => {
  const mark = softDeleted ? withTruncateBefore(metadata, history.lastRevision + 1) : undefined;
  return mark === undefined ? [] : [{ ...metadataEvent(mark), stream: metastreamOf(history.name) }];
};

const metadataEvent = (data: Uint8Array): ProposedEvent => ({
  id: randomUUID(),
  type: METADATA_TYPE,
  contentType: JSON_CONTENT,
  metadata: NOTHING,
  data,
});

const refused = (
  decision: 'stream-deleted' | 'wrong-expected-version' | object,
  target: AppendTarget,
): WriteOutcome =>
  decision === 'stream-deleted'
    ? { kind: 'stream-deleted' }
    : { kind: 'wrong-expected-version', current: target.history.lastRevision };
