import { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb';
import { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { GENESIS, seal } from '../chain.js';
import { anEvent, asAppended, freshStream } from '../conformance-events.js';
import { NO_STREAM, RecordDamaged } from '../port.js';
import { toMessage, toRecordedEvent } from './records.js';

type StoredEvent = ReadResp.ReadEvent.RecordedEvent;

describe('a record in EventStoreDB', () => {
  const stream = freshStream();
  const event = anEvent({ text: 'Grüße', 10: 'ten', nested: [{ '': 0 }] });

  const stored = (): StoredEvent => {
    const [sealed] = seal(NO_STREAM, [event]);
    const message = toMessage(stream, sealed!, GENESIS);
    const record = new ReadResp.ReadEvent.RecordedEvent()
      .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
      .setStreamRevision('0')
      .setCommitPosition('1234')
      .setPreparePosition('1234')
      .setCustomMetadata(message.metadata)
      .setData(message.data);
    record.getMetadataMap().set('type', message.type);
    return record;
  };

  it('is JSON for the tools of the engine, with the fields of the event and ours', () => {
    const metadata: unknown = JSON.parse(Buffer.from(stored().getCustomMetadata_asU8()).toString());
    expect(metadata).toEqual({
      ...event.metadata,
      eventId: event.id,
      previous: '0'.repeat(64),
      hash: toRecordedEvent(stored()).hash,
      envelope: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
  });

  it('comes back as it was', () => {
    expect(asAppended(toRecordedEvent(stored()))).toStrictEqual(event);
    expect(toRecordedEvent(stored()).position).toBe('00000000000000001234');
  });

  const edited = (bytes: Uint8Array, from: string | RegExp, to: string): Buffer =>
    Buffer.from(Buffer.from(bytes).toString().replace(from, to));

  const changes: readonly (readonly [string, (record: StoredEvent) => unknown])[] = [
    ['a letter of the data', (r) => r.setData(edited(r.getData_asU8(), 'ten', 'tem'))],
    ['a blank in the data', (r) => r.setData(edited(r.getData_asU8(), ':', ': '))],
    ['a byte that makes the data no text', (r) => r.setData(edited(r.getData_asU8(), 'ü', '\ufffd'))],
    ['the metadata', (r) => r.setCustomMetadata(edited(r.getCustomMetadata_asU8(), 'user', 'kser'))],
    ['the hash', (r) => r.setCustomMetadata(edited(r.getCustomMetadata_asU8(), /("hash":")./, '$1z'))],
    [
      'the link',
      (r) => r.setCustomMetadata(edited(r.getCustomMetadata_asU8(), '0'.repeat(64), '1'.repeat(64))),
    ],
    ['the id', (r) => r.setCustomMetadata(edited(r.getCustomMetadata_asU8(), event.id, anEvent().id))],
    ['all metadata', (r) => r.setCustomMetadata(new Uint8Array())],
    ['the type', (r) => r.getMetadataMap().set('type', 'cases.thing.other.v1')],
    ['the revision', (r) => r.setStreamRevision('1')],
    ['the stream', (r) => r.getStreamIdentifier()?.setStreamName(Buffer.from(freshStream()))],
    ['its position, which the server does not give', (r) => r.setCommitPosition('18446744073709551615')],
  ];
  it.each(changes)('is never served after damage to %s', (_, change) => {
    const record = stored();
    change(record);
    expect(() => toRecordedEvent(record)).toThrow(RecordDamaged);
  });

  it('is not served after another predecessor', () => {
    expect(() => toRecordedEvent(stored(), 'e'.repeat(64))).toThrow(RecordDamaged);
  });
});
