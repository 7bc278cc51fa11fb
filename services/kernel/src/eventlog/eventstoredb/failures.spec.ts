import { openEventStoreDb } from './index.js';

describe('EventStoreDB that is away', () => {
  it('is told in one sentence: which, why, and what to look at', async () => {
    const log = await openEventStoreDb({ url: 'esdb://127.0.0.1:1?tls=false', deadlineMs: 300 });
    await expect(log.head()).rejects.toThrow(
      /^EventStoreDB at 127\.0\.0\.1:1 does not answer within 300 ms: [^;]+ECONNREFUSED 127\.0\.0\.1:1; does it run, is the address right\?$/,
    );
    await log.close();
  });
});
