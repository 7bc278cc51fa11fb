import { freshId } from '../clock/ids.js';
import { type Append, type EventLog, LogUnavailable } from '../eventlog/port.js';
import { crashingLog, Crash } from '../testkit/crashing-log.js';
import { type Embedded, openEmbedded } from '../testkit/embedded.js';
import { shelf } from '../records/testing/library.js';
import { SlicedAppends } from './sliced-appends.js';
import { WorkStopped } from './job-lease.js';

interface Told {
  readonly log?: EventLog;
  readonly job?: string;
  /** Answers whether the projections are so far. */
  readonly reached?: () => boolean;
  readonly stop?: AbortController;
  readonly admit?: () => Promise<void>;
  readonly organization?: string | null;
}

describe('new streams that a job appends in slices', () => {
  let engines: Embedded;
  beforeEach(() => void (engines = openEmbedded()));
  afterEach(() => engines.remove());

  const [job, asked] = [freshId(), freshId()];
  const shelves = (count: number) =>
    Array.from({ length: count }, () => ({ data: { ...shelf.description.example, id: freshId() } }));

  /** What a worker has of a job. */
  const appends = ({
    log = engines.log,
    reached = () => true,
    stop = new AbortController(),
    ...told
  }: Told = {}) => {
    const stopped = () => {
      if (stop.signal.aborted) throw new WorkStopped('stopped');
    };
    return new SlicedAppends(
      { log, clock: engines.clock, reached: async () => reached() },
      {
        id: told.job ?? job,
        actor: { kind: 'user', id: 'someone' },
        cause: { eventId: asked, correlation: 'request' },
      },
      { signal: stop.signal, check: stopped, checkHeld: stopped },
      {
        aggregate: { category: 'shelf' },
        begins: shelf.events.created,
        commandName: 'library.importShelves',
        organization: async () => told.organization ?? null,
        admit: told.admit ?? (async () => undefined),
      },
    );
  };

  const firstOf = async ({ data: { id } }: { readonly data: { readonly id: string } }) => {
    const events = await engines.log.read(`shelf-${id}`);
    expect(events).toHaveLength(1);
    return events[0]!;
  };

  it('tell that they are of the job, of who asked and of the organization', async () => {
    const [one, other] = [shelves(1)[0]!, shelves(1)[0]!];
    expect(await appends({ organization: 'o' }).append([one])).toEqual([true]);
    expect(await appends().append([other])).toEqual([true]);
    const { type, data, metadata } = await firstOf(one);
    expect({ type, data }).toEqual({ type: shelf.events.created.storedType, data: one.data });
    expect(metadata).toMatchObject({
      commandName: 'library.importShelves',
      request: job,
      actor: { kind: 'user', id: 'someone' },
      organization: 'o',
      correlation: 'request',
      causation: asked,
    });
    expect((await firstOf(other)).metadata).not.toHaveProperty('organization');
  });

  it.each(['before', 'after'] as const)('are made once when the worker dies %s a slice', async (when) => {
    const [first, second] = [shelves(3), shelves(3)];
    const dying = appends({ log: crashingLog(engines.log, 2, when) });
    expect(await dying.append(first)).toEqual([true, true, true]);
    await expect(dying.append(second)).rejects.toThrow(Crash);
    const next = appends();
    expect(await next.append([...first, ...second])).toEqual(Array(6).fill(true));
    for (const one of [...first, ...second]) await firstOf(one);
  });

  it('are told from those that another made before', async () => {
    const [there, fresh] = [shelves(1)[0]!, shelves(1)[0]!];
    await appends({ job: freshId() }).append([there]);
    expect(await appends().append([there, fresh])).toEqual([false, true]);
    await firstOf(there);
  });

  /** A log of which some appends of each slice fail at first. */
  const failing = (times: number): { readonly log: EventLog; readonly sent: (readonly Append[])[] } => {
    const sent: (readonly Append[])[] = [];
    const appendMany: EventLog['appendMany'] = async (wanted) => {
      sent.push(wanted);
      const outcomes = await engines.log.appendMany(sent.length > times ? wanted : wanted.slice(1));
      return sent.length > times ? outcomes : [new LogUnavailable('the log is away'), ...outcomes];
    };
    return { log: { ...engines.log, appendMany }, sent };
  };

  it('are sent again, identically, when that failed, and nothing beside them', async () => {
    const slice = shelves(3);
    const { log, sent } = failing(1);
    expect(await appends({ log }).append(slice)).toEqual([true, true, true]);
    expect(sent[1]).toEqual([sent[0]![0]]);
    for (const one of slice) await firstOf(one);
  });

  it('are sent no more when the work stops', async () => {
    const stop = new AbortController();
    const { log, sent } = failing(Infinity);
    const appending = appends({ log, stop }).append(shelves(2));
    stop.abort();
    await expect(appending).rejects.toThrow(WorkStopped);
    expect(sent).toHaveLength(1);
  });

  it('wait while two slices are ahead of the projections', async () => {
    let looks = 0;
    const stop = new AbortController();
    const reached = () => {
      looks += 1;
      return looks >= 3;
    };
    const slow = appends({ reached, stop });
    await slow.append(shelves(2));
    await slow.append(shelves(2));
    expect(looks).toBe(0);
    await slow.append(shelves(2));
    expect(looks).toBe(3);
    await slow.settled();
    expect(looks).toBe(5);
    stop.abort();
    await expect(slow.append(shelves(1))).resolves.toEqual([true]);
    await expect(slow.settled()).rejects.toThrow(WorkStopped);
  });

  it('are not appended when they are not admitted', async () => {
    const slice = shelves(2);
    const admit = () => Promise.reject(new Error('no room'));
    await expect(appends({ admit }).append(slice)).rejects.toThrow('no room');
    for (const { data } of slice) expect(await engines.log.read(`shelf-${data.id}`)).toEqual([]);
  });
});
