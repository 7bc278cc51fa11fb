import { type ApplyOutcome, ChangeRefused, type Generation } from '../documents/port.js';
import { type Position, START } from '../base/position.js';
import { conformance } from '../testkit/conformance.js';
import type { ParkedStream, Parking, ProjectionTarget, TargetChange } from './port.js';

/** An open target with nothing in it, and what a spec has to know of its changes. */
export interface TargetUnderTest<Changed extends TargetChange> {
  readonly target: ProjectionTarget<Changed>;
  /** Adds one to what is counted. */
  readonly add: Changed;
  /** Cannot be applied. */
  readonly refused: Changed;
  /** What is counted in the live generation, as people read it. */
  counted(this: void): Promise<number>;
  /** Ends the process as far as it can be done here: what was not applied is gone. The same target, opened again. */
  reopen(this: void): Promise<TargetUnderTest<Changed>>;
  close(this: void): Promise<void>;
}

/** Law 1, as every target of projections keeps it. `make` gives an empty one. */
export const targetConformance = <Changed extends TargetChange>(
  name: string,
  make: () => Promise<TargetUnderTest<Changed>>,
): void => {
  conformance(`projections into ${name}`, () => {
    let test: TargetUnderTest<Changed>;
    beforeEach(async () => {
      test = await make();
    });
    afterEach(() => test.close());

    checkpointCases(() => test);
    crashCases({ test: () => test, reopened: async () => (test = await test.reopen()) });
    parkingCases(() => test);
    generationCases(() => test);
  });
};

type Test<Changed extends TargetChange> = () => TargetUnderTest<Changed>;
type Changes<Changed extends TargetChange> = readonly (Changed | Parking)[];

const applies =
  <Changed extends TargetChange>(test: Test<Changed>, generation: Generation = 'live') =>
  (from: Position, to: Position, ...changes: Changes<Changed>): Promise<ApplyOutcome> =>
    test().target.apply({ generation, from, to, changes });

const APPLIED: ApplyOutcome = { status: 'applied' };
const movedTo = (checkpoint: Position): ApplyOutcome => ({ status: 'moved', checkpoint });

const checkpointCases = <Changed extends TargetChange>(test: Test<Changed>): void => {
  const apply = applies(test);
  const stands = (): Promise<Position> => test().target.checkpoint('live');

  it('law 1: stands before everything, then where it was brought, with all that leads there', async () => {
    expect(await stands()).toBe(START);
    expect(await apply(START, '1', test().add, test().add)).toEqual(APPLIED);
    expect(await apply('1', '3')).toEqual(APPLIED);
    expect(await apply('3', '4', test().add)).toEqual(APPLIED);
    expect([await stands(), await test().counted()]).toEqual(['4', 3]);
  });
  it('law 1: takes a batch once, however often it comes', async () => {
    const batch = () => apply(START, '1', test().add);
    expect([await batch(), await batch(), await batch()]).toEqual([APPLIED, movedTo('1'), movedTo('1')]);
    expect(await test().counted()).toBe(1);
  });
  it('law 1: lets one of two who come at the same time win', async () => {
    const both = [apply(START, '1', test().add), apply(START, '2', test().add)];
    const outcomes = (await Promise.all(both)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['applied', 'moved']);
    expect(await test().counted()).toBe(1);
  });
  it('law 1: takes nothing of a zombie, which stands where others have gone on from', async () => {
    await apply(START, '1', test().add);
    await apply('1', '2', test().add);
    expect(await apply('1', '9', test().add, test().add)).toEqual(movedTo('2'));
    expect(await apply('1', '1', test().add)).toEqual(movedTo('2'));
    expect(await apply('7', '8', test().add)).toEqual(movedTo('2'));
    expect([await stands(), await test().counted()]).toEqual(['2', 2]);
  });
  it('law 1: takes nothing of a batch of which one change is refused, and all of the next', async () => {
    await apply(START, '1', test().add);
    const refused = apply('1', '2', test().add, test().refused, test().add);
    await expect(refused).rejects.toBeInstanceOf(ChangeRefused);
    expect([await stands(), await test().counted()]).toEqual(['1', 1]);
    expect(await apply('1', '2', test().add)).toEqual(APPLIED);
    expect(await test().counted()).toBe(2);
  });
  it('law 1: may be brought to where it stands, so that something is done between two events', async () => {
    await apply(START, '1', test().add);
    expect(await apply('1', '1', test().add)).toEqual(APPLIED);
    expect([await stands(), await test().counted()]).toEqual(['1', 2]);
  });
};

const crashCases = <Changed extends TargetChange>({
  test,
  reopened,
}: {
  readonly test: Test<Changed>;
  readonly reopened: () => Promise<unknown>;
}): void => {
  const apply = applies(test);

  it('law 1: knows after a crash how far it is, by what is in it', async () => {
    for (let n = 0; n < 9; n += 1)
      await apply(n === 0 ? START : n.toString(), (n + 1).toString(), test().add);
    const under = apply('9', '10', test().add).catch((error: unknown) => error);
    await reopened();
    await under;
    const [checkpoint, counted] = [await test().target.checkpoint('live'), await test().counted()];
    expect(Number(checkpoint)).toBe(counted);
    // It goes on from there, whichever of both it was.
    expect(await apply(checkpoint, '11', test().add)).toEqual(APPLIED);
    expect(await test().counted()).toBe(counted + 1);
  });
  it('law 1: counts exactly for one who hears of no commit, and for two who do the same', async () => {
    const events = 30;
    const project = async (hears: (n: number) => boolean): Promise<void> => {
      for (let turn = 0; ; turn += 1) {
        const at = Number((await test().target.checkpoint('live')) || '0');
        if (at >= events) return;
        const outcome = await apply(at === 0 ? START : at.toString(), (at + 1).toString(), test().add);
        // What it would have gone on with is forgotten: it asks again.
        if (!hears(turn)) await test().target.checkpoint('live');
        else if (outcome.status === 'moved') expect(Number(outcome.checkpoint)).toBeGreaterThan(at);
      }
    };
    await Promise.all([project((turn) => turn % 2 === 0), project(() => false)]);
    expect(await test().counted()).toBe(events);
  });
};

