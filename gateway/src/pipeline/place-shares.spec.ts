import { patient } from '@cairn/kernel';
import type { Sharer } from './caller.js';
import { FairCapacity } from './fair-capacity.js';
import { PlaceShares } from './place-shares.js';

const of = (account: string): Sharer => ({ account, organization: undefined, bearer: undefined });
const [ada, eve] = [of('user:ada'), of('user:eve')];

describe('shares of places that follow how many there are', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  let places = 4;
  const shares = () => {
    places = 4;
    return new PlaceShares(
      new FairCapacity({
        get forAll() {
          return places;
        },
        get forOne() {
          return places / 2;
        },
        least: 4,
      }),
      'requests',
    );
  };
  const outcome = (taken: Promise<void>): Promise<string> =>
    taken.then(
      () => 'taken',
      (error: unknown) => (error as Error).message,
    );

  it('are half of them for one account; the next begins when one of its own is left', async () => {
    const all = shares();
    expect([all.take(ada), all.take(ada), all.take(ada), all.take(eve)]).toEqual([true, true, false, true]);
    const next = outcome(all.untilTaken(ada));
    all.give(eve);
    await jest.advanceTimersByTimeAsync(1);
    all.give(ada);
    expect(await next).toBe('taken');
    expect(all.take(ada)).toBe(false);
  });

  it('are refused to who has waited for half a second, and at once to who finds the line full', async () => {
    const all = shares();
    expect([all.take(ada), all.take(ada)]).toEqual([true, true]);
    const waiting = [all.untilTaken(ada), all.untilTaken(ada)].map(outcome);
    expect(await outcome(all.untilTaken(ada))).toContain('One account may have 2 requests');
    await jest.advanceTimersByTimeAsync(patient(500));
    expect(new Set(await Promise.all(waiting)).size).toBe(1);
    all.give(ada);
    expect(all.take(ada)).toBe(true);
  });

  it('are fewer where there are fewer places', () => {
    const all = shares();
    places = 2;
    expect([all.take(ada), all.take(ada), all.take(eve)]).toEqual([true, false, true]);
  });
});
