import { join } from 'node:path';
import { type DomainEvent, event, publishedCategories, state } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { aggregate } from '../domain/aggregate.js';
import { sealPersonal } from '../domain/personal.js';
import { openDiskBlobs } from '../blobs/index.js';
import { withLargePayloads } from '../eventlog/index.js';
import { type Json, START } from '../base/index.js';
import type { RecordedEvent } from '../eventlog/port.js';
import { counter, COUNTERS, CounterNamed, type CounterState } from '../testkit/counters.js';
import { derivedId } from '../clock/ids.js';
import { counterEvent, CounterWriter } from '../testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { type Publication, UnknownEvent } from './publication.js';
import { publicationsOf } from './publications.js';
import { type EventsTopic, type Published, type StateFacts, stateTopic } from '../context/published.js';

let engines: Embedded;
let writer: CounterWriter;
beforeEach(() => {
  engines = openEmbedded();
  writer = new CounterWriter(engines.log);
});
afterEach(() => engines.remove());

const PublishedCounter = state({
  type: 'kernel.counter.state.v1',
  description: 'A counter.',
  schema: Type.Object({ id: Type.String(), sum: Type.Number() }),
  example: { id: 'a', sum: 1 },
});
const counterStates = stateTopic<CounterState>({
  contract: PublishedCounter,
  aggregate: counter,
  publicState: ({ sum }, { id, revision, createdAt, updatedAt }: StateFacts): Json | undefined =>
    sum < 0 ? undefined : { id, sum, revision: revision.toString(), createdAt, updatedAt },
});
const both: Published = { events: [{ version: 1 }], states: [counterStates] };

const publications = (
  published: Published,
  log = engines.log,
  aggregates = [counter],
  categories: ReadonlySet<string> = COUNTERS,
) =>
  publicationsOf(
    { name: 'kernel', aggregates, published },
    { prefix: 'specs', partitions: 12, mode: 'binary', baseUrl: 'http://cairn', log, categories },
  );
const events = async ({ log, categories }: Publication): Promise<readonly RecordedEvent[]> =>
  (await log.readAll({ after: START, categories, limit: 1000 })).events;
const messages = async (publication: Publication) => publication.messagesOf(await events(publication));
/** Where the data of the first event are. */
const datarefOfFirst = async (publication: Publication): Promise<string> => {
  const [{ id, stream } = { id: '', stream: '' }] = await events(publication);
  return `/api/v1/events/${id}/data?subject=${stream}&sequence=00000000000000000000`;
};
const eventsOf = (topic: EventsTopic = { version: 1 }, log = engines.log, aggregates = [counter]) =>
  publications({ events: [topic], states: [] }, log, aggregates)[0]!;

describe('the topics of a service', () => {
  it('are one of events a version and one a state', () => {
    expect(publications(both).map(({ topic }) => topic)).toEqual([
      { name: 'specs.kernel.events.v1', partitions: 12, keeps: 'everything' },
      { name: 'specs.kernel.counter.state.v1', partitions: 12, keeps: 'latest' },
    ]);
  });

  it('are none when it publishes nothing', () => {
    const options = { prefix: 'p', partitions: 1, mode: 'binary', baseUrl: '', log: engines.log } as const;
    expect(publicationsOf({ name: 'quiet', aggregates: [counter] }, options)).toEqual([]);
  });

  it('never hold reservations, sessions, keys and settings', () => {
    const secret = ['reservation', 'session', 'apiKey', 'settings', 'mail'].map((category) => ({
      ...counter,
      category,
    }));
    const allowed = new Set(['counter', ...publishedCategories]);
    const [publication] = publications(both, engines.log, [counter, ...secret], allowed);
    expect(publication?.categories).toEqual(['counter']);
  });
});

describe('a category that does not say that it is published', () => {
  const user = { ...counter, category: 'user' };

  it('is not', () => {
    const events: Published = { events: [{ version: 1 }], states: [] };
    const [publication] = publications(events, engines.log, [counter, user], publishedCategories);
    expect(publication?.categories).toEqual(['user']);
  });

  it('has no state that is told', () => {
    expect(() => publications(both, engines.log, [counter, user], publishedCategories)).toThrow(
      'kernel.counter.state.v1 is a state of counter, whose streams are not published',
    );
  });
});

