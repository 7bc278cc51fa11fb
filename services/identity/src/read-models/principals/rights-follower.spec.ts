import { type Batch, createLogger, type EventLog, RecordDamaged } from '@cairn/kernel';
import { RightsFollower } from './rights-follower.js';

const DAMAGED = {
  stream: 'session-a',
  revision: 1n,
  position: '2',
  id: '',
  type: 'foreign',
  reason: 'session-a at revision 1: an event foreign that is not of this log',
};
const BATCH: Batch = { events: [], damaged: [DAMAGED], position: '2', caughtUp: true };

/** A log that stands at 1, and gets a record that cannot be read. */
const spoiled = (): EventLog => {
  const given = (pastDamage: boolean | undefined): Batch => {
    if (pastDamage !== true) throw new RecordDamaged(DAMAGED.reason);
    return BATCH;
  };
  const log: Pick<EventLog, 'head' | 'readAll' | 'subscribe'> = {
    head: async () => '1',
    readAll: async ({ pastDamage }) => given(pastDamage),
    async *subscribe({ pastDamage, signal }) {
      yield given(pastDamage);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
  return log as EventLog;
};

describe('a follower of rights', () => {
  it('forgets the stream of a record that cannot be read, and goes on to prove the rights of all others', async () => {
    const stop = new AbortController();
    const changed: string[] = [];
    const follower = new RightsFollower({
      log: spoiled(),
      categories: ['session'],
      logger: createLogger('silent'),
      changed: (stream) => changed.push(stream),
      monotonic: () => performance.now(),
    });
    await follower.start(stop.signal);
    await follower.prove();
    expect([changed, follower.position, follower.isProven()]).toEqual([['session-a'], '2', true]);
    stop.abort();
    await follower.stopped();
  });
});
