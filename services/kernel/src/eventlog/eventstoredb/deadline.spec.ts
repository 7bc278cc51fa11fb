import { Deadline } from './deadline.js';

describe('a deadline', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('passes when its time is over, also while the time of day is set back', () => {
    const deadline = new Deadline(50);
    jest.setSystemTime(Date.now() - 3_600_000);
    expect(deadline.left).toBe(50);
    jest.advanceTimersByTime(49);
    expect(deadline.left).toBe(1);
    jest.advanceTimersByTime(1);
    expect(deadline.left).toBe(0);
  });
});
