import { LeastRate } from './least-rate.js';

describe('the least rate of a client', () => {
  const RATE = { idleMs: 30_000, bytesPerSecond: 1_000 };
  let moved: number;
  let isWaitedFor: boolean;
  let isEnded: boolean;
  let rate: LeastRate;
  beforeEach(() => {
    jest.useFakeTimers();
    [moved, isWaitedFor, isEnded] = [0, true, false];
    watch(RATE);
  });
  afterEach(() => {
    rate.stop();
    jest.useRealTimers();
  });
  const watch = (of: typeof RATE): void => {
    rate = new LeastRate(of, {
      moved: () => moved,
      isWaitedFor: () => isWaitedFor,
      end: () => (isEnded = true),
    });
  };
  /** So many bytes each so many seconds, for so many seconds; answers after how many it was ended. */
  const steadily = (bytes: number, everySeconds: number, seconds: number): number | undefined => {
    for (let passed = 0; passed < seconds; passed += everySeconds) {
      jest.advanceTimersByTime(everySeconds * 1000);
      if (isEnded) return passed + everySeconds;
      moved += bytes;
    }
    return undefined;
  };

  it('ends one that stands still, when the idle time is over', () => {
    jest.advanceTimersByTime(29_900);
    expect(isEnded).toBe(false);
    jest.advanceTimersByTime(2_000);
    expect(isEnded).toBe(true);
  });

  it('lets one go on for hours that is slow and above it', () => {
    expect(steadily(1_100, 1, 7_200)).toBeUndefined();
    expect(steadily(28_000, 25, 7_200)).toBeUndefined();
  });

  it('ends one that sends a byte now and then soon after the idle time', () => {
    expect(steadily(1, 1, 7_200)).toBeLessThan(35);
  });

  it('ends one that stays below it, in the end', () => {
    expect(steadily(900, 1, 7_200)).toBeGreaterThan(200);
    expect(isEnded).toBe(true);
  });

  it('gives nobody more than the idle time in hand, however much came before', () => {
    moved = 1_000_000_000;
    jest.advanceTimersByTime(33_000);
    expect(isEnded).toBe(true);
  });

  it('counts nothing while this side is what is slow', () => {
    isWaitedFor = false;
    jest.advanceTimersByTime(3_600_000);
    expect(isEnded).toBe(false);
    isWaitedFor = true;
    jest.advanceTimersByTime(33_000);
    expect(isEnded).toBe(true);
  });

  it('asks for a byte in each idle time where there is no rate', () => {
    rate.stop();
    watch({ ...RATE, bytesPerSecond: 0 });
    expect(steadily(1, 25, 7_200)).toBeUndefined();
    jest.advanceTimersByTime(33_000);
    expect(isEnded).toBe(true);
  });
});
