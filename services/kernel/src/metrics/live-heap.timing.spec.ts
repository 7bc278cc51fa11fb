import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { collectHeap, settledHeap } from '../testkit/heap.js';
import { measureLiveHeap } from './live-heap.js';

const MB = 1024 ** 2;

describe('the heap that lives', () => {
  const registry = new Registry();
  measureLiveHeap(registry);
  const told = async (): Promise<number> => {
    collectHeap();
    await pause(50);
    const metric = await registry.getSingleMetric('cairn_nodejs_heap_live_bytes')?.get();
    return metric?.values[0]?.value ?? Number.NaN;
  };
  const someArrays = (): readonly number[][] =>
    Array.from({ length: 200 }, () => Array.from({ length: 20_000 }, (_, index) => index + 0.5));

  it('is what is kept, and not what was only used', async () => {
    await settledHeap();
    const before = await told();
    const kept = [someArrays()];
    const most = (await told()) - before;
    const counted = kept.pop()?.length;
    const left = (await told()) - before;
    expect(counted).toBe(200);
    expect(most).toBeGreaterThan(20 * MB);
    expect(left).toBeLessThan(10 * MB);
  });
});
