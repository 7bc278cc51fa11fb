import { pause } from '../../clock/pause.js';
import { Deadline } from './deadline.js';

describe('a deadline', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('passes when its time is over, also while the time of day is set back', async () => {
    const deadline = new Deadline(50);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now - 3_600_000);
    expect(deadline.left).toBeLessThanOrEqual(50);
    await pause(60);
    expect(deadline.left).toBe(0);
  });
});
