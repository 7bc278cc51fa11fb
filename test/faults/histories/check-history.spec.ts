import { differences } from './check-history.js';
import type { Creation, History, Listing, Logged, Operation, Outcome, Read, Write } from './history.js';

const done = (revision: number, position: string, isReadable = true): Outcome => ({
  status: 'done',
  isReadable,
  revision,
  position,
});
const unknown: Outcome = { status: 'unknown' };
const refused: Outcome = { status: 'refused', because: 'precondition' };

type Times = readonly [invoked: number, answered: number];
const during = ([invoked, answered]: Times) => ({ resource: 'a', invoked, answered });

const write = (marker: string, times: Times, outcome: Outcome, expected?: number): Write => ({
  kind: 'write',
  ...during(times),
  marker,
  outcome,
  ...(expected === undefined ? {} : { expected }),
});
const read = (revision: number, times: Times, more: Partial<Read> = {}): Read => ({
  kind: 'read',
  ...during(times),
  revision,
  ...more,
});
const creation = (marker: string, times: Times, outcome: Outcome): Creation => ({
  kind: 'creation',
  ...during(times),
  resource: 'list',
  marker,
  outcome,
});
const listing = (markers: readonly string[], times: Times, more: Partial<Listing> = {}): Listing => ({
  kind: 'listing',
  ...during(times),
  resource: 'list',
  markers,
  total: markers.length,
  ...more,
});
/** A resource's history; positions are p0, p1, … where none are given. */
const logged = (
  markers: readonly string[],
  resource = 'a',
  positions: readonly string[] = [],
): readonly Logged[] =>
  ['', ...markers].map((marker, revision) => ({
    resource,
    revision,
    position: positions[revision] ?? `p${revision}`,
    marker,
  }));

interface Case {
  readonly operations: readonly Operation[];
  readonly logged?: readonly Logged[];
}
const found = ({ operations, logged: entries = [] }: Case): readonly string[] => {
  const history: History = { operations, logged: entries };
  return differences(history);
};

describe('a history that keeps the promises', () => {
  it.each<[string, Case]>([
    ['nothing but what was there', { operations: [read(0, [1, 2])], logged: logged([]) }],
    [
      'a write, which is read',
      { operations: [write('x', [1, 2], done(1, 'p1')), read(1, [3, 4])], logged: logged(['x']) },
    ],
    [
      'writes at the same time, in either order',
      {
        operations: [write('x', [1, 4], done(2, 'p2')), write('y', [2, 3], done(1, 'p1'))],
        logged: logged(['y', 'x']),
      },
    ],
    [
      'reads during a write, old and new',
      {
        operations: [write('x', [1, 8], done(1, 'p1')), read(0, [2, 3]), read(1, [4, 5])],
        logged: logged(['x']),
      },
    ],
    [
      'a refusal by a write at the same time',
      {
        operations: [write('x', [1, 4], done(1, 'p1')), write('y', [2, 3], refused, 0)],
        logged: logged(['x']),
      },
    ],
    [
      'a write of unknown outcome that is done long after',
      {
        operations: [write('x', [1, 2], unknown), read(0, [3, 4]), write('y', [5, 6], done(1, 'p1'))],
        logged: logged(['y', 'x']),
      },
    ],
    [
      'a write of unknown outcome that is not there',
      { operations: [write('x', [1, 2], unknown)], logged: logged([]) },
    ],
    [
      'an old read after a write that was not readable when it was answered',
      { operations: [write('x', [1, 2], done(1, 'p1', false)), read(0, [3, 4])], logged: logged(['x']) },
    ],
    [
      'a list that has what was answered, and may have what was not',
      {
        operations: [
          creation('x', [1, 2], done(0, 'p1')),
          creation('y', [3, 4], unknown),
          listing(['x'], [5, 6]),
          creation('z', [7, 10], done(0, 'p2')),
          listing(['z', 'y', 'x'], [8, 9]),
        ],
      },
    ],
  ])('%s', (_, given) => expect(found(given)).toEqual([]));
});

