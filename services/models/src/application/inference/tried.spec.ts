import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type InputOf, modelCommands, modelQueries } from '@cairn/contracts';
import { isRefusal, type Principal } from '@cairn/kernel';
import { membersOfAll, someone } from '@cairn/kernel/testkit';
import type { RunAnswer, RunFailure } from '../../running/port.js';
import { AskedService } from '../../testing/asked-service.js';

describe('a model that is tried', () => {
  const reader = someone();
  let owner: Principal;
  let service: AskedService;
  let running: AskedService['running'];
  let usual: RunAnswer;
  let model_id: string;
  beforeAll(async () => {
    service = await AskedService.open({
      rights: {
        ...membersOfAll,
        standing: async (userId, asset) => {
          const standing = await membersOfAll.standing(userId, asset);
          if (userId !== reader.userId) return standing;
          return {
            ...standing,
            grants: standing.grants.map((grant) => ({ ...grant, permissions: ['*:read'] })),
          };
        },
      },
    });
    ({ running, owner } = service);
    usual = service.runner.answer as RunAnswer;
    model_id = await service.runnable({ visibility: 'org', public: false, organization_id: randomUUID() });
  });
  afterEach(() => {
    service.runner.answer = usual;
  });
  afterAll(() => service.stop());

  const tried = (more: Partial<InputOf<typeof modelQueries.tried>> = {}, who = owner) =>
    running.ask(who, modelQueries.tried, { model_id, text: 'You have won!', ...more });
  const codeOf = async (...asked: Parameters<typeof tried>) => {
    const told = await tried(...asked);
    return isRefusal(told) ? told.refused : 'answered';
  };
  const activeVersion = async () => {
    const [found] = (await running.ask(owner, modelQueries.runnable, { entities: [{ id: model_id }] })) as {
      readonly version_id: string;
    }[];
    return found!.version_id;
  };

  it('answers who may execute it, within 8 seconds, and nothing is stored', async () => {
    const { log } = running.engines;
    const tokens = { total: 9, used: 8 };
    service.runner.answer = { ...usual, inspected: await service.runner.inspect(), tokens };
    const before = await log.head();
    const asker = someone();
    const told = await tried({}, asker);
    expect(told).toEqual({
      ...{ model_version_id: await activeVersion(), error: '', ms: 12.84, tokens },
      items: [
        { prediction: 'spam', class_id: 1, confidence: 0.9, type: 'classification', value: {} },
        { prediction: 'ham', class_id: 0, confidence: 0.1, type: 'classification', value: {} },
      ],
    });
    expect(await log.head()).toBe(before);
    expect(service.runner.asked.at(-1)).toMatchObject({
      ...{
        input: { kind: 'text', text: 'You have won!' },
        deadlineMs: 8_000,
        asker: { account: `user:${asker.userId}` },
      },
    });
  });

  it('is the version that is named, and takes a file', async () => {
    const version_id = await activeVersion();
    const body = { model_id, body: {} };
    const other = await running.make(owner, modelCommands.createModelVersion, body, 'version');
    const { sha256, size } = await service.blobs.put(Readable.from([Buffer.from('a')]), { maxBytes: 10 });
    const file = { sha256, size, content_type: 'image/png', file_name: 'a.png' };
    const asked = { model_id, model_version_id: version_id, file };
    expect(await running.ask(owner, modelQueries.tried, asked)).toMatchObject({
      model_version_id: version_id,
    });
    expect(service.runner.asked.at(-1)?.input).toMatchObject({ kind: 'file', sha256 });
    expect(await codeOf({ model_version_id: other })).toBe('model_not_runnable');
  });

  it('is not found by who may not execute it, though it may be read', async () => {
    const hidden = await service.runnable({ public: false });
    const refused = [
      await codeOf({ model_id: hidden }, someone()),
      await codeOf({}, reader),
      await codeOf({ model_id: randomUUID() }),
      await codeOf({ model_version_id: randomUUID() }),
    ];
    expect(refused).toEqual(Array<string>(4).fill('not_found'));
  });

  it('is refused as a run is, and tells what the model itself failed with', async () => {
    const failing = async (failure: RunFailure) => {
      service.runner.answer = failure;
      return codeOf();
    };
    const refused = [
      await failing({ of: 'worker', code: 'model_busy', message: 'no' }),
      await failing({ of: 'input', code: 'model_input_invalid', message: 'no' }),
      await failing({ of: 'model', code: 'model_config_invalid', message: 'no' }),
      await failing({ of: 'absent', code: 'models_absent', message: 'no' }),
      await codeOf({ file: { sha256: 'a'.repeat(64), size: 1, content_type: '', file_name: '' } }),
    ];
    expect(refused).toEqual([
      ...['model_busy', 'model_input_invalid', 'model_config_invalid', 'model_not_runnable'],
      'model_input_invalid',
    ]);
    service.runner.answer = { of: 'model', code: 'model_failed', message: 'a node failed' };
    expect(await tried()).toMatchObject({ error: 'a node failed', items: [], ms: 0 });
  });

  it('goes out of service when it ends its workers', async () => {
    const other = await service.runnable();
    service.runner.answer = { of: 'model', code: 'model_out_of_service', message: 'three times' };
    expect(await codeOf({ model_id: other })).toBe('model_not_runnable');
    service.runner.answer = usual;
    const reply = await running.send(owner, modelCommands.runModel, {
      model_id: other,
      body: { input_text: 'x' },
    });
    expect(reply).toMatchObject({
      ...{ code: 'model_not_runnable', detail: expect.stringContaining('three times') as string },
    });
  });
});
