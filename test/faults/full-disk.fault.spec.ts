/** The journal of one machine on a disk with no room: nothing waits for it, and what it loses is told. */
import { setTimeout as pause } from 'node:timers/promises';
import { administrator, type Person, somebody } from '../support/people.js';
import { oneMachine, type RunningCairn } from '../support/topology.js';
import { asked, droppedAt, MOST_OF_OTHERS, toldIn } from './noted.js';

/** More than any disk has. */
const NO_ROOM = { CAIRN_DISK_RESERVE_BYTES: String(2 ** 52) };
const DROPPED = 500;
const READS = 1_000;
const MINUTE_MS = 60_000;

jest.setTimeout(240_000);

describe('S42: a journal whose disk is full (one machine)', () => {
  let cairn: RunningCairn;
  let [ada, root]: Person[] = [];
  let usualMs: number;
  beforeAll(async () => {
    cairn = await oneMachine.start();
    [ada, root] = [await somebody(cairn), await administrator(cairn)];
    await asked(READS, read);
    usualMs = (await asked(READS, read)).medianMs;
    await cairn.end('SIGTERM');
    await cairn.again(NO_ROOM);
    await asked(READS, read);
  });
  afterAll(() => cairn.remove());

  const read = async (): Promise<number> => (await ada!.client.try('getMe')).status;
  const own = async () =>
    (await root!.client.call('listAccessLog', { query: { user_id: ada!.id, limit: 1 } })).body;

  it('reads go on as fast as before, entries are dropped once there is no room, and all of them are counted', async () => {
    const { statuses, medianMs } = await asked(MOST_OF_OTHERS - READS + DROPPED, read);
    expect(statuses).toEqual(new Set([200]));
    expect(medianMs).toBeLessThan(2 * usualMs + 1);
    expect(await droppedAt(cairn)).toBe(DROPPED);
  });

  it('writes go on, and what administrators look at still has room', async () => {
    const made = await ada!.client.try('createDataset', { body: { name: 'written' } });
    expect([made.status, await droppedAt(cairn)]).toEqual([201, DROPPED + 1]);
    for (const operation of ['listUsers', 'listAllJobs', 'listAccessLog'] as const)
      expect((await root!.client.try(operation)).status).toBe(200);
    expect(await droppedAt(cairn)).toBe(DROPPED + 1);
  });

  it('says so in the log, a line a minute, with how many were dropped since the last', async () => {
    while (toldIn(cairn.printed()).length < 2) await pause(100);
    const [first, second] = toldIn(cairn.printed());
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(second!.at - first!.at).toBeLessThan(1.5 * MINUTE_MS);
    expect([first!.dropped, second!.dropped]).toEqual([0, DROPPED + 1]);
    expect(second!.waiting).toBeGreaterThanOrEqual(MOST_OF_OTHERS);
  });

  it('goes on when there is room', async () => {
    const before = (await own())[0];
    await cairn.end('SIGTERM');
    await cairn.again();
    expect(await read()).toBe(200);
    const [last] = await own();
    expect(last).toMatchObject({ route: '/api/v1/me', status: 200 });
    expect(last!.id).not.toBe(before?.id);
    expect(await droppedAt(cairn)).toBe(0);
  });
});