describe('events', () => {
  it('are told in the order of the log, with their data', async () => {
    await writer.append('a', counterEvent('made', { owner: 'o' }), counterEvent('added', { by: 2 }));
    await writer.append('b', counterEvent('made', { owner: 'p' }));
    const told = await messages(eventsOf());
    expect(told.map(({ key, value, headers }) => [key, headers['ce_sequence']?.at(-1), value])).toEqual([
      ['a', '0', '{"owner":"o"}'],
      ['a', '1', '{"by":2}'],
      ['b', '0', '{"owner":"p"}'],
    ]);
  });

  it('show nothing of what serves the inside', async () => {
    await writer.append(
      'a',
      counterEvent('made', { owner: 'o' }),
      counterEvent('added', { by: 2, why: 'x' }),
    );
    const told = await messages(eventsOf());
    expect(told.map(({ value }) => value)).toEqual(['{"owner":"o"}', '{"by":2}']);
  });

  it('law 8: show personal fields encrypted', async () => {
    const sealed = await sealPersonal(
      CounterNamed.of({ person: 'p', name: 'Ada Lovelace' }),
      CounterNamed,
      'counter-a',
      engines.vault,
    );
    await writer.append('a', counterEvent('named', sealed));
    const [told] = await messages(eventsOf());
    expect(told?.value).not.toContain('Ada');
    expect(JSON.parse(told?.value ?? '')).toEqual({
      person: 'p',
      name: { encrypted: expect.any(String) as unknown },
    });
  });

  it('with data over 256 KB refer to them, whether they are fetched or not', async () => {
    const blobs = await openDiskBlobs({ folder: join(engines.folder, 'blobs') });
    const inPlace = withLargePayloads(engines.log, blobs);
    const large = new CounterWriter(inPlace);
    await large.append('a', counterEvent('made', { owner: 'x'.repeat(257 * 1024) }));
    await large.append('b', counterEvent('made', { owner: 'small' }));
    for (const log of [inPlace, engines.log]) {
      const publication = eventsOf({ version: 1 }, log);
      const [told, beside] = await messages(publication);
      expect(told?.value).toBeNull();
      expect(told?.headers['ce_dataref']).toBe(await datarefOfFirst(publication));
      expect(beside?.value).toBe('{"owner":"small"}');
    }
  });

  it('whose data look like the name of a blob are told as they are', async () => {
    const inPlace = withLargePayloads(
      engines.log,
      await openDiskBlobs({ folder: join(engines.folder, 'b') }),
    );
    await new CounterWriter(inPlace).append('a', counterEvent('made', { owner: 'o', $blob: 'x' }));
    expect((await messages(eventsOf()))[0]?.value).toBe('{"owner":"o","$blob":"x"}');
  });

  it('that this release does not know stop the topic, with the reason', async () => {
    await writer.append('a', { ...counterEvent('made', {}), type: 'kernel.counter.halved.v1' });
    const publication = eventsOf();
    const recorded = await events(publication);
    expect(() => publication.messagesOf(recorded)).toThrow(UnknownEvent);
    expect(() => publication.messagesOf(recorded)).toThrow(/counter-a at revision 0 .* newer release/);
  });
});

describe('an event with two versions', () => {
  const CounterAdded = event({
    name: 'CounterAdded',
    storedType: 'kernel.counter.added.v2',
    description: 'Something was added to a counter.',
    schema: Type.Object({ amount: Type.Number() }),
    example: { amount: 1 },
  });
  const today = aggregate<CounterState, DomainEvent>({
    ...counter,
    events: [...counter.events.filter(({ name }) => name !== 'CounterAdded'), CounterAdded],
    evolve: (before) => before,
    upcasts: {
      'kernel.counter.added.v1': {
        name: 'CounterAdded',
        upcast: (data) => ({ amount: (data as { by: number }).by }),
      },
    },
  });
  const older: EventsTopic = {
    version: 1,
    casts: {
      CounterAdded: {
        storedType: 'kernel.counter.added.v1',
        cast: (data) => ({ by: (data as { amount: number }).amount }),
      },
    },
  };
  beforeEach(async () => {
    await writer.append(
      'a',
      counterEvent('made', { owner: 'o' }),
      counterEvent('added', { by: 1, note: 'as it was' }),
      { ...counterEvent('added', { amount: 2 }), type: 'kernel.counter.added.v2' },
    );
  });
  const told = async (topic: EventsTopic) =>
    (await messages(eventsOf(topic, engines.log, [today]))).map(({ headers, value }) => [
      headers['ce_type'],
      value,
    ]);

  it('is cast down in the older topic, and stays as it is where it is of that version', async () => {
    expect(await told(older)).toEqual([
      ['kernel.counter.made.v1', '{"owner":"o"}'],
      ['kernel.counter.added.v1', '{"by":1,"note":"as it was"}'],
      ['kernel.counter.added.v1', '{"by":2}'],
    ]);
  });

  it('is upcast in the newer topic, from the first on', async () => {
    expect(await told({ version: 2 })).toEqual([
      ['kernel.counter.made.v1', '{"owner":"o"}'],
      ['kernel.counter.added.v2', '{"amount":1}'],
      ['kernel.counter.added.v2', '{"amount":2}'],
    ]);
  });
});

