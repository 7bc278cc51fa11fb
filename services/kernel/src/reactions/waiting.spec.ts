import { type EventLog, LogUnavailable } from '../eventlog/port.js';
import { Waiters } from './waiters.js';
import { untilReached } from './waiting.js';

describe('waiting for a position', () => {
  const away = { readAll: () => Promise.reject(new LogUnavailable('away')) } as Partial<EventLog> as EventLog;
  const moving = { standing: () => '1', waiters: new Waiters(), followed: { log: away, categories: [] } };

  it('ends with the time when the log cannot be asked what stands before it: what was written is written', async () => {
    expect(await untilReached(moving, '3', 200)).toBe(false);
  });

  it('ends with its coming, although the log cannot be asked', async () => {
    const waited = untilReached(moving, '3', 5_000);
    setTimeout(() => moving.waiters.reached('3'), 100);
    expect(await waited).toBe(true);
  });
});
