import { Readable } from 'node:stream';
import { modelCommands } from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { modelById } from './models.js';
import { inferencesFor } from './read-models/inferences/queries.js';
import { modelVersionById, versionsOfModel } from './read-models/versions/queries.js';
import { AskedService } from './testing/asked-service.js';

const page = { limit: 10, sort: 'created_at' };

describe('inferences, by what their version brings,', () => {
  let service: AskedService;
  let runner: AskedService['runner'];
  let usual: AskedService['runner']['answer'];
  let running: AskedService['running'];
  let blobs: AskedService['blobs'];
  let owner: AskedService['owner'];
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

  const runnable = () => service.runnable();
  const asks = (who: typeof owner, body: { readonly input_text?: string }, model_id = model) =>
    service.asks(who, body, model_id);
  const read = (who: typeof owner, id: string) => service.read(who, id);

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

  it('tell how many tokens there were and how many were used, where there were any', async () => {
    const without = await read(owner, await asks(owner, { input_text: 'short' }));
    expect(without).not.toHaveProperty('tokens');
    const tokens = { total: 602, used: 512 };
    runner.answer = { ...usual, inferenceMs: 1, predictions: [], tokens };
    const id = await asks(owner, { input_text: 'long' });
    expect(await read(owner, id)).toMatchObject({ tokens });
    const { elements } = await inferencesFor(running.reading(owner), page, { model_id: model });
    expect(elements.find((one) => one.id === id)).toMatchObject({ tokens });
  });

  it('are asked with the tokenizer of their version', async () => {
    const model_id = await runnable();
    const { sha256, size } = await blobs.put(Readable.from([Buffer.from('{}')]), { maxBytes: 1_000 });
    const file = { sha256, size, content_type: 'application/json', file_name: 'tokenizer.json' };
    const assets = [{ asset_type: 'tokenizer' as const, file }];
    await running.done(owner, modelCommands.uploadModel, { id: model_id, assets });
    await asks(owner, { input_text: 'x' }, model_id);
    expect(runner.asked.at(-1)?.model).toMatchObject({ tokenizer: { sha256, sizeBytes: size } });
  });
});
