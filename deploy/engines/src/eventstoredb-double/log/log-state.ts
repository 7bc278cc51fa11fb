import { randomUUID } from 'node:crypto';
import { decideAppend, type AppendTarget } from './decide-append.js';
import {
  NO_STREAM,
  TOMBSTONE_REVISION,
  TOMBSTONE_TYPE,
  type Expectation,
  type ProposedEvent,
  type StoredEvent,
  type WriteOutcome,
} from './event.js';
import {
  eventBytes,
  FILE_HEADER,
  FIRST_EVENT_OFFSET,
  isTombstone,
  type FramedEvent,
  type Transaction,
} from './frame.js';
import { isMetastream, metastreamOf, originOf, retentionOf, withTruncateBefore } from './metadata.js';
import { StreamHistory } from './stream-history.js';

const METADATA_TYPE = '$metadata';
const JSON_CONTENT = 'application/json';
const NOTHING = new Uint8Array();

/** Everything that was ever written, in memory; what was decided here may not be durable yet. */
export class LogState {
  readonly all: StoredEvent[] = [];
  private readonly histories = new Map<string, StreamHistory>();
  private end = FILE_HEADER.length;
  private staged: Transaction[] = [];

  history(stream: string): StreamHistory | undefined {
    return this.histories.get(stream);
  }

  /** The transactions that were decided since the last call. */
  takeStaged(): Transaction[] {
    const staged = this.staged;
    this.staged = [];
    return staged;
  }

  append(stream: string, expectation: Expectation, proposed: readonly ProposedEvent[]): WriteOutcome {
    const target = this.target(stream);
    const decision = decideAppend(target, expectation, proposed);
    if (decision === 'write') return this.write(stream, proposed, target.softDeleted);
    if (typeof decision === 'object')
      return {
        kind: 'written',
        revision: decision.alreadyWritten.revision,
        position: decision.alreadyWritten.position,
      };
    return refused(decision, target);
  }

  /** Hides the events; a later append goes on with the next revision. */
  softDelete(stream: string, expectation: Expectation): WriteOutcome {
    const mark = metadataEvent(withTruncateBefore(this.metadata(stream), undefined));
    return this.deleteBy(stream, expectation, { ...mark, stream: metastreamOf(stream) });
  }

  /** Ends the stream for ever. */
  tombstone(stream: string, expectation: Expectation): WriteOutcome {
    const type = TOMBSTONE_TYPE;
    const mark = { id: randomUUID(), type, contentType: JSON_CONTENT, metadata: NOTHING, data: NOTHING };
    return this.deleteBy(stream, expectation, { ...mark, stream });
  }

  /** Takes over a transaction that is durable already. */
  apply({ createdMs, events }: Transaction): void {
    let position = this.end + FIRST_EVENT_OFFSET;
    for (const event of events) {
      this.place(event, position, createdMs);
      position += eventBytes(event);
    }
    this.end = position;
  }

  private deleteBy(stream: string, expectation: Expectation, mark: FramedEvent): WriteOutcome {
    const target = this.target(stream);
    const decision = decideAppend(target, expectation, [mark]);
    if (decision !== 'write') return refused(decision, target);
    return this.commit([mark], target.history.lastRevision);
  }

  private write(stream: string, proposed: readonly ProposedEvent[], softDeleted: boolean): WriteOutcome {
    const history = this.histories.get(stream);
    const revision = (history?.lastRevision ?? NO_STREAM) + proposed.length;
    if (proposed.length === 0) return { kind: 'written', revision, position: undefined };
    const events = proposed.map((event) => ({ ...event, stream }));
    const position = this.end + FIRST_EVENT_OFFSET + sizeOf(events.slice(0, -1));
    this.commit([...events, ...this.revival(stream, proposed, softDeleted)], revision);
    return { kind: 'written', revision, position };
  }

  /** The `$metadata` by which the server shows a soft-deleted stream again from here on. */
  private revival(stream: string, proposed: readonly ProposedEvent[], softDeleted: boolean): FramedEvent[] {
    const origin = isMetastream(stream) ? originOf(stream) : stream;
    const hidden = isMetastream(stream) ? this.target(origin).softDeleted : softDeleted;
    if (!hidden) return [];
    const metadata = isMetastream(stream) ? proposed.at(-1) : this.metadata(stream);
    const firstShown = (this.histories.get(origin)?.lastRevision ?? NO_STREAM) + 1;
    const mark = metadataEvent(withTruncateBefore(metadata, firstShown));
    return [{ ...mark, stream: metastreamOf(origin) }];
  }

  private commit(events: readonly FramedEvent[], revision: number): WriteOutcome {
    const transaction = { createdMs: Date.now(), events };
    this.apply(transaction);
    this.staged.push(transaction);
    return { kind: 'written', revision, position: this.all.at(-1)?.position };
  }

  private place(event: FramedEvent, position: number, createdMs: number): void {
    const history = this.historyOf(event.stream);
    const tombstone = isTombstone(event);
    const revision = tombstone ? TOMBSTONE_REVISION : history.lastRevision + 1;
    const { id, type, contentType, metadata, data } = event;
    const what = { id, type, contentType, metadata, data };
    const stored = { index: this.all.length, position, stream: history.name, revision, createdMs, ...what };
    this.all.push(stored);
    if (tombstone) history.tombstone = stored;
    else history.push(stored);
  }

  private historyOf(stream: string): StreamHistory {
    const known = this.histories.get(stream);
    if (known !== undefined) return known;
    const history = new StreamHistory(stream);
    this.histories.set(stream, history);
    return history;
  }

  private metadata(stream: string): StoredEvent | undefined {
    return this.histories.get(metastreamOf(stream))?.events.at(-1);
  }

  private target(stream: string): AppendTarget {
    const metadata = this.metadata(stream);
    const origin = isMetastream(stream) ? this.histories.get(originOf(stream)) : undefined;
    const history = this.histories.get(stream) ?? new StreamHistory(stream);
    return {
      history,
      softDeleted: metadata !== undefined && retentionOf(stream, metadata).softDeleted,
      tombstoned: history.tombstone !== undefined || origin?.tombstone !== undefined,
      hasMetadata: metadata !== undefined,
    };
  }
}

const sizeOf = (events: readonly FramedEvent[]): number =>
  events.reduce((sum, event) => sum + eventBytes(event), 0);

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
