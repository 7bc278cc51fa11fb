import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb';
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import {
  type AppendResp,
  AppendReq,
  DeleteReq,
  type DeleteResp,
  ReadReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb';
import { credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { RELEASES, VERSIONS } from './release.js';
import { errorOf, eventNamed, eventsOf, typesOf } from './testing.js';

const { BACKWARDS } = ReadReq.Options.ReadDirection;

const recordsOf = (answers: readonly ReadResp[]): (ReadResp.ReadEvent.RecordedEvent | undefined)[] =>
  answers.map((answer) => answer.getEvent()?.getEvent());

/** Answers what a call with one answer got. */
const answered = <T>(call: (take: (error: ServiceError | null, value: T) => void) => unknown): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, value) => (error === null ? resolve(value) : reject(error)));
  });

describe('the double as a node', () => {
  let double: EventStoreDbDouble;
  let address: string;

  beforeAll(async () => {
    double = await startEventStoreDbDouble();
    address = `127.0.0.1:${double.port}`;
  });
  afterAll(() => double.stop());

  it('tells which methods it has, and no others', async () => {
    const client = new ServerFeaturesClient(address, credentials.createInsecure());
    const supported = await answered<SupportedMethods>((take) =>
      client.getSupportedMethods(new Empty(), take),
    );
    client.close();
    expect(supported.getEventStoreServerVersion()).toBe('23.10.0');
    const methods = supported
      .getMethodsList()
      .map((method) => [method.getServiceName(), method.getMethodName(), method.getFeaturesList()]);
    const streams = 'event_store.client.streams.streams';
    expect(methods).toContainEqual([streams, 'batchappend', ['deadline_duration']]);
    expect(methods).toContainEqual([streams, 'read', ['position', 'events']]);
    expect(methods.filter(([service]) => String(service).includes('persistent'))).toEqual([]);
  });

  it.each(Object.entries(VERSIONS))('as %s says that it is %s', async (_release, version) => {
    const release = RELEASES.find((each) => VERSIONS[each] === version)!;
    const other = await startEventStoreDbDouble({ release });
    const client = new ServerFeaturesClient(`127.0.0.1:${other.port}`, credentials.createInsecure());
    const supported = await answered<SupportedMethods>((take) =>
      client.getSupportedMethods(new Empty(), take),
    );
    client.close();
    await other.stop();
    expect(supported.getEventStoreServerVersion()).toBe(version);
  });

  it('begins with a record of its own', async () => {
    const fresh = await startEventStoreDbDouble();
    const client = EventStoreDBClient.connectionString(fresh.url);
    const found = await eventsOf(client.readAll());
    expect(found.map(({ event }) => [event?.streamId, event?.type])).toEqual([
      ['$$$stats-127.0.0.1:2113', '$metadata'],
    ]);
    await client.dispose();
    await fresh.stop();
  });

  it('tells that it is the living leader of a cluster of one', async () => {
    const client = new GossipClient(address, credentials.createInsecure());
    const cluster = await answered<ClusterInfo>((take) => client.read(new Empty(), take));
    client.close();
    const [member, ...others] = cluster.getMembersList();
    expect(others).toEqual([]);
    expect(member?.toObject()).toMatchObject({
      state: 8,
      isAlive: true,
      httpEndPoint: { address: '127.0.0.1', port: double.port },
    });
  });

  it.each([
    ['several endpoints', () => `esdb://${address},${address}?tls=false`],
    ['discovery', () => `esdb+discover://${address}?tls=false`],
  ])('is found by %s', async (_, url) => {
    const client = EventStoreDBClient.connectionString(url());
    await client.appendToStream(`found-${randomUUID()}`, eventNamed('a'));
    await client.dispose();
  });

  it('does not start on a port that is taken', async () => {
    const second = startEventStoreDbDouble({ port: double.port });
    expect(await errorOf(second)).toMatchObject({ code: 'EADDRINUSE' });
  });

  describe('spoken to by the wire alone', () => {
    let client: StreamsClient;

    beforeEach(() => {
      client = new StreamsClient(address, credentials.createInsecure());
    });
    afterEach(() => client.close());

    const appended = (...requests: AppendReq[]): Promise<AppendResp> =>
      answered((take) => {
        const call = client.append(take);
        for (const request of requests) call.write(request);
        call.end();
      });
    const optionsOf = (stream: string): AppendReq.Options =>
      new AppendReq.Options().setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)));
    const beginning = (stream: string): AppendReq =>
      new AppendReq().setOptions(optionsOf(stream).setAny(new Empty()));
    const proposed = (id: UUID, type: string | undefined): AppendReq => {
      const message = new AppendReq.ProposedMessage().setId(id).setData(Buffer.from('{}'));
      if (type !== undefined) message.getMetadataMap().set('type', type);
      message.getMetadataMap().set('content-type', 'application/json');
      return new AppendReq().setProposedMessage(message);
    };
    const read = (options: ReadReq.Options): Promise<ReadResp[]> =>
      new Promise((resolve, reject) => {
        const answers: ReadResp[] = [];
        client
          .read(new ReadReq().setOptions(options))
          .on('data', (answer: ReadResp) => answers.push(answer))
          .on('error', reject)
          .on('end', () => resolve(answers));
      });

    it('takes and gives ids as two numbers', async () => {
      const id = new UUID().setStructured(
        new UUID.Structured().setMostSignificantBits('-2').setLeastSignificantBits('9007199254740993'),
      );
      const stream = randomUUID();
      await appended(beginning(stream), proposed(id, 'a'));
      const place = new ReadReq.Options.StreamOptions()
        .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)))
        .setStart(new Empty());
      const options = new ReadReq.Options().setStream(place).setCount('10').setNoFilter(new Empty());
      const [asNumbers] = recordsOf(await read(options));
      expect(asNumbers?.getId()?.toObject()).toEqual(id.toObject());
      const wanted = new ReadReq.Options.UUIDOption().setString(new Empty());
      const [asText] = recordsOf(await read(options.setUuidOption(wanted)));
      expect(asText?.getId()?.getString()).toBe('ffffffff-ffff-fffe-0020-000000000001');
    });

    it('gives the time of an event in units of 100 ns', async () => {
      await appended(beginning('timed'), proposed(new UUID().setString(randomUUID()), 'a'));
      const end = new ReadReq.Options.AllOptions().setEnd(new Empty());
      const options = new ReadReq.Options().setAll(end).setCount('1').setReadDirection(BACKWARDS);
      const [last] = recordsOf(await read(options.setNoFilter(new Empty())));
      const ticks = BigInt(last?.getMetadataMap().get('created') ?? '');
      const ageMs = Date.now() - Number(ticks / 10_000n);
      expect(ageMs).toBeGreaterThanOrEqual(0);
      expect(ageMs).toBeLessThan(60_000);
    });

    it('reads $all with a filter, of which it counts what matches', async () => {
      const category = randomUUID();
      for (const [stream, type] of ['a', 'b', 'a', 'a'].map((name) => [`${category}-${name}`, name]))
        await appended(beginning(stream ?? ''), proposed(new UUID().setString(randomUUID()), type));
      const expression = new ReadReq.Options.FilterOptions.Expression().setPrefixList([`${category}-a`]);
      const filter = new ReadReq.Options.FilterOptions()
        .setStreamIdentifier(expression)
        .setCount(new Empty())
        .setCheckpointintervalmultiplier(1);
      const start = new ReadReq.Options.AllOptions().setStart(new Empty());
      const forwards = new ReadReq.Options().setAll(start).setCount('2').setFilter(filter);
      expect(await read(forwards)).toHaveLength(2);
      const end = new ReadReq.Options.AllOptions().setEnd(new Empty());
      const backwards = new ReadReq.Options()
        .setAll(end)
        .setCount('9')
        .setFilter(filter)
        .setReadDirection(BACKWARDS);
      expect(await read(backwards)).toHaveLength(3);
    });

    it('refuses events without a type or an id, naming what is missing', async () => {
      const id = new UUID().setString(randomUUID());
      const untyped = await errorOf(appended(beginning('s'), proposed(id, undefined)));
      expect(untyped).toMatchObject({ code: status.INVALID_ARGUMENT });
      expect((untyped as ServiceError).metadata.getMap()).toMatchObject({
        'content-length': '0',
        exception: 'missing-required-metadata-property',
        'required-metadata-properties': 'type,content-type',
      });
      const unnamed = await errorOf(appended(beginning('s'), proposed(new UUID().setString('x'), 'a')));
      expect(unnamed).toMatchObject({ code: status.INVALID_ARGUMENT });
    });

    it('refuses an append without options, and one that expects nothing', async () => {
      const invalid = { code: status.INVALID_ARGUMENT };
      expect(await errorOf(appended())).toMatchObject(invalid);
      expect(await errorOf(appended(new AppendReq().setOptions(optionsOf('s'))))).toMatchObject(invalid);
      expect(await errorOf(appended(beginning('')))).toMatchObject(invalid);
    });

    it('refuses reads that there are not', async () => {
      const invalid = { code: status.INVALID_ARGUMENT };
      const all = new ReadReq.Options.AllOptions().setEnd(new Empty());
      const backwards = new ReadReq.Options()
        .setAll(all)
        .setReadDirection(BACKWARDS)
        .setSubscription(new ReadReq.Options.SubscriptionOptions());
      expect(await errorOf(read(backwards))).toMatchObject(invalid);
      expect(await errorOf(read(new ReadReq.Options()))).toMatchObject(invalid);
    });
  });

  it('refuses calls without the credentials that it asks for', async () => {
    const guarded = await startEventStoreDbDouble({ credentials: { user: 'ada', password: 'x:y' } });
    const anonymous = EventStoreDBClient.connectionString(guarded.url);
    expect(await errorOf(anonymous.appendToStream('s', eventNamed('a')))).toMatchObject({
      type: 'access-denied',
    });
    expect(await errorOf(typesOf(anonymous.readAll()))).toMatchObject({ type: 'access-denied' });
    await anonymous.dispose();

    const client = new StreamsClient(`127.0.0.1:${guarded.port}`, credentials.createInsecure());
    const request = new DeleteReq().setOptions(
      new DeleteReq.Options()
        .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from('s')))
        .setAny(new Empty()),
    );
    const deleted = (password: string): Promise<DeleteResp> => {
      const metadata = new Metadata();
      metadata.set('authorization', `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`);
      return answered((take) => client.delete(request, metadata, take));
    };
    expect(await errorOf(deleted('wrong'))).toMatchObject({ code: status.UNAUTHENTICATED });
    expect(await errorOf(deleted('x:y'))).toMatchObject({ code: status.FAILED_PRECONDITION });
    client.close();
    await guarded.stop();
  });
});
