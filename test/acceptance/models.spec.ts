/** A model is registered, gets files and versions, is taken back, shared and downloaded; its past is there. */
import { createHash } from 'node:crypto';
import type { AccessExplanation, Model, ModelVersion } from '@cairn/contracts';
import { linesOf, ranAs } from '../support/documented.js';
import { bytesOf } from '../support/files.js';
import { arrivedMails, shareTokenIn } from '../support/mailbox.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const LABELS = 'puffin\nrazorbill\n';
const TFLITE = '\x1c\0\0\0TFL3\0\0\0\0';

describe.each(topologies)('a model on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let grace: Person;
  let id: string;
  let first: ModelVersion;
  let inMarch: string;
  beforeAll(async () => {
    cairn = await topology.start();
    [ada, grace] = [await somebody(cairn), await somebody(cairn, 'grace')];
  });
  afterAll(() => cairn.remove());

  const params = () => ({ id });
  const model = async (query = {}): Promise<Model> =>
    (await ada.client.call('getModel', { params: params(), query })).body;
  /** A form with a file for each type, as a browser sends it. */
  const send = (path: string, files: Readonly<Record<string, string>>): Promise<Response> => {
    const form = new FormData();
    for (const [type, content] of Object.entries(files)) form.set(type, new Blob([content]), `${type}.bin`);
    const headers = { authorization: `Bearer ${ada.token}` };
    return fetch(`${cairn.baseUrl}${path}`, { method: 'POST', headers, body: form });
  };
  const over = async (job: string): Promise<void> => {
    for (;;) {
      const { body } = await ada.client.call('getJob', { params: { id: job } });
      if (body.status !== 'queued' && body.status !== 'running') return;
    }
  };
  const codeOf = async (answer: Response | Promise<Response>): Promise<string> =>
    ((await (await answer).json()) as { readonly code: string }).code;

  it('docs/models.md is as it stands there, but for asking', async () => {
    const parts = ['the first five minutes', 'what it was trained on', 'post-processors'];
    const lines = parts.map((part) => linesOf('docs/models.md', part)).join('');
    const told = await ranAs(lines, { CAIRN: cairn.baseUrl, TOKEN: (await somebody(cairn)).token });
    expect(told).not.toMatch(/undefined|"code"/);
    expect(told.trim().split('\n').slice(-3)).toEqual([
      "[ 'api.vision.example' ]",
      '{"base_url":"https://api.vision.example/v1","key_ref":"me/vision"}',
      "[ 'Sea birds', 'OpenAI' ]",
    ]);
  });

  it('is registered, and has no version', async () => {
    const body = {
      name: 'Sea birds',
      kind: 'image-classification',
      config: { task: 'image-classification' },
    };
    const made = await ada.client.call('createModel', { body });
    ({ id } = made.body);
    expect(made.body).toMatchObject({
      active_version_id: '',
      config: '{"task":"image-classification"}',
      can_inference: false,
      cannot_infer_reason: 'no_onnx_model',
    });
    expect((await ada.client.call('listModelVersions', { params: { model_id: id } })).body).toEqual([]);
    expect((await ada.client.call('listModels', { query: { kind: body.kind } })).body).toHaveLength(1);
  });

  it('gets version 1 with its first files, several at once, and nothing of what is wrong', async () => {
    const wrong = await send(`/api/v1/models/${id}/upload`, {
      labels_file: LABELS,
      tflite_model: 'no model',
    });
    expect([wrong.status, await codeOf(wrong)]).toEqual([422, 'asset_invalid']);
    expect((await model()).active_version_id).toBe('');
    const sent = await send(`/api/v1/models/${id}/upload`, { labels_file: LABELS, tflite_model: TFLITE });
    expect(sent.status).toBe(200);
    first = (await sent.json()) as ModelVersion;
    expect(first).toMatchObject({ version_number: 1, has_labels_file: true, has_tflite_model: true });
    expect(first.assets.map(({ asset_type, label_count }) => [asset_type, label_count])).toEqual([
      ['labels_file', 2],
      ['tflite_model', undefined],
    ]);
    expect(await model()).toMatchObject({ active_version_id: first.id, has_tflite_model: true });
    inMarch = (await model()).updated_at;
  });

  it('gets a second version, which is not active until somebody says so', async () => {
    const { body: dataset } = await ada.client.call('createDataset', { body: { name: 'pictures' } });
    const made = await ada.client.call('createModelVersion', {
      params: { model_id: id },
      body: { name: 'April', version: '2.0', dataset_version_id: dataset.active_version_id ?? '' },
    });
    expect(made.body).toMatchObject({ version_number: 2, version: '2.0', dataset_id: dataset.id });
    expect(made.body.dataset_position).toMatch(/./);
    expect((await model()).active_version_id).toBe(first.id);
    const activated = await ada.client.call('activateModelVersion', {
      params: { id, version_id: made.body.id },
    });
    expect(activated.body).toMatchObject({ active_version_id: made.body.id, has_tflite_model: false });
  });

  it('S23: names no dataset, and nothing in one, that its writer may not read', async () => {
    const { body: hers } = await grace.client.call('createDataset', { body: { name: 'hers' } });
    const refused = await ada.client.try('createModelVersion', {
      params: { model_id: id },
      body: { dataset_id: hers.id },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'dataset_unavailable' } });
    const within = { dataset_id: hers.id, version_id: hers.active_version_id ?? '' };
    const { body: item } = await grace.client.call('createDatasetItem', {
      params: within,
      body: { text: 'x' },
    });
    const unavailable = (pointer: string) => ({
      status: 422,
      body: { code: 'dataset_unavailable', errors: [{ pointer }] },
    });
    const answered = { prediction: 'puffin', dataset_item_id: item.id };
    expect(await ada.client.try('addInference', { params: { model_id: id }, body: answered })).toMatchObject(
      unavailable('/dataset_item_id'),
    );
    const measured = { name: 'accuracy', value: 1 };
    const metrics = [measured, { ...measured, dataset_version_id: within.version_id }];
    expect(
      await ada.client.try('recordModelMetrics', { params: { id, version_id: first.id }, body: { metrics } }),
    ).toMatchObject(unavailable('/metrics/1/dataset_version_id'));
    await grace.client.call('updateDataset', { params: { id: hers.id }, body: { public: true } });
    const { body: made } = await ada.client.call('addInference', {
      params: { model_id: id },
      body: answered,
    });
    expect(made.dataset_item_id).toBe(item.id);
    await ada.client.call('deleteInference', { params: { id: made.id } });
  });

  it('is taken back by undoing, and tells what was active then', async () => {
    const { body: history } = await ada.client.call('listModelHistory', { params: params() });
    const activation = history.at(-1);
    expect(activation?.type).toBe('models.model.version_activated.v1');
    const body = { revision: activation?.revision ?? 0 };
    await ada.client.call('revertModel', { params: params(), body });
    expect((await model()).active_version_id).toBe(first.id);
    expect(await model({ as_of: inMarch })).toMatchObject({ active_version_id: first.id });
    const { body: after } = await ada.client.call('listModelHistory', { params: params() });
    expect(after.at(-1)).toMatchObject({ changes: [{ path: '/active_version_id', after: first.id }] });
    expect(
      (await ada.client.try('getModel', { params: params(), query: { revision: 0 } })).body,
    ).toMatchObject({
      active_version_id: '',
    });
  });

  it('has a champion, which is moved, read as it was, and moved back by undoing', async () => {
    const { body: versions } = await ada.client.call('listModelVersions', {
      params: { model_id: id },
      query: { sort: 'created_at' },
    });
    const [one, two] = versions.map((version) => version.id) as [string, string];
    const give = (version_id: string, alias = 'champion') =>
      ada.client.call('setModelAlias', { params: { id, alias }, body: { version_id } });
    const holders = async (query = {}): Promise<readonly string[]> => {
      const { body } = await ada.client.call('listModelVersions', { params: { model_id: id }, query });
      return body.filter(({ aliases }) => aliases.includes('champion')).map((version) => version.id);
    };
    await give(one);
    const then = (await model()).updated_at;
    const moved = await give(two);
    expect(moved.body.aliases).toEqual({ champion: two });
    const revision = moved.headers.get('x-revision');
    expect((await give(two)).headers.get('x-revision')).toBe(revision);
    expect([await holders(), await holders({ alias: 'champion' })]).toEqual([[two], [two]]);
    expect([await holders({ as_of: then }), (await model({ as_of: then })).aliases]).toEqual([
      [one],
      { champion: one },
    ]);
    const remove = { params: { model_id: id, id: two } };
    expect((await ada.client.try('deleteModelVersion', remove)).body).toMatchObject({
      code: 'version_aliased',
    });
    await ada.client.call('revertModel', { params: params(), body: { revision: Number(revision) } });
    expect([await holders(), (await model()).aliases]).toEqual([[one], { champion: one }]);
    await ada.client.call('deleteModelAlias', { params: { id, alias: 'champion' } });
    const { body: history } = await ada.client.call('listModelHistory', { params: params() });
    expect(history.at(-1)).toMatchObject({
      type: 'models.model.alias_removed.v1',
      changes: [{ path: '/aliases/champion', before: one }],
    });
    await ada.client.call('deleteModelVersion', remove);
    const { body: gone } = await ada.client.call('listModelVersions', {
      params: { model_id: id },
      query: { deleted: true },
    });
    expect(gone.map((version) => version.id)).toEqual([two]);
    await ada.client.call('restoreModelVersion', remove);
  });

  it('numbers versions that are made at once without gaps', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => ada.client.call('createModelVersion', { params: { model_id: id } })),
    );
    const numbers = made.map(({ body }) => body.version_number).sort((one, other) => one - other);
    expect(numbers).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('is shared with a colleague, who reads and downloads, and writes nothing', async () => {
    expect((await grace.client.try('getModel', { params: params() })).status).toBe(404);
    await ada.client.call('createModelShare', { params: params(), body: { email: grace.email } });
    const token = shareTokenIn((await arrivedMails(cairn, grace.email))[0] ?? '');
    expect((await grace.client.call('acceptShare', { params: { token } })).body.entity_type).toBe('model');
    const { body: seen } = await grace.client.call('getModel', { params: params() });
    expect(seen).toMatchObject({ shared_with_me: true, share_role: 'share_viewer' });
    const asked = { params: params(), query: { user_id: grace.id } };
    const { body: access } = await ada.client.call('explainModelAccess', asked);
    expect((access as AccessExplanation).ways).toMatchObject([{ because: 'share' }]);
    const file = await grace.client.call('downloadModel', { params: { id, asset_type: 'labels_file' } });
    const bytes = await bytesOf(file.body);
    expect(bytes.toString()).toBe(LABELS);
    expect(file.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    const part = await grace.client.send({
      method: 'GET',
      path: `/api/v1/models/${id}/versions/${first.id}/download/tflite_model`,
      headers: { range: 'bytes=4-7' },
    });
    expect([part.status, await part.text()]).toEqual([206, 'TFL3']);
    const write = { params: params(), body: { notes: 'hers' } };
    expect((await grace.client.try('updateModel', write)).status).toBe(403);
    const record = { params: { id, version_id: first.id }, body: { metrics: [{ name: 'loss', value: 1 }] } };
    expect((await grace.client.try('recordModelMetrics', record)).status).toBe(403);
  });

  it('has metrics, the last of each name with its version', async () => {
    const at = { id, version_id: first.id };
    for (const value of [0.8, 0.9])
      await ada.client.call('recordModelMetrics', {
        params: at,
        body: { metrics: [{ name: 'accuracy', value }] },
      });
    const { body: points } = await ada.client.call('listModelMetrics', { params: at });
    expect(points.map(({ value }) => value).sort()).toEqual([0.8, 0.9]);
    const { body: version } = await ada.client.call('getModelVersion', {
      params: { model_id: id, id: first.id },
    });
    expect(version.metrics?.map(({ name, value }) => [name, value])).toEqual([['accuracy', 0.9]]);
    const best = { params: { model_id: id }, query: { sort: '-metric:accuracy', limit: 4 } };
    const seen: string[] = [];
    for await (const page of ada.client.pages('listModelVersions', best)) {
      expect(page.headers.get('x-total-count')).toBe('10');
      seen.push(...page.body.map((each) => each.id));
    }
    expect([seen[0], new Set(seen).size, seen.length]).toEqual([first.id, 10, 10]);
  });

  it('is counted in its project, and goes with its organization', async () => {
    const { client } = ada;
    const { body: organization } = await client.call('createOrganization', {
      body: { name: 'Birders', slug: `birders-${ada.username}` },
    });
    const within = { organization_id: organization.id };
    const { body: project } = await client.call('createProject', {
      body: { name: 'Cliffs', slug: 'cliffs', ...within },
    });
    await client.call('createModel', { body: { name: 'in it', project_id: project.id } });
    const counted = await client.call('getProject', { params: { id: project.id } });
    expect(counted.body.model_count).toBe(1);
    const { body: inIt } = await client.call('listModels', { query: { project_id: project.id } });
    const told = await client.try('deleteProject', {
      params: { id: project.id },
      query: { assets: 'delete' },
    });
    const job = (told.headers.get('location') ?? '').split('/').at(-1) ?? '';
    await over(job);
    for (const { id: gone } of inIt)
      expect((await client.try('getModel', { params: { id: gone } })).status).toBe(404);
  });
});
