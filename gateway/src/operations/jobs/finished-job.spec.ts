import { datasetJobReads } from '@cairn/datasets';
import { type Document, DocumentsUnavailable, type JobContext } from '@cairn/kernel';
import { finishedJob } from './finished-job.js';

type Look = () => Document | Error | undefined;

/** Documents of which each look finds what is next here; the last stays. */
const looking = (...looks: readonly Look[]): { readonly reading: JobContext; looked: () => number } => {
  let count = 0;
  const get = async () => {
    const found = (looks[count] ?? looks.at(-1)!)();
    count += 1;
    if (found instanceof Error) throw found;
    return found;
  };
  return { reading: { today: { get } }, looked: () => count };
};
const status =
  (of: string): Look =>
  () => ({ id: 'j', status: of });
const away: Look = () => new DocumentsUnavailable('away');

describe('waiting for a job', () => {
  it.each(['completed', 'failed', 'cancelled'])('answers the job when it is %s', async (over) => {
    const { reading } = looking(() => undefined, status('running'), status(over));
    expect(await finishedJob(datasetJobReads, reading, 'j', 5_000)).toMatchObject({ status: over });
  });

  it('answers nothing when the time is over', async () => {
    expect(await finishedJob(datasetJobReads, looking(status('running')).reading, 'j', 30)).toBeUndefined();
  });

  it('goes on after documents that cannot be read for a moment: the work was taken on', async () => {
    const { reading, looked } = looking(status('running'), away, away, status('completed'));
    expect(await finishedJob(datasetJobReads, reading, 'j', 5_000)).toMatchObject({ status: 'completed' });
    expect(looked()).toBe(4);
  });

  it('hides no other failure', async () => {
    const { reading } = looking(() => new Error('broken'));
    await expect(finishedJob(datasetJobReads, reading, 'j', 5_000)).rejects.toThrow('broken');
  });
});
