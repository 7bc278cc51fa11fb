import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { until } from './answers-of.js';

const ROUNDS = 4;

jest.setTimeout(120_000);

describe.each(topologies)('law 2: read your writes when read models lag ($name)', (topology) => {
  let cairn: RunningCairn;
  let person: Person;
  beforeAll(async () => {
    cairn = await topology.start();
    person = await somebody(cairn);
    await cairn.end('SIGTERM');
  });
  afterAll(() => cairn.remove());
  afterEach(() => cairn.end('SIGTERM'));

  const datasets = async (): Promise<{
    readonly names: readonly string[];
    readonly total: string | null;
  }> => {
    const { body, headers } = await person.client.call('listDatasets');
    return { names: body.map(({ name }) => name).toSorted(), total: headers.get('x-total-count') };
  };

  it('200 ms: the resource, the list and the counts are there with the answer', async () => {
    await cairn.again({ CAIRN_PROJECTION_DELAY_MS: '200' });
    const { client } = person;
    const names: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `dataset ${round}`;
      const { body: dataset, status } = await client.call('createDataset', {
        body: { name, default_splits: true },
      });
      expect(status).toBe(201);
      names.push(name);
      expect(await datasets()).toEqual({ names, total: String(round) });
      const { body: read } = await client.call('getDataset', { params: { id: dataset.id } });
      expect(read).toEqual(dataset);

      const version = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
      const split_id = dataset.versions[0]?.default_split ?? '';
      const counts = async () => {
        const { body } = await client.call('getSplitStats', { params: { ...version, split_id } });
        const { body: items, headers } = await client.call('listDatasetItems', { params: version });
        return [
          items.map((item) => item.name),
          headers.get('x-total-count'),
          body.item_count,
          body.annotation_count,
        ];
      };
      const { body: label } = await client.call('createLabel', { params: version, body: { name: 'label' } });
      const { body: item } = await client.call('createDatasetItem', {
        params: version,
        body: { name: 'item' },
      });
      expect(await counts()).toEqual([['item'], '1', 1, 0]);
      const addressed = { ...version, item_id: item.id };
      const { body: annotation } = await client.call('createAnnotation', {
        params: addressed,
        body: { type: 'classification', label_id: label.id },
      });
      expect(await counts()).toEqual([['item'], '1', 1, 1]);
      const { body: annotated } = await client.call('getDatasetItem', {
        params: { ...version, id: item.id },
      });
      expect(annotated.annotations.map(({ id }) => id)).toEqual([annotation.id]);
      await client.call('updateDatasetItem', {
        params: { ...version, id: item.id },
        body: { name: 'renamed' },
      });
      expect(await counts()).toEqual([['renamed'], '1', 1, 1]);
      await client.call('deleteDatasetItem', { params: { ...version, id: item.id } });
      expect(await counts()).toEqual([[], '0', 0, 0]);
      const gone = await client.try('getDatasetItem', { params: { ...version, id: item.id } });
      expect(gone.status).toBe(404);
    }
  });

  it('over 2 s: 202 says where it will be, and a read that asks for it does not answer older', async () => {
    await cairn.again();
    const { body: dataset } = await person.client.call('createDataset', { body: { name: 'late' } });
    await cairn.end('SIGTERM');
    await cairn.again({ CAIRN_PROJECTION_DELAY_MS: '4500' });
    const params = { id: dataset.id };
    const answer = await person.client.try('updateDataset', { params, body: { name: 'later' } });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ id: dataset.id });
    expect(answer.headers.get('location')).toBe(`/api/v1/datasets/${dataset.id}`);
    expect(answer.headers.get('x-revision')).toBe('1');
    const position = answer.headers.get('x-position') ?? '';
    expect(position).not.toBe('');

    const headers = { 'x-min-position': position };
    const early = await person.client.try('getDataset', { params, headers });
    expect([early.status, (early.body as { code?: string }).code]).toEqual([503, 'projection_lag']);
    const fresh = await until(
      () => person.client.try('getDataset', { params, headers }),
      ({ status }) => status !== 503,
    );
    expect(fresh.body).toMatchObject({ name: 'later' });
  });

  it('respond-async: 202 at once', async () => {
    await cairn.again({ CAIRN_PROJECTION_DELAY_MS: '4500' });
    const answer = await person.client.try('createDataset', {
      body: { name: 'soon' },
      headers: { prefer: 'respond-async' },
    });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    expect(answer.headers.get('location')).toMatch(/^\/api\/v1\/datasets\/[0-9a-f-]{36}$/);
    expect([answer.headers.get('x-revision'), answer.headers.get('x-position')]).toEqual([
      '0',
      expect.stringMatching(/\S/),
    ]);
  });
});
