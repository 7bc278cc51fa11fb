import { createMetrics } from '../metrics/metrics.js';
import { setPatience } from './patience.js';
import { counted, noteWait, waitsOver } from './waits.js';

const linesOf = async (): Promise<readonly string[]> =>
  (await createMetrics().registry.metrics()).split('\n').filter((line) => /^cairn_wait/.test(line));

describe('waits', () => {
  it('are not counted at patience 1, where one that is over fails', async () => {
    setPatience(1);
    noteWait('place', 600, 500);
    expect(waitsOver().size).toBe(0);
    expect(await linesOf()).toEqual([]);
  });

  it('above 1 are counted by kind, with the longest, when they are over what they may take at 1', async () => {
    setPatience(10);
    for (const tookMs of [500, 700, 2_500, 900]) noteWait('place', tookMs, 500);
    expect(await linesOf()).toEqual([
      'cairn_waits_over_total{wait="place"} 3',
      'cairn_wait_worst_seconds{wait="place"} 2.5',
    ]);
  });

  it('are counted where they fail, too', async () => {
    setPatience(2);
    const failure = new Error('it did not come');
    await expect(counted('replica', -1, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await counted('replica', -1, async () => 'it came')).toBe('it came');
    expect(await counted('rights_proof', 60_000, async () => 'at once')).toBe('at once');
    expect(waitsOver().get('replica')?.count).toBe(2);
    expect(waitsOver().has('rights_proof')).toBe(false);
  });
});