describe('states', () => {
  const states = () => publications(both)[1]!;
  const told = async (publication: Publication, recorded: readonly RecordedEvent[]) =>
    (await publication.messagesOf(recorded)).map(({ key, value }) => [key, value && sumOf(value)]);
  const sumOf = (value: string): number => (JSON.parse(value) as { sum: number }).sum;
  const added = (by: number) => counterEvent('added', { by });

  it('are the latest of each stream in a batch', async () => {
    await writer.append('a', counterEvent('made', { owner: 'o' }), added(1));
    await writer.append('b', counterEvent('made', { owner: 'o' }));
    await writer.append('a', added(2));
    const publication = states();
    expect(await told(publication, await events(publication))).toEqual([
      ['b', 0],
      ['a', 3],
    ]);
  });

  it('tell whose they are, since when and as of which revision', async () => {
    const at = (second: number) => ({ at: `2026-01-01T00:00:0${second}.000Z` });
    await writer.append('a', counterEvent('made', { owner: 'o' }, at(1)));
    await writer.append('a', counterEvent('added', { by: 4 }, at(2)));
    const publication = states();
    const recorded = await events(publication);
    const [message] = await publication.messagesOf(recorded);
    expect(JSON.parse(message?.value ?? '')).toEqual({
      id: 'a',
      sum: 4,
      revision: '1',
      createdAt: '2026-01-01T00:00:01.000Z',
      updatedAt: '2026-01-01T00:00:02.000Z',
    });
    expect(message?.headers).toMatchObject({
      ce_type: 'kernel.counter.state.v1',
      ce_id: derivedId(recorded[1]!.id, 'kernel.counter.state.v1'),
      ce_sequence: '00000000000000000001',
    });
  });

  it('are a tombstone when nothing is to be seen any more, and come back', async () => {
    const publication = states();
    await writer.append('a', counterEvent('made', { owner: 'o' }), added(-1));
    const first = await events(publication);
    expect(await told(publication, first)).toEqual([['a', null]]);
    await writer.append('a', added(5));
    expect(await told(publication, (await events(publication)).slice(2))).toEqual([['a', 4]]);
  });

  it('are the same from the middle of the log, and when events are given again', async () => {
    await writer.append('a', counterEvent('made', { owner: 'o' }), added(1), added(2), added(3));
    const publication = states();
    const recorded = await events(publication);
    expect(await told(publication, recorded.slice(2))).toEqual([['a', 6]]);
    expect(await told(publication, recorded.slice(1, 3))).toEqual([['a', 3]]);
    expect(await told(publication, recorded.slice(3))).toEqual([['a', 6]]);
    expect(await told(publication, recorded)).toEqual([['a', 6]]);
  });

  it('are right with more streams than are kept in memory', async () => {
    const ids = Array.from({ length: 1_200 }, (_, index) => `c${index}`);
    await writer.addToEach(ids);
    const publication = states();
    const made = await engines.log.readAll({ after: START, categories: ['counter'], limit: 5_000 });
    expect(await publication.messagesOf(made.events)).toHaveLength(1_200);
    await writer.addToEach(ids);
    const more = await engines.log.readAll({ after: made.position, categories: ['counter'], limit: 5_000 });
    const sums = await told(publication, more.events);
    expect(sums.filter(([, sum]) => sum === 1)).toHaveLength(1_200);
  });
});
