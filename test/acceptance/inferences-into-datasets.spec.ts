/** What models were asked becomes items of a dataset, with their answers as annotations. */
import type { AddedInference, AddInference, Dataset, DatasetItem } from '@cairn/contracts';
import { picture } from '../support/files.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

describe.each(topologies)('inferences on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let model: string;
  let dataset: Dataset;
  let at: { readonly dataset_id: string; readonly version_id: string };

  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    model = await modelOf(ada);
  });
  afterAll(() => cairn.leave());
  beforeEach(async () => {
    const body = { name: 'reviews', default_splits: true, multi_label: false };
    ({ body: dataset } = await ada.client.call('createDataset', { body }));
    at = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
  });

  const modelOf = async ({ client }: Person, more = {}): Promise<string> => {
    const { body } = await client.call('createModel', { body: { name: 'mood', ...more } });
    const file = { name: 'labels.txt', contentType: 'text/plain', content: 'good\nbad\n' };
    await client.call('uploadModel', { params: { id: body.id }, query: { asset_type: 'labels_file' }, file });
    return body.id;
  };
  const infer = async (body: AddedInference, model_id = model, { client } = ada): Promise<string> =>
    (await client.call('addInference', { params: { model_id }, body })).body.id;
  const splitNamed = (wanted: string): string =>
    dataset.versions[0]?.splits?.find(({ name }) => name === wanted)?.id ?? '';
  const add = async (ids: readonly string[], split = 'train', client = ada.client): Promise<AddInference> => {
    const body = { keep_annotations: true, inferences: ids.map((id) => ({ id })) };
    return (await client.call('addInferences', { params: { ...at, id: splitNamed(split) }, body })).body;
  };
  const items = async (query = {}): Promise<readonly DatasetItem[]> =>
    (await ada.client.call('listDatasetItems', { params: at, query: { sort: 'created_at', ...query } })).body;
  const labels = async () => (await ada.client.call('listLabels', { params: at })).body;

  const answer = (prediction: string, confidence: number) => ({ prediction, confidence });

  it('become items with what was asked and the answers', async () => {
    const good = await infer({
      ...{ name: 'the first', input_text: 'Lovely 👍 film' },
      inference_items: [
        answer('good', 0.8),
        answer('bad', 0.2),
        { ...answer('praise', 0.7), type: 'span', value: { start: 0, end: 8 } },
        { ...answer('praise', 0.6), type: 'span', value: { start: 0, end: 99 } },
      ],
    });
    const seen = await infer({ inference_items: [answer('good', 1)] });
    const file = { name: 'poster.png', contentType: 'image/png', content: picture() };
    await ada.client.call('uploadInference', { params: { id: seen }, file });

    expect(await add([good, seen])).toEqual({
      ...{ keep_annotations: true, inferences: [{ id: good }, { id: seen }] },
      ...{ added: 2, unchanged: 0, errors: [] },
    });
    const made = await labels();
    expect(made.map(({ name, auto_created }) => [name, auto_created])).toEqual([
      ['good', true],
      ['praise', true],
    ]);
    const [first, second] = [await items({ q: 'Lovely' }), await items({ q: 'poster' })].flat();
    const version = (await ada.client.call('getModel', { params: { id: model } })).body.active_version_id;
    const origin = { source: 'inference', inference_id: good, model_id: model, model_version_id: version };
    expect(first).toMatchObject({
      ...{ name: 'the first', text: 'Lovely 👍 film', splits: [{ name: 'train' }] },
      annotations: [
        { ...origin, type: 'classification', label_id: made[0]?.id, confidence: 0.8 },
        { ...origin, type: 'span', label_id: made[1]?.id, value: { start: 0, end: 8, text: 'Lovely 👍' } },
      ],
    });
    expect(second).toMatchObject({
      ...{ name: 'poster.png', extension: '.png', content_type: 'image/png' },
      attributes: { width: expect.any(Number), height: expect.any(Number) },
      annotations: [{ inference_id: seen, label_id: made[0]?.id }],
    });

    await ada.client.call('deleteInference', { params: { id: seen } });
    const download = { params: { ...at, id: second?.id ?? '' } };
    expect((await ada.client.call('downloadDatasetItem', download)).status).toBe(200);
  });

  it('become the same items again, and come back into the split that is named', async () => {
    const id = await infer({ input_text: 'Dull', inference_items: [answer('bad', 0.9)] });
    expect(await add([id, id])).toMatchObject({ added: 1, unchanged: 1 });
    expect(await add([id])).toMatchObject({ added: 0, unchanged: 1, errors: [] });
    expect(await add([id], 'test')).toMatchObject({ added: 1 });
    const [item] = await items();
    expect(item?.splits.map(({ name }) => name).sort()).toEqual(['test', 'train']);
    expect(item?.annotations).toHaveLength(1);
    await ada.client.call('deleteDatasetItem', { params: { ...at, id: item?.id ?? '' } });
    expect(await add([id])).toMatchObject({ added: 1 });
    expect(await items()).toMatchObject([{ id: item?.id, annotations: [{ inference_id: id }] }]);
  });

  it('are listed when they cannot: private, without input, or another’s', async () => {
    const secret = await infer({ input_text: 'x' }, await modelOf(ada, { privacy_enabled: true }));
    const grace = await somebody(cairn, 'grace');
    const hers = await infer({ input_text: 'hers' }, await modelOf(grace), grace);
    const [bare, mine] = [await infer({ prediction: 'good' }), await infer({ input_text: 'mine' })];
    const all = [secret, hers, bare, mine];
    expect(await add(all)).toMatchObject({
      added: 1,
      errors: [
        { index: 0, code: 'input_not_kept' },
        { index: 1, code: 'not_found' },
        { index: 2, code: 'input_not_kept' },
      ],
    });
    expect(await items()).toMatchObject([{ text: 'mine', annotations: [] }]);
    const body = { name: 'writes', scopes: ['datasets:write', 'datasets:read'] };
    const { body: key } = await ada.client.call('createAPIKey', { body });
    expect(await add([mine], 'train', cairn.client(key.key))).toMatchObject({
      errors: [{ index: 0, code: 'not_found' }],
    });
  });

  it('become items all, however much they were asked', async () => {
    const input_text = 'long '.repeat(190_000);
    const ids = [await infer({ input_text }), await infer({ input_text }), await infer({ input_text })];
    ids.push(await infer({ input_text }), await infer({ input_text }), await infer({ input_text: 'short' }));
    expect(await add(ids)).toMatchObject({ added: 6, unchanged: 0, errors: [] });
    expect((await items()).map(({ text }) => text.length).sort((one, other) => one - other)).toEqual([
      5,
      ...Array.from({ length: 5 }, () => input_text.length),
    ]);
  });

  it('S6: count by their id alone', async () => {
    const id = await infer({ input_text: 'as it was', inference_items: [answer('bad', 1)] });
    const sent = { id, input_text: 'another', model_id: dataset.id, inference_items: [answer('good', 1)] };
    const body = { keep_annotations: false, inferences: [sent] };
    const params = { ...at, id: splitNamed('train') };
    const { headers, body: told } = await ada.client.call('addInferences', { params, body });
    expect(told).toMatchObject({ inferences: [{ id }], added: 1 });
    expect(headers.get('x-ignored-fields')).toMatch(/input_text/);
    expect(await items()).toMatchObject([{ text: 'as it was', annotations: [] }]);
    expect(await labels()).toEqual([]);
  });

  it('take no label that somebody deleted', async () => {
    const { body: label } = await ada.client.call('createLabel', { params: at, body: { name: 'Bad' } });
    await ada.client.call('deleteLabel', { params: { ...at, id: label.id } });
    const id = await infer({
      input_text: 'Dull',
      inference_items: [answer('bad', 0.9), answer('good', 0.1)],
    });
    expect(await add([id])).toMatchObject({ added: 1 });
    expect(await items()).toMatchObject([{ text: 'Dull', annotations: [] }]);
    expect(await labels()).toEqual([]);
  });
});
