import { randomUUID } from 'node:crypto';
import { Code } from '@eventstore/db-client/generated/code_pb';
import { BadRequest, StreamIdentifier, Timeout, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { type ClientDuplexStream, credentials, status } from '@grpc/grpc-js';
import { Empty } from 'google-protobuf/google/protobuf/empty_pb';
import { Timestamp } from 'google-protobuf/google/protobuf/timestamp_pb';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES } from './release.js';
import { freshStream } from './testing.js';

describe.each(RELEASES)('a batch append by the wire alone as %s', (release) => {
  let double: EventStoreDbDouble;
  let client: StreamsClient;
  let call: ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
  let answers: BatchAppendResp[];
  let ended: Promise<unknown>;
  let answered = (): void => undefined;

  beforeEach(async () => {
    double = await startEventStoreDbDouble({ release });
    client = new StreamsClient(`127.0.0.1:${double.port}`, credentials.createInsecure());
    call = client.batchAppend();
    answers = [];
    ended = new Promise((resolve) => {
      call
        .on('data', (answer: BatchAppendResp) => {
          answers.push(answer);
          answered();
        })
        .on('error', resolve)
        .on('end', () => resolve('ended'));
    });
  });
  afterEach(async () => {
    client.close();
    await double.stop();
  });

  const until = async (count: number): Promise<void> => {
    while (answers.length < count) await new Promise<void>((resolve) => (answered = resolve));
  };
  const correlation = (number: string): UUID =>
    new UUID().setStructured(
      new UUID.Structured().setMostSignificantBits('-7').setLeastSignificantBits(number),
    );
  const part = (id: UUID | undefined, types: readonly string[], isFinal: boolean): BatchAppendReq =>
    new BatchAppendReq()
      .setCorrelationId(id)
      .setProposedMessagesList(types.map(proposed))
      .setIsFinal(isFinal);
  const proposed = (type: string): BatchAppendReq.ProposedMessage => {
    const message = new BatchAppendReq.ProposedMessage().setId(new UUID().setString(randomUUID()));
    if (type !== '') message.getMetadataMap().set('type', type).set('content-type', 'application/json');
    return message;
  };
  const expectingNothing = (stream: string): BatchAppendReq.Options =>
    new BatchAppendReq.Options().setStreamIdentifier(
      new StreamIdentifier().setStreamName(Buffer.from(stream)),
    );
  const to = (stream: string): BatchAppendReq.Options => expectingNothing(stream).setAny(new Empty());
  const told = (answer: BatchAppendResp): unknown => ({
    id: answer.getCorrelationId()?.toObject(),
    stream: Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    revision: answer.getSuccess()?.getCurrentRevision(),
  });

  it('takes the parts of several appends in between each other, and answers each with its id and stream', async () => {
    const [one, two] = [freshStream(), freshStream()];
    call.write(part(correlation('1'), ['a'], false).setOptions(to(one)));
    call.write(part(correlation('2'), ['x'], false).setOptions(to(two)));
    call.write(part(correlation('1'), ['b'], false));
    call.write(part(correlation('2'), ['y'], true));
    await until(1);
    call.write(part(correlation('1'), ['c'], true));
    await until(2);
    expect(answers.map(told)).toEqual([
      { id: correlation('2').toObject(), stream: two, revision: '1' },
      { id: correlation('1').toObject(), stream: one, revision: '2' },
    ]);
    call.end();
    expect(await ended).toBe('ended');
  });

  it('answers everything before it ends', async () => {
    for (let number = 0; number < 50; number += 1)
      call.write(part(correlation(String(number)), ['a'], true).setOptions(to('s')));
    call.end();
    expect(await ended).toBe('ended');
    const revisions = answers.map((answer) => Number(answer.getSuccess()?.getCurrentRevision()));
    expect(revisions).toEqual(Array.from({ length: 50 }, (_, revision) => revision));
  });

  it('says of one append that it was no good, and goes on', async () => {
    call.write(part(correlation('1'), [''], true).setOptions(to('s')));
    call.write(part(correlation('2'), ['a'], true).setOptions(to('')));
    call.write(part(correlation('3'), ['a'], true).setOptions(expectingNothing('s')));
    call.write(part(correlation('4'), ['a'], true).setOptions(to('s')));
    await until(4);
    const [error] = answers.map((answer) => answer.getError());
    expect([error?.getCode(), error?.getMessage()]).toEqual([Code.INVALID_ARGUMENT, 'BadRequest']);
    const details = error
      ?.getDetails()
      ?.unpack((bytes) => BadRequest.deserializeBinary(bytes), 'event_store.client.BadRequest');
    expect(details?.getMessage()).toBe("Required Metadata Property 'type' is missing");
    expect(answers.map((answer) => answer.hasSuccess())).toEqual([false, false, false, true]);
  });

  it('gives up an append whose deadline has passed, and writes nothing of it', async () => {
    const deadline = Timestamp.fromDate(new Date(Date.now() - 1));
    call.write(part(correlation('1'), ['a'], false).setOptions(to('s').setDeadline(deadline)));
    call.write(part(correlation('1'), ['b'], true));
    call.write(part(correlation('2'), ['c'], true).setOptions(to('s')));
    await until(2);
    const error = answers[0]?.getError();
    expect(error?.getCode()).toBe(Code.DEADLINE_EXCEEDED);
    expect(
      error?.getDetails()?.unpack((bytes) => Timeout.deserializeBinary(bytes), 'event_store.client.Timeout'),
    ).toBeInstanceOf(Timeout);
    expect(answers[1]?.getSuccess()?.getCurrentRevision()).toBe('0');
  });

  it('says of a wrong expected version just that', async () => {
    const expecting = expectingNothing('s').setStreamPosition('7');
    call.write(part(correlation('1'), ['a'], true).setOptions(expecting));
    await until(1);
    const error = answers[0]?.getError();
    expect([error?.getCode(), error?.getMessage()]).toEqual([Code.ALREADY_EXISTS, 'WrongExpectedVersion']);
  });

  it('breaks as a whole at a message above 16 MiB', async () => {
    const message = proposed('big').setData(Buffer.alloc(16 * 1024 * 1024, 7));
    call.write(part(correlation('1'), ['a'], true).setOptions(to('s')));
    await until(1);
    const large = new BatchAppendReq().setCorrelationId(correlation('2')).setProposedMessagesList([message]);
    call.write(large.setIsFinal(true).setOptions(to('s')));
    expect(await ended).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
  });

  it('breaks when an append has no correlation id', async () => {
    call.write(part(undefined, ['a'], true).setOptions(to('s')));
    expect(await ended).toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});