const parkedAt = (stream: string, revision: string): ParkedStream => ({
  stream,
  revision,
  event_id: '',
  type: 'kernel.counter.added.v1',
  position: '1',
  reason: 'a poison event',
  parked_at: '2026-01-01T00:00:00.000Z',
});
const park = (stream: string, revision = '0'): Parking => ({
  kind: 'park',
  parked: { ...parkedAt(stream, revision) },
});
const release = (stream: string): Parking => ({ kind: 'release', stream });

const parkedIn = async <Changed extends TargetChange>({ target }: TargetUnderTest<Changed>) => {
  const found: string[] = [];
  for await (const some of target.parked())
    for (const { stream, revision } of some) found.push(`${stream}@${revision}`);
  return found.toSorted();
};

const parkingCases = <Changed extends TargetChange>(test: Test<Changed>): void => {
  const apply = applies(test);

  it('R14: keeps parked streams with the batch that parked them, and lets them go on with what they waited with', async () => {
    await apply(START, '1', test().add, park('counter-a'), park('counter-b', '7'));
    expect(await test().target.parkedAt('counter-b')).toEqual(parkedAt('counter-b', '7'));
    expect(await parkedIn(test())).toEqual(['counter-a@0', 'counter-b@7']);
    await apply('1', '1', release('counter-a'), test().add, park('counter-b', '8'));
    expect(await parkedIn(test())).toEqual(['counter-b@8']);
    expect(await test().target.parkedAt('counter-a')).toBeUndefined();
    expect(await test().counted()).toBe(2);
  });
  it('R14: takes what is said of a parked stream in its order', async () => {
    await apply(START, '1', park('counter-a'), park('counter-b'));
    await apply(
      '1',
      '2',
      release('counter-a'),
      park('counter-a', '5'),
      park('counter-b', '6'),
      release('counter-b'),
    );
    expect(await parkedIn(test())).toEqual(['counter-a@5']);
  });
  it('R14: parks nothing with a batch that is not applied', async () => {
    await apply(START, '1');
    expect(await apply(START, '2', park('counter-a'))).toEqual(movedTo('1'));
    await expect(apply('1', '2', park('counter-a'), test().refused)).rejects.toBeInstanceOf(ChangeRefused);
    expect(await parkedIn(test())).toEqual([]);
  });
  it('R14: tells of all parked streams, however many they are', async () => {
    const all = Array.from({ length: 2_500 }, (_, n) => `counter-${n.toString().padStart(4, '0')}`);
    await apply(START, '1', ...all.map((stream) => park(stream)));
    expect(await parkedIn(test())).toEqual(all.map((stream) => `${stream}@0`));
  });
};

const generationCases = <Changed extends TargetChange>(test: Test<Changed>): void => {
  const live = applies(test);
  const next = applies(test, 'next');

  it('fills a generation beside the one that is read, which takes its place with what it has parked', async () => {
    await live(START, '5', test().add, park('counter-a'));
    await test().target.beginNext();
    expect(await test().target.checkpoint('next')).toBe(START);
    await next(START, '3', test().add, test().add, park('counter-b'));
    await live('5', '6', test().add);
    expect([await test().counted(), await parkedIn(test())]).toEqual([2, ['counter-a@0']]);
    await next('3', '6', test().add);
    expect(await test().target.promoteNext('6')).toBe(true);
    expect([await test().counted(), await parkedIn(test())]).toEqual([3, ['counter-b@0']]);
    expect(await test().target.checkpoint('live')).toBe('6');
    expect(await live('6', '7', test().add)).toEqual(APPLIED);
    expect(await test().counted()).toBe(4);
  });
  it('is not replaced by one that stands elsewhere, nor by none', async () => {
    await live(START, '1', test().add);
    expect(await test().target.promoteNext(START)).toBe(false);
    await test().target.beginNext();
    await next(START, '1');
    expect(await test().target.promoteNext('2')).toBe(false);
    expect([await test().target.checkpoint('live'), await test().counted()]).toEqual(['1', 1]);
  });
  it('begins a generation from nothing, also where a crash left one behind', async () => {
    await test().target.beginNext();
    await next(START, '2', test().add, park('counter-a'));
    await test().target.beginNext();
    expect(await test().target.checkpoint('next')).toBe(START);
    await next(START, '1', test().add);
    expect(await test().target.promoteNext('1')).toBe(true);
    expect([await test().counted(), await parkedIn(test())]).toEqual([1, []]);
  });
  it('law 1: compares the checkpoint of the generation that is written', async () => {
    await live(START, '1', test().add);
    await test().target.beginNext();
    expect(await next('1', '2', test().add)).toEqual(movedTo(START));
    expect(await next(START, '2', test().add)).toEqual(APPLIED);
    expect(await live('2', '3', test().add)).toEqual(movedTo('1'));
  });
};