describe('a history that breaks them', () => {
  it.each<[string, string, Case]>([
    ['a lost write', 'is lost', { operations: [write('x', [1, 2], done(1, 'p1'))], logged: logged([]) }],
    [
      'a write that is there twice',
      'is there 2 times',
      { operations: [write('x', [1, 2], unknown)], logged: logged(['x', 'x']) },
    ],
    [
      'a refused write that is there',
      'which is refused, is there',
      { operations: [write('x', [1, 2], refused, 0)], logged: logged(['x']) },
    ],
    ['a write that nobody asked for', 'nobody wrote', { operations: [], logged: logged(['x']) }],
    [
      'a gap',
      'stands where 1 should',
      {
        operations: [write('x', [1, 2], done(2, 'p2'))],
        logged: logged(['', 'x']).filter(({ revision }) => revision !== 1),
      },
    ],
    [
      'two writes that were answered with one revision',
      'was answered as 1',
      {
        operations: [write('x', [1, 2], done(1, 'p1')), write('y', [3, 4], done(1, 'p1'))],
        logged: logged(['x', 'y']),
      },
    ],
    [
      'a write on a revision that was not the last',
      'was to follow 0',
      {
        operations: [write('x', [1, 2], done(1, 'p1')), write('y', [3, 4], done(2, 'p2'), 0)],
        logged: logged(['x', 'y']),
      },
    ],
    [
      'a write that stands before one that was answered before it was sent',
      'the commit of revision 2',
      {
        operations: [write('x', [1, 2], done(2, 'p2')), write('y', [3, 4], done(1, 'p1'))],
        logged: logged(['y', 'x']),
      },
    ],
    [
      'a refusal without a reason',
      'what refused a write',
      { operations: [write('x', [1, 2], refused, 0)], logged: logged([]) },
    ],
    [
      'a refusal that tells the revision that it refused',
      'which was told to be the current revision',
      {
        operations: [
          write('x', [1, 2], done(1, 'p1')),
          write('y', [3, 4], { status: 'refused', because: 'precondition', current: 0 }, 0),
        ],
        logged: logged(['x']),
      },
    ],
    [
      'a refusal by a write that was sent later',
      'the commit of revision 1',
      {
        operations: [write('x', [1, 2], refused, 0), write('y', [3, 4], done(1, 'p1'))],
        logged: logged(['y']),
      },
    ],
    [
      'a stale read',
      'the showing of revision 1',
      { operations: [write('x', [1, 2], done(1, 'p1')), read(0, [3, 4])], logged: logged(['x']) },
    ],
    [
      'a read that goes back',
      'the showing of revision 1',
      {
        operations: [write('x', [1, 9], done(1, 'p1')), read(1, [2, 3]), read(0, [4, 5])],
        logged: logged(['x']),
      },
    ],
    [
      'a read of what was not sent yet',
      'the showing of revision 1',
      { operations: [read(1, [1, 2]), write('x', [3, 4], done(1, 'p1'))], logged: logged(['x']) },
    ],
    [
      'a read of another value',
      'saw y instead of x',
      {
        operations: [write('x', [1, 2], done(1, 'p1')), read(1, [3, 4], { marker: 'y' })],
        logged: logged(['x']),
      },
    ],
    [
      'a read of a revision that never was',
      'never written',
      { operations: [read(1, [1, 2])], logged: logged([]) },
    ],
    [
      'a read that is older than the token that was shown',
      'no older than 1',
      {
        operations: [write('x', [1, 2], done(1, 'p1', false)), read(0, [3, 4], { atLeast: 'p1' })],
        logged: logged(['x']),
      },
    ],
    [
      'positions of two resources against real time',
      'the commit of revision 1 of a',
      {
        operations: [
          write('x', [1, 2], done(1, 'p5')),
          { ...write('y', [3, 4], done(1, 'p4')), resource: 'b' },
        ],
        logged: [...logged(['x'], 'a', ['p0', 'p5']), ...logged(['y'], 'b', ['p1', 'p4'])],
      },
    ],
    [
      'positions within a resource',
      'is not after the one before',
      {
        operations: [write('x', [1, 2], done(1, 'p5')), write('y', [3, 4], done(2, 'p4'))],
        logged: logged(['x', 'y'], 'a', ['p0', 'p5', 'p4']),
      },
    ],
    [
      'one position of two',
      'which another has too',
      { operations: [creation('x', [1, 4], done(0, 'p1')), creation('y', [2, 3], done(0, 'p1'))] },
    ],
    [
      'a list without what was answered',
      'lacks x',
      { operations: [creation('x', [1, 2], done(0, 'p1')), listing([], [3, 4], { total: 1 })] },
    ],
    [
      'a list without what the token says',
      'lacks x',
      {
        operations: [
          creation('x', [1, 2], done(0, 'p1', false)),
          listing([], [3, 4], { total: 1, atLeast: 'p2' }),
        ],
      },
    ],
    [
      'a list without what a list before had',
      'lacks x, which was seen before',
      { operations: [creation('x', [1, 9], unknown), listing(['x'], [2, 3]), listing([], [4, 5])] },
    ],
    [
      'a list with what was refused',
      'has x',
      { operations: [creation('x', [1, 2], refused), listing(['x'], [3, 4], { total: 0 })] },
    ],
    [
      'a list with an element twice',
      'twice',
      { operations: [creation('x', [1, 2], done(0, 'p1')), listing(['x', 'x'], [3, 4], { total: 1 })] },
    ],
    [
      'a wrong count',
      'counts 2',
      { operations: [creation('x', [1, 2], done(0, 'p1')), listing(['x'], [3, 4], { total: 2 })] },
    ],
  ])('%s', (_, sentence, given) => {
    const all = found(given);
    expect(all).not.toEqual([]);
    expect(all[0]).toContain(sentence);
  });
});
