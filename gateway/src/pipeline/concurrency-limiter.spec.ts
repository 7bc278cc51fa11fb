import { patient } from '@cairn/kernel';
import { setImmediate as turnOver } from 'node:timers/promises';
import { Problem } from '../problems/problem.js';
import { type Place, ConcurrencyLimiter, type ConcurrencyLimiterSettings } from './concurrency-limiter.js';

const placesFor = (settings: Partial<ConcurrencyLimiterSettings>): ConcurrencyLimiter =>
  new ConcurrencyLimiter({ most: 100, fewest: 16, slowMs: 1_000, ...settings });

/** So many of which all are worked on and none adapts. */
const fixed = (most: number): ConcurrencyLimiter => placesFor({ most, slowMs: Number.POSITIVE_INFINITY });

/** As many requests at a time as there are places, each answered after so long; answers how many there are then. */
const answered = async (places: ConcurrencyLimiter, rounds: number, heldMs: number): Promise<number> => {
  for (let round = 0; round < rounds; round += 1) {
    const held = places.bound;
    for (let number = 0; number < held; number += 1) await places.enter();
    for (let number = 0; number < held; number += 1) places.leave(heldMs);
  }
  return places.bound;
};

/** Whose answers were so slow that as few are left as may be. */
const slowed = async (settings: Partial<ConcurrencyLimiterSettings>): Promise<ConcurrencyLimiter> => {
  const places = placesFor(settings);
  await answered(places, 1, 5_000);
  return places;
};

describe('places for requests', () => {
  it('are given to so many, and counted', async () => {
    const places = fixed(2);
    expect([await places.take(), await places.take()].map((place) => place !== undefined)).toEqual([
      true,
      true,
    ]);
    expect(await places.take()).toBeUndefined();
    expect([places.taken, places.refused]).toEqual([2, 1]);
  });

  it('are left once by each', async () => {
    const places = fixed(3);
    const [place] = [await places.take(), await places.take()];
    place?.leave();
    place?.leave();
    expect(places.taken).toBe(1);
  });

  it('are not held by who waits for a client', async () => {
    const places = fixed(1);
    const place = await places.take();
    const waited = place?.without(async () => {
      await turnOver();
      (await places.take())?.leave();
      expect(places.refused).toBe(0);
      await turnOver();
      return 'the body';
    });
    expect(await waited).toBe('the body');
    expect([places.taken, places.refused]).toEqual([1, 0]);
    place?.leave();
    expect(places.taken).toBe(0);
  });

  it('all taken by a crowd with one bearer, are waited for by who shows another', async () => {
    const places = fixed(20);
    const crowd = await Promise.all(Array.from({ length: 30 }, () => places.take('mallory')));
    expect([places.taken, places.refused]).toEqual([20, 10]);
    const stranger = places.take('ada');
    crowd[0]?.leave();
    expect(await stranger).toBeDefined();
    for (const place of [...crowd.slice(1), await stranger]) place?.leave();
    expect([places.taken, places.refused]).toEqual([0, 10]);
  });

  it('may be gone when the client has sent everything', async () => {
    const places = fixed(1);
    const place = await places.take();
    const waited = place?.without(async () => {
      await turnOver();
      await places.take();
    });
    await expect(waited).rejects.toEqual(new Problem('overloaded'));
    place?.leave();
    expect([places.taken, places.refused]).toEqual([1, 1]);
  });
});

describe('how many places there are', () => {
  it('is less while answers are slow, and as it was when they are not', async () => {
    const places = placesFor({});
    expect(await answered(places, 1, 1_001)).toBe(16);
    expect(await answered(places, 1, 999)).toBe(17);
    expect(await answered(places, 100, 999)).toBe(100);
  });

  it('does not grow with what was asked of few', async () => {
    const places = await slowed({});
    for (let number = 0; number < 1_000; number += 1) {
      await places.enter();
      places.leave(1);
    }
    expect(places.bound).toBe(16);
  });

  it('is never more than can be set, nor less', async () => {
    const places = placesFor({ most: 2 });
    expect(await answered(places, 9, 5_000)).toBe(2);
    expect(await answered(places, 99, 1)).toBe(2);
  });
});

describe('a place that was given up for a while', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('does not count the wait as slow', async () => {
    const places = await slowed({});
    const held = await Promise.all(Array.from({ length: 16 }, () => places.take()));
    for (const place of held) place?.leave();
    expect(places.bound).toBe(17);
    const place = await places.take();
    const waited = place?.without(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
    await jest.advanceTimersByTimeAsync(2_000);
    await waited;
    place?.leave();
    expect(places.bound).toBe(17);
  });
});

describe('the line for a place', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Those who came, in their order: the places of those who may begin, `undefined` for who was refused. */
  const arrivals = (places: ConcurrencyLimiter) => {
    const told: (Place | undefined)[] = [];
    return {
      told,
      come: async (count: number): Promise<void> => {
        for (let number = 0; number < count; number += 1)
          void places.take().then((place) => told.push(place));
        await jest.advanceTimersByTimeAsync(0);
      },
      begun: () => told.filter((place) => place !== undefined).length,
    };
  };

  it('takes a burst that is worked off in time, in the order in which it came', async () => {
    const places = await slowed({ most: 10, fewest: 2 });
    const { told, come, begun } = arrivals(places);
    await come(10);
    expect([begun(), places.taken, places.refused]).toEqual([2, 10, 0]);
    for (let number = 0; number < 10; number += 1) {
      await jest.advanceTimersByTimeAsync(40);
      told[number]?.leave();
    }
    await jest.advanceTimersByTimeAsync(0);
    expect([begun(), places.taken, places.refused]).toEqual([10, 0, 0]);
  });

  it('refuses at once who would be more than can be set', async () => {
    const places = await slowed({ most: 10, fewest: 2 });
    const { told, come } = arrivals(places);
    await come(11);
    expect(told.at(-1)).toBeUndefined();
    expect([places.taken, places.refused]).toEqual([10, 1]);
  });

  it('refuses who has waited for half a second, and for a while all who would have to wait', async () => {
    const places = await slowed({ most: 10, fewest: 2 });
    const { told, come, begun } = arrivals(places);
    await come(3);
    await jest.advanceTimersByTimeAsync(patient(500) - 1);
    expect(places.refused).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect([begun(), places.taken, places.refused]).toEqual([2, 2, 1]);
    await come(1);
    expect(places.refused).toBe(2);
    told[0]?.leave();
    await come(1);
    expect([begun(), places.taken, places.refused]).toEqual([3, 2, 2]);
    await jest.advanceTimersByTimeAsync(2_000);
    await come(1);
    expect([places.taken, places.refused]).toEqual([3, 2]);
  });
});
