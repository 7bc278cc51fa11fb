import { datasetJobReads } from '@cairn/datasets';
import { type Document, DocumentsUnavailable, noGroups, type QueryContext } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { finishedInWait, finishedJob, type WaitingCall } from './finished-job.js';

type Look = () => Document | Error | undefined;

/** A reading in which each look finds what is next here; the last stays. */
const looking = (looks: readonly Look[]) => {
  let count = 0;
  const get = async () => {
    const found = (looks[count] ?? looks.at(-1)!)();
    count += 1;
    if (found instanceof Error) throw found;
    return found;
  };
  const today = { get } as Partial<QueryContext['today']> as QueryContext['today'];
  const context: QueryContext = { principal: someone(), rights: noGroups, documents: today, today, at: '' };
  return { context, looked: () => count };
};
const status =
  (of: string): Look =>
  () => ({ id: 'j', status: of });
const away: Look = () => new DocumentsUnavailable('away');

/** A call whose job ended at a position, before the read models were there or not; `readable` in that time, ms. */
const waiting = (...looks: readonly Look[]) => {
  const asked: unknown[] = [];
  const { context, looked } = looking(looks);
  const call = (parts: Partial<WaitingCall> = {}): WaitingCall => ({
    respondAsync: false,
    edge: { jobEnds: { ended: async () => '7' } },
    readingAfterWork: async (...question) => {
      asked.push(question.slice(0, 2));
      return context;
    },
    ...parts,
  });
  return { call, asked, looked };
};

describe('waiting for a job', () => {
  it.each(['completed', 'failed', 'cancelled'])(
    'answers the job when it is %s and can be read with what it wrote',
    async (over) => {
      const { call, asked } = waiting(status(over));
      expect(await finishedJob(call(), datasetJobReads, 'j')).toMatchObject({ job: { status: over } });
      expect(asked).toEqual([['datasets', { stream: 'datasetJob-j', position: '7' }]]);
    },
  );

  it('waits as long as `Prefer: wait` says; without it nothing is answered, however early the job was over', async () => {
    const { call } = waiting(status('completed'));
    const asked: unknown[] = [];
    const jobEnds: WaitingCall['edge']['jobEnds'] = {
      ended: async (_kind, id, withinMs, after) => {
        asked.push([id, Math.round(withinMs / 1_000), after]);
        return '7';
      },
    };
    const within = (waitSeconds: number) =>
      finishedInWait({ ...call({ edge: { jobEnds } }), waitSeconds }, datasetJobReads, 'j', '6');
    expect(await within(0)).toBeUndefined();
    expect(asked).toEqual([]);
    expect(await within(5)).toMatchObject({ job: { status: 'completed' } });
    expect(asked).toEqual([['j', 5, '6']]);
  });

  it('answers nothing when the time is over, and waits no time when nobody wants to', async () => {
    const { call, asked } = waiting(status('running'));
    const given: number[] = [];
    const jobEnds: WaitingCall['edge']['jobEnds'] = {
      ended: async (_kind, _id, withinMs) => void given.push(withinMs),
    };
    for (const respondAsync of [false, true])
      expect(
        await finishedJob(call({ edge: { jobEnds }, respondAsync }), datasetJobReads, 'j'),
      ).toBeUndefined();
    expect([given[0]! > 59_000, given[1], asked]).toEqual([true, 0, []]);
  });

  it('answers nothing when what it wrote cannot be read in time', async () => {
    const { call } = waiting(status('completed'));
    const late = call({ readingAfterWork: async () => undefined });
    expect(await finishedJob(late, datasetJobReads, 'j')).toBeUndefined();
  });

  it('goes on after documents that cannot be read for a moment: the work was taken on', async () => {
    const { call, looked } = waiting(away, away, status('completed'));
    expect(await finishedJob(call(), datasetJobReads, 'j')).toMatchObject({ job: { status: 'completed' } });
    expect(looked()).toBe(3);
  });

  it('does so no longer than an answer waits', async () => {
    const { call } = waiting(away);
    expect(await finishedJob(call(), datasetJobReads, 'j', 30)).toBeUndefined();
  });

  it('hides no other failure', async () => {
    const { call } = waiting(() => new Error('broken'));
    await expect(finishedJob(call(), datasetJobReads, 'j')).rejects.toThrow('broken');
  });
});
