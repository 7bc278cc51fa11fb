import { Readable } from 'node:stream';
import { modelCommands } from '@cairn/contracts';
import type { Principal } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { inferenceFile, inferencesFor } from './read-models/inferences/queries.js';
import { INFERENCES } from './read-models/inferences/project.js';
import { openAnswerOf } from './read-models/open-inference/reply.js';
import { AskedService } from './testing/asked-service.js';
import { SHORTEST_ONNX } from './testing/told-runner.js';

const page = { limit: 10, sort: 'created_at' };

describe('inferences', () => {
  const stranger = someone();
  let owner: Principal;
  let service: AskedService;
  let runner: AskedService['runner'];
  let usual: AskedService['runner']['answer'];
  let running: AskedService['running'];
  let blobs: AskedService['blobs'];
  let model: string;
  beforeAll(async () => {
    service = await AskedService.open();
    ({ runner, running, blobs, owner } = service);
    usual = runner.answer;
    model = await service.runnable();
  });
  afterEach(() => {
    runner.answer = usual;
  });
  afterAll(() => service.stop());

  const made = (body: {
    readonly name: string;
    readonly privacy_enabled?: boolean;
    readonly public?: boolean;
  }) => running.make(owner, modelCommands.createModel, { body }, 'model');
  const runnable = (more?: { readonly privacy_enabled?: boolean }) => service.runnable(more);
  const asks = (who: Principal, body: { readonly input_text?: string }, model_id = model) =>
    service.asks(who, body, model_id);
  const refused = async (who: Principal, model_id: string, body = { input_text: 'x' }) => {
    const reply = await running.send(who, modelCommands.runModel, { model_id, body });
    return reply.status === 'refused' ? reply.code : reply.status;
  };
  const read = (who: Principal, id: string) => service.read(who, id);

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

  it('S24 SPEC-26: are their own, whoever owns the model', async () => {
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
    expect(await ends('model', 'model_held_back')).toBe('model_held_back');
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
    const { reply, binary } = await openAnswerOf(told, '1');
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
