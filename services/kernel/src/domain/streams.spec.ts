import { randomUUID } from 'node:crypto';
import type { StreamName } from '../base/position.js';
import { counterEvent, CounterWriter } from '../testkit/counter-writer.js';
import { counter, type CounterEvent, type CounterState } from '../testkit/counters.js';
import { RegistersUnavailable } from '../registers/port.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { aggregate } from './aggregate.js';
import { memoryOf, unfolded } from './folded.js';
import { Streams } from './streams.js';

const KILOBYTES = 1_000;

/** A counter that knows its owner, however long that is. */
const owned = aggregate<CounterState & { readonly owner: string }, CounterEvent>({
  ...counter,
  initial: { ...counter.initial, owner: '' },
  evolve: (state, event, facts) => ({
    ...counter.evolve(state, event, facts),
    owner: event.type === 'CounterMade' ? event.data.owner : state.owner,
  }),
});

describe('folded streams', () => {
  let engines: Embedded;
  let reads: StreamName[];
  beforeEach(() => {
    engines = openEmbedded();
    reads = [];
  });
  afterEach(() => engines.remove());

  const kept = (cachedBytes: number, registers = engines.registers): Streams => {
    const read: Embedded['log']['read'] = (stream, options) => {
      if (options?.after === undefined) reads.push(stream);
      return engines.log.read(stream, options);
    };
    return new Streams({ log: { ...engines.log, read }, registers, logger: engines.logger, cachedBytes });
  };
  const made = async (owner: string): Promise<string> => {
    const id = randomUUID();
    await new CounterWriter(engines.log).append(id, counterEvent('made', { owner }));
    return id;
  };

  it('are kept as long as there is room, the last used longest', async () => {
    const streams = kept(8 * KILOBYTES);
    const small = await made('small');
    await streams.current(owned, small);
    for (let one = 0; one < 5; one += 1) {
      await streams.current(owned, await made('x'.repeat(2 * KILOBYTES)));
      await streams.current(owned, small);
    }
    expect(reads.filter((stream) => stream.endsWith(small))).toHaveLength(1);
  });

  it('that are large take the room of many, and one that is too large is never kept', async () => {
    const streams = kept(8 * KILOBYTES);
    const ids = [
      await made('one'),
      await made('x'.repeat(5 * KILOBYTES)),
      await made('x'.repeat(50 * KILOBYTES)),
    ];
    for (const id of [...ids, await made('x'.repeat(4 * KILOBYTES)), ...ids])
      await streams.current(owned, id);
    const counts = ids.map((id) => reads.filter((stream) => stream.endsWith(id)).length);
    expect(counts).toEqual([2, 2, 2]);
  });

  it('that grow while they are kept take the room of others', async () => {
    const streams = kept(20 * KILOBYTES);
    const [other, growing] = [await made('x'.repeat(5 * KILOBYTES)), await made('growing')];
    await streams.current(owned, other);
    const folded = await streams.current(owned, growing);
    const writer = new CounterWriter(engines.log);
    await writer.resume([growing]);
    for (let change = 0; change < 45; change += 1) {
      await writer.append(growing, counterEvent('added', { by: 1 }));
      const after = folded.tip && { after: folded.tip };
      const stream = `counter-${growing}`;
      await streams.advance(owned, stream, folded, await engines.log.read(stream, after));
    }
    await streams.current(owned, growing);
    await streams.current(owned, other);
    const counts = [growing, other].map((id) => reads.filter((stream) => stream.endsWith(id)).length);
    expect(counts).toEqual([1, 2]);
  });

  it('go on without a snapshot that cannot be kept', async () => {
    const warn = jest.spyOn(engines.logger, 'warn');
    const put = (): Promise<never> => Promise.reject(new Error('away'));
    const streams = kept(1_000 * KILOBYTES, { ...engines.registers, put });
    const writer = new CounterWriter(engines.log);
    const id = randomUUID();
    await writer.append(id, counterEvent('made', { owner: 'o' }));
    const folded = await streams.current(owned, id);
    await writer.append(id, ...Array.from({ length: 500 }, () => counterEvent('added', { by: 1 })));
    await streams.advance(owned, `counter-${id}`, folded, await engines.log.read(`counter-${id}`));
    expect((await streams.current(owned, id)).state.sum).toBe(500);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('have a snapshot again although each process that knows them adds less than one is made for', async () => {
    const writer = new CounterWriter(engines.log);
    const id = randomUUID();
    const stream = `counter-${id}`;
    const put = jest.spyOn(engines.registers, 'put');
    const add = async (streams: Streams, many: number): Promise<void> => {
      const folded = await streams.current(owned, id);
      const after = folded.tip && { after: folded.tip };
      await writer.append(id, ...Array.from({ length: many }, () => counterEvent('added', { by: 1 })));
      await streams.advance(owned, stream, folded, await engines.log.read(stream, after));
    };
    await writer.append(id, counterEvent('made', { owner: 'o' }));
    await add(kept(1_000 * KILOBYTES), 500);
    expect(put).toHaveBeenCalledTimes(1);
    await add(kept(1_000 * KILOBYTES), 400);
    expect(put).toHaveBeenCalledTimes(1);
    await add(kept(1_000 * KILOBYTES), 400);
    expect(put).toHaveBeenCalledTimes(2);
  });

  it('weigh what they are, not all that they have been', async () => {
    const streams = kept(50_000 * KILOBYTES);
    const id = await made('x'.repeat(KILOBYTES));
    const before = memoryOf(await streams.current(owned, id));
    const writer = new CounterWriter(engines.log);
    await writer.resume([id]);
    for (let turn = 0; turn < 100; turn += 1)
      await writer.append(id, counterEvent('made', { owner: 'y'.repeat(KILOBYTES) }));
    const folded = await streams.current(owned, id);
    const remembered =
      memoryOf({ ...unfolded(owned), commands: folded.commands }) - memoryOf(unfolded(owned));
    expect(folded.tip?.revision).toBe(100n);
    expect(memoryOf(folded) - remembered).toBeLessThan(3 * before);
  });

  it('weigh what they remember of commands', () => {
    const folded = unfolded(owned);
    const empty = memoryOf(folded);
    const trace = { revision: 0n, position: '', request: '', at: 0 };
    for (let command = 0; command < 1_000; command += 1) folded.commands.set(String(command), trace);
    expect(memoryOf(folded) - empty).toBeGreaterThan(200 * KILOBYTES);
  });

  it('need no snapshot: they are folded from their events while the registers are away', async () => {
    const id = randomUUID();
    const writer = new CounterWriter(engines.log);
    for (let index = 0; index < 41; index += 1) await writer.addToEach([id]);
    jest.spyOn(engines.registers, 'get').mockRejectedValue(new RegistersUnavailable('away'));
    const { log, registers, logger } = engines;
    const folded = await new Streams({ log, registers, logger, cachedBytes: KILOBYTES }).current(counter, id);
    expect(folded.tip?.revision).toBe(40n);
  });
});
