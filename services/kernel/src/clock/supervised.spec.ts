import { createLogger } from '../logging/index.js';
import { ended, pause } from './pause.js';
import { supervised } from './supervised.js';

const logger = createLogger('silent');

describe('supervised work', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Fails after each of these times, then works until it is stopped; answers when it began. */
  const beganAfter = async (...failing: readonly number[]): Promise<readonly number[]> => {
    const began: number[] = [];
    const stop = new AbortController();
    const zero = performance.now();
    const running = supervised('a spec', stop.signal, logger, async () => {
      began.push(Math.round(performance.now() - zero));
      const ms = failing[began.length - 1];
      if (ms === undefined) return ended(stop.signal);
      if (ms > 0) await pause(ms);
      throw new Error('the spec fails');
    });
    await jest.advanceTimersByTimeAsync(200_000);
    stop.abort();
    await running;
    return began;
  };

  it('begins again after pauses that grow up to ten seconds', async () => {
    const began = await beganAfter(...Array.from({ length: 10 }, () => 0));
    const pauses = began.slice(1).map((at, index) => at - began[index]!);
    expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
  });

  it('begins again at once when it had worked for longer than that', async () => {
    const began = await beganAfter(0, 0, 0, 60_000, 0);
    expect(began).toEqual([0, 100, 300, 700, 60_800, 61_000]);
  });
});
