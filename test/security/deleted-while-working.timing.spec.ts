/** S40: what is deleted while work goes on in it. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const ROWS = 12_000;
/** A slice may be on its way to the log while the deletion is: no second one follows it. */
const SLICE = 200;

const csv = {
  name: 'many.csv',
  contentType: 'text/csv',
  content: `text\n${Array.from({ length: ROWS }, (_, row) => `row ${row}`).join('\n')}\n`,
};

describe.each(topologies)('S40 a deletion while work goes on, on $name', (topology) => {
  let cairn: SharedCairn;
  let owner: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    owner = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  const jobOf = (headers: Headers): string => (headers.get('location') ?? '').split('/').at(-1) ?? '';
  const eventsOf = async (stream: string, after: string) =>
    (await cairn.inside.events(after)).filter((event) => event.stream === stream);
  /** As soon as some of the items are there. */
  const itemsComing = async (version: string, after: string): Promise<void> => {
    while (!(await itemsAfter(version, after)).length) await pause(5);
  };
  const itemsAfter = async (version: string, after: string) =>
    (await cairn.inside.events(after)).filter(
      ({ type, data }) => type === 'datasets.item.created.v1' && data.includes(version),
    );
  /** The event that ended the job. */
  const endOf = async (job: string, after: string) => {
    for (;;) {
      const last = (await eventsOf(`datasetJob-${job}`, after)).at(-1);
      if (last !== undefined && /\.(completed|failed)\.v\d+$/.test(last.type)) return last;
      await pause(20);
    }
  };

  const newVersion = async () => {
    const { body } = await owner.client.call('createDataset', { body: { name: 'worked on' } });
    await owner.client.call('createDatasetVersion', { params: { dataset_id: body.id } });
    return { dataset_id: body.id, id: body.active_version_id ?? '' };
  };

  const deletions = {
    'the dataset': ({ dataset_id }: { dataset_id: string; id: string }) =>
      owner.client.call('deleteDataset', { params: { id: dataset_id } }),
    'the version': (params: { dataset_id: string; id: string }) =>
      owner.client.call('deleteDatasetVersion', { params }),
  } as const;

  it.each(Object.keys(deletions) as (keyof typeof deletions)[])(
    '%s: the import into it ends, and nothing lands after',
    async (what) => {
      const params = await newVersion();
      const before = await cairn.inside.head();
      const { headers } = await owner.client.call('importDataset', {
        params,
        file: csv,
        headers: { prefer: 'respond-async' },
      });
      await itemsComing(params.id, before);
      await deletions[what](params);
      const stream = what === 'the dataset' ? `dataset-${params.dataset_id}` : `datasetVersion-${params.id}`;
      const deleted = (await eventsOf(stream, before)).findLast(({ type }) => type.includes('.deleted.'))!;
      const end = await endOf(jobOf(headers), before);
      expect(end.type).toContain('.failed.');
      expect(JSON.parse(end.data)).toMatchObject({ code: 'not_found' });
      const late = await itemsAfter(params.id, deleted.position);
      expect(late.length).toBeLessThanOrEqual(SLICE);
      expect(late.filter(({ position }) => position > end.position)).toEqual([]);
      const all = await itemsAfter(params.id, before);
      expect(all.length).toBeLessThan(ROWS);
      await owner.client.send({
        method: 'POST',
        path:
          what === 'the dataset'
            ? `/api/v1/datasets/${params.dataset_id}/restore`
            : `/api/v1/datasets/${params.dataset_id}/versions/${params.id}/restore`,
      });
      const { headers: told } = await owner.client.call('listDatasetItems', {
        params: { dataset_id: params.dataset_id, version_id: params.id },
        query: { limit: 1 },
      });
      expect(told.get('x-total-count')).toBe(String(all.length));
    },
    60_000,
  );
});
