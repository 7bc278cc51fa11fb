import { START, type Position } from '../base/position.js';
import type { EventLog } from '../eventlog/port.js';
import { CounterWriter } from '../testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import type { Progress } from '../messages/protocol.js';
import { ServiceProgress } from './service-progress.js';

const PROJECTIONS = ['counters', 'others'];
const SOON_MS = 50;
const LATE_MS = 60_000;

describe('the progress of a service, as a gateway hears it', () => {
  let engines: Embedded;
  let writer: CounterWriter;
  beforeEach(() => {
    engines = openEmbedded();
    writer = new CounterWriter(engines.log);
    jest.useFakeTimers();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await engines.remove();
  });

  const heard = (log: EventLog = engines.log): ServiceProgress =>
    new ServiceProgress({ log, categories: ['counter'], projections: PROJECTIONS });
  const write = async (): Promise<Position> => {
    await writer.addToEach(['a']);
    return engines.log.head();
  };
  /** What is told of a position soon, `told`, or when it is there: no more time passes than the spec lets. */
  const reached = async (progress: ServiceProgress, position: Position, timeoutMs: number) => {
    let told: boolean | undefined;
    const asked = progress.reached(position, timeoutMs).then((answer) => (told = answer));
    await jest.advanceTimersByTimeAsync(SOON_MS);
    return { told, asked };
  };
  const at = (counters: Position, others = counters, more: Partial<Progress> = {}): Progress => ({
    leading: true,
    positions: { counters, others },
    parked: [],
    ...more,
  });

  it('law 2: has not reached what nobody has told', async () => {
    const progress = heard();
    const position = await write();
    expect((await reached(progress, position, SOON_MS)).told).toBe(false);
    progress.tell('one', at(START));
    expect((await reached(progress, position, SOON_MS)).told).toBe(false);
    expect(await progress.lagMs()).toBe(2 * SOON_MS);
  });

  it('law 2: has reached a position when every projection has', async () => {
    const progress = heard();
    const position = await write();
    progress.tell('one', at(position, START));
    expect((await reached(progress, position, SOON_MS)).told).toBe(false);
    const { told, asked } = await reached(progress, position, LATE_MS);
    expect(told).toBeUndefined();
    progress.tell('one', at(position));
    expect(await asked).toBe(true);
  });

  it('law 2: believes the furthest of the replicas, for they share the documents', async () => {
    const progress = heard();
    const position = await write();
    progress.tell('one', at(position, START));
    progress.tell('two', at(START, position, { leading: false }));
    expect(await progress.reached(position, 0)).toBe(true);
    progress.silent('one');
    progress.silent('two');
    expect(await progress.reached(position, 0)).toBe(true);
  });

  it('law 2: has reached what is told while the log is asked', async () => {
    const log = Object.create(engines.log) as EventLog;
    const progress = heard(log);
    const position = await write();
    log.readAll = async (options) => {
      const found = await engines.log.readAll(options);
      progress.tell('one', at(position));
      return found;
    };
    const { asked } = await reached(progress, position, LATE_MS);
    expect(await asked).toBe(true);
  });

  it('law 2: has reached what is of other categories', async () => {
    const progress = heard();
    progress.tell('one', at(await write()));
    await new CounterWriter(engines.log, 'other').addToEach(['a']);
    const { asked } = await reached(progress, await engines.log.head(), LATE_MS);
    expect(await asked).toBe(true);
  });

  it('law 2: takes a stream for stale that any replica parked', () => {
    const progress = heard();
    progress.tell('one', at(START));
    progress.tell('two', at(START, START, { parked: ['counter-a'] }));
    expect(progress.isStale(['counter-b', 'counter-a'])).toBe(true);
    expect(progress.isStale(['counter-b'])).toBe(false);
  });

  it('law 2: believes no position of another version of a projection', async () => {
    const progress = heard();
    const position = await write();
    progress.tell('one', { ...at(START), positions: { 'counters@2': position, others: position } });
    expect((await reached(progress, position, SOON_MS)).told).toBe(false);
    expect(progress.leader).toBeUndefined();
    progress.tell('two', at(position));
    expect(await progress.reached(position, 0)).toBe(true);
    expect(progress.leader).toBe('two');
  });

  it('knows which replica leads, as long as it is heard', () => {
    const progress = heard();
    progress.tell('one', at(START, START, { leading: false }));
    expect(progress.leader).toBeUndefined();
    progress.tell('two', at(START));
    expect(progress.leader).toBe('two');
    progress.silent('two');
    expect(progress.leader).toBeUndefined();
  });
});
