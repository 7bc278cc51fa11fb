import { join } from 'node:path';
import { Readable } from 'node:stream';
import { application, type AssetType, type FileRecord, modelCommands } from '@cairn/contracts';
import { freshId, NO_STREAM, openDiskBlobs } from '@cairn/kernel';
import { anAdministrator, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { bytes, onnxModel, tflite } from './assets/testing/files.js';
import { metricsOfVersion } from './read-models/metrics/queries.js';
import { modelById, modelsFor } from './models.js';
import {
  modelFile,
  modelVersionById,
  modelVersionHistory,
  versionFile,
} from './read-models/versions/queries.js';
import type { ModelFacts } from './running/port.js';
import { modelsServiceWith } from './service.js';
import { versionsListed } from './testing/listed.js';
import { ToldRunner } from './testing/told-runner.js';

const page = { limit: 100, sort: 'created_at' };
const facts: ModelFacts = {
  inputs: [],
  outputs: [{ name: 'probabilities', type: 'float32', shape: [null, 2] }],
  opset: 18,
  producer: 'pytorch',
  quantized: false,
};

describe('models', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(
      modelsServiceWith(() => Object.assign(new ToldRunner(), { inspect: async () => facts })),
      {
        blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
      },
    );
  });
  afterAll(() => running.stop());

  const sent = async (asset_type: AssetType, content: Uint8Array) => {
    const stored = await running.tools.blobs.put(Readable.from([content]), { maxBytes: 1e6 });
    const file: FileRecord = { ...stored, content_type: 'application/octet-stream', file_name: asset_type };
    return { asset_type, file };
  };
  const newModel = (more = {}): Promise<string> =>
    running.make(ada, modelCommands.createModel, { body: { name: 'birds', ...more } }, 'model');
  const newVersion = (model_id: string, body = {}): Promise<string> =>
    running.make(ada, modelCommands.createModelVersion, { model_id, body }, 'version');
  const upload = async (model_id: string, ...assets: Awaited<ReturnType<typeof sent>>[]) => {
    const { result } = await running.done(ada, modelCommands.uploadModel, { id: model_id, assets });
    return (result as { readonly version_id: string }).version_id;
  };
  const shown = async (id: string) => (await modelById(running.reading(ada), id))!.resource;
  const versionsOf = async (id: string) =>
    (await versionsListed(running.reading(ada), id, page)).elements.map(
      ({ version_number }) => version_number,
    );

  it('have no version until the first files come, which make version 1 and activate it', async () => {
    const id = await newModel({ config: '{"task":"raw"}' });
    expect(await shown(id)).toMatchObject({ active_version_id: '', cannot_infer_reason: 'no_onnx_model' });
    const version = await upload(id, await sent('labels_file', bytes('cat\ndog')));
    expect(await shown(id)).toMatchObject({ active_version_id: version, has_labels_file: true });
    const { resource } = (await modelVersionById(running.reading(ada), { model_id: id, id: version }))!;
    expect(resource).toMatchObject({ version: '1', version_number: 1, config: '' });
    expect(resource.assets).toMatchObject([
      { asset_type: 'labels_file', state: 'ready', label_count: 2, flags: [] },
    ]);
    expect(await upload(id, await sent('tflite_model', tflite))).toBe(version);
    expect(await shown(id)).toMatchObject({ has_labels_file: true, has_tflite_model: true });
  });

  it('make one version of the first files that come at once', async () => {
    const id = await newModel();
    const files = [await sent('labels_file', bytes('cat\ndog')), await sent('tflite_model', tflite)];
    const versions = await Promise.all(files.map((file) => upload(id, file)));
    expect(new Set(versions).size).toBe(1);
    expect(await versionsOf(id)).toEqual([1]);
    expect(await shown(id)).toMatchObject({ has_labels_file: true, has_tflite_model: true });
  });

  it('number versions without gaps, however many are made at once', async () => {
    const id = await newModel();
    const made = await Promise.all(Array.from({ length: 20 }, () => newVersion(id)));
    expect((await versionsOf(id)).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    const { active_version_id } = await shown(id);
    expect(made).toContain(active_version_id);
    const first = (await modelVersionById(running.reading(ada), { model_id: id, id: active_version_id }))!;
    expect(first.resource.version_number).toBe(1);
  });

  it('give no second number to a command that comes again', async () => {
    const id = await newModel();
    const command = freshId();
    const input = { model_id: id, body: {} };
    const [one, again] = [
      await running.done(ada, modelCommands.createModelVersion, input, command),
      await running.done(ada, modelCommands.createModelVersion, input, command),
    ];
    expect([again.result, again.revision]).toEqual([one.result, one.revision]);
    expect(await versionsOf(id)).toEqual([1]);
    const upload = { id, assets: [await sent('labels_file', bytes('a\nb'))] };
    const other = freshId();
    const first = await running.done(ada, modelCommands.uploadModel, upload, other);
    await newVersion(id);
    const second = await running.done(ada, modelCommands.uploadModel, upload, other);
    expect(second.result).toEqual(first.result);
  });

  it('law 5: show nothing of a version that no model has taken in', async () => {
    const id = await newModel();
    const [lost, kept] = [freshId(), await newVersion(id)];
    const { log } = running.engines;
    const [{ type, data, metadata } = { type: '', data: {}, metadata: undefined }] = await log.read(
      `modelVersion-${kept}`,
    );
    const event = { id: freshId(), type, data: { ...(data as object), id: lost }, metadata: metadata! };
    const stream = `modelVersion-${lost}` as const;
    const appended = await log.append({ stream, expected: NO_STREAM, events: [event] });
    expect(appended.status).toBe('appended');
    await newModel();
    expect(await running.engines.documents.get('model_versions', lost)).toBeDefined();
    expect(await versionsOf(id)).toEqual([1]);
    expect(await modelVersionById(running.reading(ada), { model_id: id, id: lost })).toBeUndefined();
  });

  it('can be run once their ONNX file was opened, and hold labels against its width', async () => {
    const id = await newModel();
    await upload(id, await sent('onnx_model', onnxModel()));
    expect(await shown(id)).toMatchObject({ can_inference: true, has_onnx_model: true });
    expect(await shown(id)).not.toHaveProperty('cannot_infer_reason');
    const assets = [await sent('labels_file', bytes('a\nb\nc'))];
    const reply = await running.send(ada, modelCommands.uploadModel, { id, assets });
    expect(reply).toMatchObject({ status: 'refused', code: 'labels_mismatch' });
  });

  it('store nothing of an upload of which one file is wrong', async () => {
    const id = await newModel();
    const assets = [await sent('labels_file', bytes('a\nb')), await sent('tflite_model', bytes('no model'))];
    const reply = await running.send(ada, modelCommands.uploadModel, { id, assets });
    expect(reply).toMatchObject({ status: 'refused', code: 'asset_invalid' });
    expect(await versionsOf(id)).toEqual([]);
  });

  it('give files to who may read them, of the active version and of others', async () => {
    const id = await newModel();
    const version = await upload(id, await sent('labels_file', bytes('a\nb')));
    const other = await newVersion(id);
    const [mine, eves] = [running.reading(ada), running.reading(someone())];
    expect(await modelFile(mine, id, 'labels_file')).toMatchObject({ file_name: 'labels_file' });
    expect(await versionFile(mine, id, version, 'labels_file')).toMatchObject({ size: 3 });
    expect(await versionFile(mine, id, other, 'labels_file')).toBeUndefined();
    expect(await modelFile(eves, id, 'labels_file')).toBeUndefined();
    expect(await versionFile(eves, id, version, 'labels_file')).toBeUndefined();
    await running.done(ada, modelCommands.activateModelVersion, { id, version_id: other });
    expect(await modelFile(mine, id, 'labels_file')).toBeUndefined();
  });

  it('are told as they were: what was active then', async () => {
    const id = await newModel();
    const first = await upload(id, await sent('labels_file', bytes('a\nb')));
    const second = await newVersion(id);
    const then = (await shown(id)).updated_at;
    await running.later(then);
    await running.done(ada, modelCommands.activateModelVersion, { id, version_id: second });
    expect(await shown(id)).toMatchObject({ active_version_id: second, has_labels_file: false });
    const past = (await modelById(running.readingAt(ada, then), id))!.resource;
    expect(past).toMatchObject({ active_version_id: first, has_labels_file: true });
    const history = await modelVersionHistory(
      running.engines,
      running.reading(ada),
      { model_id: id, id: first },
      {
        limit: 10,
        sort: 'revision',
      },
    );
    expect(history?.elements.map(({ type }) => type)).toEqual([
      'models.version.created.v1',
      'models.version.assets_set.v1',
    ]);
  });

  it('keep the active version, and show the newest when it went all the same', async () => {
    const id = await newModel();
    const [first, second] = [await newVersion(id), await newVersion(id)];
    const remove = { model_id: id, id: first };
    const reply = await running.send(ada, modelCommands.deleteModelVersion, remove);
    expect(reply).toMatchObject({ status: 'refused', code: 'version_active' });
    await running.done(ada, modelCommands.activateModelVersion, { id, version_id: second });
    await running.done(ada, modelCommands.deleteModelVersion, remove);
    expect(await versionsOf(id)).toEqual([2]);
    await running.done(ada, modelCommands.restoreModelVersion, remove);
    expect(await versionsOf(id)).toEqual([1, 2]);
    const third = await newVersion(id);
    expect(
      (await modelVersionById(running.reading(ada), { model_id: id, id: third }))?.resource.version_number,
    ).toBe(3);
  });

  it('are of an application that is there and not disabled', async () => {
    const admin = anAdministrator();
    const body = { name: 'classifier', disabled: true };
    const application_id = await running.make(admin, application.commands.create, { body }, 'application');
    const create = () =>
      running.send(ada, modelCommands.createModel, { body: { name: 'x', application_id } });
    expect(await create()).toMatchObject({ code: 'application_unavailable' });
    await running.done(admin, application.commands.update, {
      body: { id: application_id, disabled: false },
    });
    expect(await create()).toMatchObject({ status: 'done' });
  });

  it('have metrics: all of them listed, the last of each name shown', async () => {
    const id = await newModel();
    const version_id = await newVersion(id);
    const split_id = freshId();
    const record = (...metrics: { name: string; value: number; split_id?: string; timestamp?: string }[]) =>
      running.done(ada, modelCommands.recordModelMetrics, { id, version_id, body: { metrics } });
    await record(
      { name: 'val.loss', value: 0.5, timestamp: '2026-03-01T12:00:00+02:00' },
      { name: 'val.loss', value: 0.4, split_id },
    );
    await record({ name: 'accuracy', value: 0.9 });
    const { resource } = (await modelVersionById(running.reading(ada), { model_id: id, id: version_id }))!;
    expect(resource.metrics?.map(({ name, value }) => [name, value])).toEqual([
      ['accuracy', 0.9],
      ['val.loss', 0.4],
    ]);
    const listed = async (filters: Parameters<typeof metricsOfVersion>[3]) =>
      (await metricsOfVersion(
        running.reading(ada),
        { id, version_id },
        { limit: 10, sort: 'timestamp' },
        filters,
      ))!.elements.map(({ value }) => value);
    expect((await listed({})).sort()).toEqual([0.4, 0.5, 0.9]);
    expect(await listed({ name: 'val.loss', to: '2026-03-01T10:00:01Z' })).toEqual([0.5]);
    expect(await listed({ split_id })).toEqual([0.4]);
    expect(await listed({ name: 'val.loss', split_id })).toEqual([0.4]);
    expect(await metricsOfVersion(running.reading(someone()), { id, version_id }, page)).toBeUndefined();
  });

  it.each(['models.versions', 'models.metrics'])('are the same when %s is made anew', async (projection) => {
    const found = async () => ({
      models: await modelsFor(running.reading(ada), page),
      versions: await Promise.all(
        (await modelsFor(running.reading(ada), page)).elements
          .filter(({ active_version_id }) => active_version_id !== '')
          .map(({ id, active_version_id }) =>
            modelVersionById(running.reading(ada), { model_id: id, id: active_version_id }),
          ),
      ),
    });
    const before = await found();
    expect(before.versions.length).toBeGreaterThan(5);
    await running.rebuild(projection);
    expect(await found()).toEqual(before);
  });
});
