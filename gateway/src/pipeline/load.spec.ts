import { setImmediate as turnOver } from 'node:timers/promises';
import { Problem } from '../problems/problem.js';
import { Places } from './load.js';

describe('places for requests', () => {
  it('are given to so many, and counted', () => {
    const places = new Places(2);
    expect([places.take(), places.take()].map((place) => place !== undefined)).toEqual([true, true]);
    expect(places.take()).toBeUndefined();
    expect([places.taken, places.refused]).toEqual([2, 1]);
  });

  it('are left once by each', async () => {
    const places = new Places(3);
    const [place] = [places.take(), places.take()];
    place?.leave();
    place?.leave();
    expect(places.taken).toBe(1);
  });

  it('are not held by who waits for a client', async () => {
    const places = new Places(1);
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
    const places = new Places(1);
    const place = places.take();
    const waited = place?.without(async () => {
      await turnOver();
      places.take();
    });
    await expect(waited).rejects.toEqual(new Problem('overloaded'));
    place?.leave();
    expect([places.taken, places.refused]).toEqual([1, 1]);
  });
});
