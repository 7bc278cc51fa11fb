import { setImmediate as turnOver } from 'node:timers/promises';
import { Problem } from '../problems/problem.js';
import { Places } from './load.js';

describe('places for requests', () => {
  it('are given to so many, and counted', () => {
    const places = new Places(2, Number.POSITIVE_INFINITY);
    expect([places.take(), places.take()].map((place) => place !== undefined)).toEqual([true, true]);
    expect(places.take()).toBeUndefined();
    expect([places.taken, places.refused]).toEqual([2, 1]);
  });

  it('are left once by each', async () => {
    const places = new Places(3, Number.POSITIVE_INFINITY);
    const [place] = [places.take(), places.take()];
    place?.leave();
    place?.leave();
    expect(places.taken).toBe(1);
  });

  it('are not held by who waits for a client', async () => {
    const places = new Places(1, Number.POSITIVE_INFINITY);
    const place = places.take();
    const waited = place?.without(async () => {
      await turnOver();
      places.take()?.leave();
      expect(places.refused).toBe(0);
      await turnOver();
      return 'the body';
    });
    expect(await waited).toBe('the body');
    expect([places.taken, places.refused]).toEqual([1, 0]);
    place?.leave();
    expect(places.taken).toBe(0);
  });

  it('may be gone when the client has sent everything', async () => {
    const places = new Places(1, Number.POSITIVE_INFINITY);
    const place = places.take();
    const waited = place?.without(async () => {
      await turnOver();
      places.take();
    });
    await expect(waited).rejects.toEqual(new Problem('overloaded'));
    place?.leave();
    expect([places.taken, places.refused]).toEqual([1, 1]);
  });

  it('are fewer while answers are slow, and as many as before when they are not', () => {
    const places = new Places(100, 1_000);
    const answered = (count: number, heldMs: number): number => {
      for (let number = 0; number < count; number += 1) {
        places.enter();
        places.leave(heldMs);
      }
      return places.bound;
    };
    expect(answered(30, 1_001)).toBe(70);
    expect(answered(80, 999)).toBe(80);
    expect(answered(500, 60_000)).toBe(16);
    expect(answered(2_000, 1)).toBe(100);
  });

  it('are never fewer than can be set', () => {
    const places = new Places(2, 1_000);
    for (let number = 0; number < 9; number += 1) {
      places.enter();
      places.leave(5_000);
    }
    expect(places.bound).toBe(2);
  });
});
