import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { modelCommands } from '@cairn/contracts';
import { type Blobs, isRefusal, openDiskBlobs, type Principal } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { inferenceById, inferenceFile, inferencesFor } from './read-models/inferences/queries.js';
import { openAnswerOf } from './read-models/open-inference/reply.js';
import { versionsOfModel } from './read-models/versions/queries.js';
import { INFERENCES } from './read-models/inferences/project.js';
import { modelById } from './models.js';
import { modelVersionById } from './read-models/versions/queries.js';
import { modelsServiceWith } from './service.js';
import { SHORTEST_ONNX, ToldRunner } from './testing/told-runner.js';

const page = { limit: 10, sort: 'created_at' };

describe('inferences', () => {
  const [owner, stranger] = [someone(), someone()];
  const runner = new ToldRunner();
  const usual = runner.answer;
  let running: ServiceUnderTest;
  let folder: string;
  let blobs: Blobs;
  let model: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-inferences-'));
    blobs = await openDiskBlobs({ folder });
    running = await ServiceUnderTest.of(
      modelsServiceWith(() => runner),
      { blobs: async () => blobs },
    );
    model = await runnable();
  });
  afterEach(() => {
    runner.answer = usual;
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });

  const made = (body: {
    readonly name: string;
    readonly privacy_enabled?: boolean;
    readonly public?: boolean;
  }) => running.make(owner, modelCommands.createModel, { body }, 'model');
  const runnable = async (more: { readonly privacy_enabled?: boolean } = {}): Promise<string> => {
    const model_id = await made({ name: 'spam', public: true, ...more });
    const { sha256, size } = await blobs.put(Readable.from([SHORTEST_ONNX]), { maxBytes: 1_000 });
    const file = { sha256, size, content_type: 'application/octet-stream', file_name: 'model.onnx' };
    await running.done(owner, modelCommands.uploadModel, {
      id: model_id,
      assets: [{ asset_type: 'onnx_model', file }],
    });
    return model_id;
  };
  const asks = (who: Principal, body: { readonly input_text?: string }, model_id = model) =>
    running.make(who, modelCommands.runModel, { model_id, body }, 'inference');
  const refused = async (who: Principal, model_id: string, body = { input_text: 'x' }) => {
    const reply = await running.send(who, modelCommands.runModel, { model_id, body });
    return reply.status === 'refused' ? reply.code : reply.status;
  };
  const read = async (who: Principal, id: string) =>
    (await inferenceById(running.reading(who), id))?.resource;

  it('tell the version what was found of a file that came before made-up rows were asked, once', async () => {
    const model_id = await runnable();
    const inspected = { ...(await runner.inspect()), rows_independent: true, undecided: [] };
    runner.answer = { predictions: [], inferenceMs: 1, inspected };
    for (const input_text of ['one', 'two']) await asks(owner, { input_text }, model_id);
    expect(runner.asked.at(-2)?.model.inspected).not.toHaveProperty('undecided');
    expect(runner.asked.at(-1)?.model.inspected).toEqual(inspected);
    const list = await versionsOfModel(running.reading(owner), { model_id }, page);
    const [version] = list === undefined || isRefusal(list) ? [] : list.elements;
    expect(version?.assets[0]?.inspected).toEqual(inspected);
  });

  it('are recorded with what was asked, what was answered, by which file, and how long it took', async () => {
    const id = await asks(owner, { input_text: 'You have won!' });
    const told = await read(owner, id);
    expect(told).toMatchObject({
      prediction: 'spam',
      confidence: 0.9,
      input_text: 'You have won!',
      inference_time: '0.01284',
      inference_host: 'cairn',
      model_id: model,
      user_id: owner.userId,
      model_sha256: runner.asked.at(-1)?.model.sha256,
    });
    expect(
      told?.inference_items.map(({ prediction, order, class_id }) => [prediction, order, class_id]),
    ).toEqual([
      ['spam', 0, 1],
      ['ham', 1, 0],
    ]);
  });

  describe('are run by the config', () => {
    const [OF_MODEL, OF_VERSION] = ['{"task":"text-classification"}', '{"task":"embedding"}'];
    const put = (id: string, config: string) =>
      running.done(owner, modelCommands.updateModel, { id, body: { config } });
    const versionOf = async (model_id: string) => {
      const { active_version_id: id } = (await modelById(running.reading(owner), model_id))!.resource;
      const put = (config: string) =>
        running.done(owner, modelCommands.updateModelVersion, { model_id, id, body: { config } });
      const shown = async () =>
        (await modelVersionById(running.reading(owner), { model_id, id }))!.resource.config;
      return { put, shown };
    };
    /** With which one was asked, and which the inference tells. */
    const asked = async (model_id: string) => {
      const told = await read(owner, await asks(owner, { input_text: 'x' }, model_id));
      return [runner.asked.at(-1)?.model.config, told?.model_config];
    };

    it('of the version, else of the model, as it is now', async () => {
      const model_id = await runnable();
      const version = await versionOf(model_id);
      expect(await asked(model_id)).toEqual(['', '']);
      await put(model_id, OF_MODEL);
      expect(await asked(model_id)).toEqual([OF_MODEL, OF_MODEL]);
      await version.put(OF_VERSION);
      expect(await asked(model_id)).toEqual([OF_VERSION, OF_VERSION]);
      await put(model_id, '{"task":"raw"}');
      expect(await asked(model_id)).toEqual([OF_VERSION, OF_VERSION]);
      await version.put('');
      expect(await asked(model_id)).toEqual(['{"task":"raw"}', '{"task":"raw"}']);
      expect(await version.shown()).toBe('');
    });

    it('of a version that is made later too, and of what another machine answered', async () => {
      const model_id = await runnable();
      await put(model_id, OF_MODEL);
      const made = { model_id, body: {} };
      const id = await running.make(owner, modelCommands.createModelVersion, made, 'version');
      expect((await modelVersionById(running.reading(owner), { model_id, id }))?.resource.config).toBe('');
      const added = { model_id, body: { model_version_id: id, input_text: 'x', prediction: 'spam' } };
      const inference = await running.make(owner, modelCommands.addInference, added, 'inference');
      expect((await read(owner, inference))?.model_config).toBe(OF_MODEL);
    });

    it('of the request alone, where that is one of the open inference protocol; which one stood there is told', async () => {
      const model_id = await runnable();
      await put(model_id, OF_MODEL);
      const { sha256, size } = await blobs.put(Readable.from([Buffer.from('{"inputs":[]}')]), {
        maxBytes: 100,
      });
      const file = { sha256, size, content_type: 'application/octet-stream', file_name: '' };
      const sent = { model_id, body: {}, file, tensors: { head_bytes: 13 } };
      const id = await running.make(owner, modelCommands.runModel, sent, 'inference');
      expect(runner.asked.at(-1)?.model.config).toBe('{"task":"raw","batch":false}');
      expect((await read(owner, id))?.model_config).toBe(OF_MODEL);
    });
  });

  it('S24 decision 26: are their own, whoever owns the model', async () => {
    const id = await asks(stranger, { input_text: 'mine' });
    expect(await read(stranger, id)).toBeDefined();
    expect(await read(owner, id)).toBeUndefined();
    const listed = async (who: Principal) =>
      (await inferencesFor(running.reading(who), page, { model_id: model })).elements.map((one) => one.id);
    expect(await listed(stranger)).toEqual([id]);
    expect(await listed(owner)).not.toContain(id);
    const changed = await running.send(owner, modelCommands.deleteInference, { id });
    expect(changed).toMatchObject({ status: 'refused', code: 'not_found' });
  });

  it('of a private model keep no input, in the log neither', async () => {
    const secret = await runnable({ privacy_enabled: true });
    const id = await asks(owner, { input_text: 'nobody shall keep it' }, secret);
    const told = await read(owner, id);
    expect([told?.privacy_enabled, told?.input_text, told?.prediction]).toEqual([true, undefined, 'spam']);
    const [recorded] = await running.engines.log.read(`inference-${id}`);
    expect(Object.keys(recorded!.data as object)).not.toContain('input_text');
  });

  it('law 8: what was asked and answered is sealed in the log, and nobody reads it once it is deleted', async () => {
    const id = await asks(owner, { input_text: 'forget me' });
    const [recorded] = await running.engines.log.read(`inference-${id}`);
    expect(JSON.stringify(recorded!.data)).not.toMatch(/forget me|spam/);
    await running.done(owner, modelCommands.deleteInference, { id });
    expect(await read(owner, id)).toBeUndefined();
    expect(JSON.stringify(await running.engines.documents.get(INFERENCES, id))).not.toMatch(
      /forget me|"spam"/,
    );
    const deadline = Date.now() + 10_000;
    while ((await running.engines.vault.findKey(id)) !== undefined && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await running.engines.vault.findKey(id)).toBeUndefined();
  });

  it('make the files of their version stay as they are', async () => {
    const model_id = await runnable();
    await asks(owner, { input_text: 'x' }, model_id);
    const { sha256, size } = await blobs.put(Readable.from([SHORTEST_ONNX, Buffer.from([0x50, 0x01])]), {
      maxBytes: 1_000,
    });
    const file = { sha256, size, content_type: 'application/octet-stream', file_name: 'other.onnx' };
    const reply = await running.send(owner, modelCommands.uploadModel, {
      id: model_id,
      assets: [{ asset_type: 'onnx_model', file }],
    });
    expect(reply).toMatchObject({ status: 'refused', code: 'version_in_use' });
  });

  it('tell apart what the caller, the model, and what runs it did wrong; only the model’s own is recorded', async () => {
    const ends = async (of: 'input' | 'model' | 'worker' | 'absent', code: string) => {
      runner.answer = { of, code, message: 'so it is' };
      return refused(owner, model);
    };
    expect(await ends('input', 'model_input_invalid')).toBe('model_input_invalid');
    expect(await ends('input', 'malformed_json')).toBe('malformed_json');
    expect(await ends('worker', 'model_worker_lost')).toBe('model_busy');
    expect(await ends('absent', 'model_runner_absent')).toBe('model_not_runnable');
    expect(await ends('model', 'model_config_invalid')).toBe('model_config_invalid');
    runner.answer = { of: 'model', code: 'model_failed', message: 'a node failed' };
    const id = await asks(owner, { input_text: 'x' });
    expect(await read(owner, id)).toMatchObject({
      error: 'a node failed',
      prediction: '',
      inference_items: [],
    });
    runner.answer = { of: 'model', code: 'model_out_of_service', message: 'three times' };
    expect(await refused(owner, await runnable())).toBe('model_not_runnable');
  });

  it('are refused with the place of the value that does not fit', async () => {
    const pointer = '/inputs/x/data/3';
    runner.answer = { of: 'input', code: 'model_input_invalid', message: 'so it is', pointer };
    const body = { inputs: { x: [[1]] } };
    expect(await running.send(owner, modelCommands.runModel, { model_id: model, body })).toMatchObject({
      status: 'refused',
      errors: [{ pointer, message: 'so it is' }],
    });
  });

  it('keep -0 of named tensors', async () => {
    const asked = { model_id: model, body: { inputs: { x: [[-0, 1]] } } };
    const id = await running.make(owner, modelCommands.runModel, asked, 'inference');
    expect((await read(owner, id))?.input_text).toBe('{"x":[["-0",1]]}');
    expect(runner.asked.at(-1)?.input).toEqual({ kind: 'raw', tensors: { x: [['-0', 1]] } });
  });

  it('are refused where nothing can be run, or not one thing is asked', async () => {
    expect(await refused(owner, await made({ name: 'empty' }))).toBe('model_not_runnable');
    expect(await refused(stranger, await made({ name: 'hidden' }))).toBe('not_found');
    const nothing = await running.send(owner, modelCommands.runModel, { model_id: model, body: {} });
    expect(nothing).toMatchObject({ status: 'refused', code: 'model_input_invalid' });
  });

  it('made elsewhere are added, changed and hidden by who made them', async () => {
    const body = { prediction: 'ham', confidence: 0.7, inference_host: 'a phone', input_text: 'dear Ada' };
    const id = await running.make(owner, modelCommands.addInference, { model_id: model, body }, 'inference');
    expect(await read(owner, id)).toMatchObject({
      ...body,
      inference_items: [{ prediction: 'ham', order: 0 }],
    });
    await running.done(owner, modelCommands.updateInference, { inference_id: id, body: { hidden: true } });
    const shown = async (filters = {}) =>
      (await inferencesFor(running.reading(owner), page, filters)).elements.map((one) => one.id);
    expect(await shown()).not.toContain(id);
    expect(await shown({ hidden: true })).toEqual([id]);
    const foreign = { model_version_id: owner.userId };
    expect(
      await running.send(owner, modelCommands.addInference, {
        model_id: model,
        body: { ...body, ...foreign },
      }),
    ).toMatchObject({ status: 'refused', code: 'foreign_version' });
  });

  it('by the open inference protocol run tensors as they are, and keep the request with what it is sent again by', async () => {
    const form = { id: 'mine', outputs: [{ name: 'y', binary: true }] };
    const y = { type: 'float32', shape: [1], data: [0.5] };
    const prediction = { prediction: '', classId: -1, confidence: 1, type: 'raw', value: { y } };
    runner.answer = { predictions: [prediction], inferenceMs: 1, form };
    const { sha256, size } = await blobs.put(Readable.from([Buffer.from('{"inputs":[]}1234')]), {
      maxBytes: 100,
    });
    const file = { sha256, size, content_type: 'application/vnd.cairn.v2+octet-stream', file_name: '' };
    const sends = (model_id: string) =>
      running.make(
        owner,
        modelCommands.runModel,
        { model_id, body: {}, file, tensors: { head_bytes: 13 } },
        'inference',
      );
    const id = await sends(model);
    expect(runner.asked.at(-1)).toMatchObject({
      model: { config: '{"task":"raw","batch":false}' },
      input: { kind: 'tensors', sha256, sizeBytes: 17, headBytes: 13 },
    });
    const told = (await read(owner, id))!;
    expect(JSON.parse(told.config)).toEqual({ protocol: 'v2', header_bytes: 13 });
    expect(await inferenceFile(running.reading(owner), id)).toMatchObject({ sha256, size });
    const { reply, binary } = openAnswerOf(told, '1');
    const outputs = [{ name: 'y', datatype: 'FP32', shape: [1], parameters: { binary_data_size: 4 } }];
    expect(reply).toEqual({
      model_name: model,
      model_version: '1',
      id: 'mine',
      parameters: { inference_id: id },
      outputs,
    });
    expect(Buffer.concat(binary).toString('hex')).toBe('0000003f');
    const hidden = await sends(await runnable({ privacy_enabled: true }));
    expect(await inferenceFile(running.reading(owner), hidden)).toBeUndefined();
    const [recorded] = await running.engines.log.read(`inference-${hidden}`);
    expect(JSON.stringify(recorded!.data)).not.toContain(sha256);
  });

  it('the same command again is answered again, and asks the model no second time to record', async () => {
    const id = '00000000-0000-7000-8000-00000000aaaa';
    const input = { model_id: model, body: { input_text: 'once' } };
    const first = await running.done(owner, modelCommands.runModel, input, id);
    const again = await running.done(owner, modelCommands.runModel, input, id);
    expect(again).toMatchObject({ stream: first.stream, revision: first.revision });
    expect(await running.engines.log.read(first.stream)).toHaveLength(1);
  });
});
