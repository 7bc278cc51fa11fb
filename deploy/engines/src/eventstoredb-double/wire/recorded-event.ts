import { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { StoredEvent } from '../log/event.js';
import { streamNameTo, uuidTo } from './identifiers.js';
import { int64Text } from './numbers.js';

/** `created` is in 100 ns: four digits more than milliseconds. */
const TICKS_AFTER_MILLISECONDS = '0000';

/** The answer that carries an event. */
export const eventAnswer = (event: StoredEvent, structuredIds: boolean): ReadResp =>
  new ReadResp().setEvent(
    new ReadResp.ReadEvent()
      .setEvent(recorded(event, structuredIds))
      .setCommitPosition(int64Text(event.position)),
  );

const recorded = (event: StoredEvent, structuredIds: boolean): ReadResp.ReadEvent.RecordedEvent => {
  const record = new ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidTo(event.id, structuredIds))
    .setStreamIdentifier(streamNameTo(event.stream))
    .setStreamRevision(int64Text(event.revision))
    .setPreparePosition(int64Text(event.position))
    .setCommitPosition(int64Text(event.position))
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', `${event.createdMs}${TICKS_AFTER_MILLISECONDS}`);
  return record;
};
