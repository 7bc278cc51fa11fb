import { type DomainEvent, state } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { START } from '../base/position.js';
import type { RecordedEvent } from '../eventlog/port.js';
import { counterEvent, CounterWriter } from '../testkit/counter-writer.js';
import { counter, COUNTERS, type CounterState } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { publicationsOf } from './publications.js';
import { stateTopic } from '../context/published.js';

const OPTIONS = {
  prefix: 'specs',
  partitions: 12,
  mode: 'binary',
  baseUrl: '',
  categories: COUNTERS,
} as const;

describe('states of the parts of streams', () => {
  let engines: Embedded;
  let writer: CounterWriter;
  beforeEach(() => {
    engines = openEmbedded();
    writer = new CounterWriter(engines.log);
  });
  afterEach(() => engines.remove());
  const happened = async (): Promise<readonly RecordedEvent[]> =>
    (await engines.log.readAll({ after: START, categories: [counter.category], limit: 1000 })).events;

  const PublishedReason = state({
    type: 'kernel.counter.state.v1',
    description: 'What was added to a counter for one reason.',
    schema: Type.Object({ id: Type.String(), sum: Type.Number() }),
    example: { id: 'a', sum: 1 },
  });
  const whyOf = ({ data }: DomainEvent): string => (data as { why?: string }).why ?? 'none';
  const reasons = stateTopic<CounterState>({
    contract: PublishedReason,
    aggregate: counter,
    partOf: whyOf,
    publicState: ({ sum }, { id, revision, event }) =>
      id === 'gone' ? undefined : { id, sum, revision: revision.toString(), why: whyOf(event) },
  });
  const added = (why: string) => counterEvent('added', { by: 1, why });
  const told = async (recorded?: readonly RecordedEvent[]) => {
    const [publication] = publicationsOf(
      { name: 'kernel', aggregates: [counter], published: { events: [], states: [reasons] } },
      { ...OPTIONS, log: engines.log },
    );
    return (await publication!.messagesOf(recorded ?? (await happened()))).map(({ key, headers, value }) => [
      ...[key, headers['ce_partitionkey'], headers['ce_subject'], Number(headers['ce_sequence'])],
      value === null ? null : (JSON.parse(value) as { why: string; revision: string }),
    ]);
  };

  it('have keys of their own, and each the sequence of its own last event', async () => {
    await writer.append('a', added('x'), added('y'), added('x'), added('gone'));
    await writer.append('b', added('z'));
    expect(await told()).toEqual([
      ['y', 'y', 'counter-a', 1, { id: 'y', sum: 4, revision: '1', why: 'y' }],
      ['x', 'x', 'counter-a', 2, { id: 'x', sum: 4, revision: '2', why: 'x' }],
      ['gone', 'gone', 'counter-a', 3, null],
      ['z', 'z', 'counter-b', 0, { id: 'z', sum: 1, revision: '0', why: 'z' }],
    ]);
  });

  it('are told of those that something happened to alone', async () => {
    await writer.append('a', added('x'), added('y'), added('x'));
    const recorded = await happened();
    expect((await told(recorded.slice(2))).map(([key]) => key)).toEqual(['x']);
    expect((await told(recorded.slice(1, 2))).map(([key]) => key)).toEqual(['y']);
  });
});
