/** The MongoDB of documents, registers and journal stands still: what needs it is told so, nothing waits for the journal. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AccessLog } from '@cairn/contracts';
import { administrator, type Person } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { until } from '../answers-of.js';
import { asked, droppedAt, MOST_OF_OTHERS, toldIn } from '../noted.js';
import { type EngineFault, frozen, killed } from './engine-faults.js';

const DROPPED = 500;
const READS = 1_000;
const STANDS_STILL_MS = 1_100;

jest.setTimeout(600_000);

describe('S42: a journal whose MongoDB is away (cluster)', () => {
  let cairn: RunningCluster;
  let root: Person;
  beforeAll(async () => {
    cairn = await cluster.start();
    root = await administrator(cairn);
  });
  afterAll(() => cairn.remove());

  /** Needs the contract alone, and is an entry of the journal. */
  const unknown = async (): Promise<Response> => {
    const answer = await fetch(`${cairn.baseUrl}/api/v1/nothing`);
    await answer.text();
    return answer;
  };
  const statusOfUnknown = async (): Promise<number> => (await unknown()).status;
  /** Answers when the newest entry of the journal tells of a request that was sent since. One that comes too early is dropped. */
  const isKept = async (): Promise<void> => {
    const sent = new Set<string>();
    await until(
      async () => {
        sent.add((await unknown()).headers.get('x-request-id') ?? '');
        return root.client.try('listAccessLog', { query: { status: '404', limit: 1 } });
      },
      ({ status, body }) =>
        status === 200 && sent.has((body as readonly AccessLog[])[0]?.request_id ?? 'none'),
    );
  };

  it.each([frozen, killed])(
    '$name: what needs no MongoDB is answered as fast as before, and what is not kept is counted and told',
    async (fault: EngineFault) => {
      const lines = toldIn(cairn.printed()).length;
      const before = await droppedAt(cairn);
      await asked(READS, statusOfUnknown);
      const { medianMs: usualMs } = await asked(READS, statusOfUnknown);
      await isKept();
      await fault.begin(cairn.engines.mongodb, undefined);
      try {
        await pause(STANDS_STILL_MS);
        const { statuses, medianMs } = await asked(MOST_OF_OTHERS + DROPPED, statusOfUnknown);
        expect(statuses).toEqual(new Set([404]));
        expect(medianMs).toBeLessThan(2 * usualMs + 1);
        expect((await droppedAt(cairn)) - before).toBeGreaterThanOrEqual(DROPPED);
        expect((await root.client.try('listAccessLog')).status).toBe(503);
        if (lines === 0)
          await until(
            async () => toldIn(cairn.printed()).length,
            (count) => count > 0,
          );
      } finally {
        await fault.end(cairn.engines.mongodb, undefined);
      }
      await isKept();
    },
  );
});
