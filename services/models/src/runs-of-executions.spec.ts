import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { modelCommands, type RunResult, userEvents } from '@cairn/contracts';
import { freshId, type Principal } from '@cairn/kernel';
import { appendEvent, membersOfAll, PassingClock, someone, until } from '@cairn/kernel/testkit';
import { inferencesFor } from './read-models/inferences/queries.js';
import { AskedService } from './testing/asked-service.js';

const page = { limit: 10, sort: 'created_at' };
const DAY_MS = 24 * 60 * 60 * 1000;

describe('what an execution asks', () => {
  /** Who saved the node, whose model it is; and who executes the workflow. */
  let saver: Principal;
  const executor = someone();
  const members = new Set<string>();
  const clock = new PassingClock();
  let service: AskedService;
  let running: AskedService['running'];
  let runner: AskedService['runner'];
  let usual: AskedService['runner']['answer'];
  let model: string;
  beforeAll(async () => {
    service = await AskedService.open({
      quotas: { datasets: 0, items: 0, bytes: 100 },
      clock,
      rights: {
        ...membersOfAll,
        inGroup: async (userId, group) => (members.has(userId) ? membersOfAll.inGroup(userId, group) : []),
      },
    });
    ({ running, runner, owner: saver } = service);
    usual = runner.answer;
    model = await service.runnable({ public: false });
  });
  afterEach(() => {
    runner.answer = usual;
    clock.reset();
  });
  afterAll(() => service.stop());

  const origin = { workflow_id: randomUUID(), execution_id: randomUUID(), node_id: randomUUID() };
  const input = (more: object = {}) => ({
    ...{ model_id: model, body: { input_text: 'You have won!' } },
    ...{ for_user: executor.userId, origin },
    ...more,
  });
  const asks = (more: object = {}, { who = saver, id = freshId(), withinMs = 10_000 } = {}) =>
    running.send(who, modelCommands.runModel, input(more), { id, withinMs });
  const resultOf = async (more?: object, id?: string): Promise<RunResult> => {
    const reply = await asks(more, id === undefined ? {} : { id });
    if (reply.status === 'refused') throw new Error(reply.code);
    return reply.result as unknown as RunResult;
  };
  const codeOf = async (...asked: Parameters<typeof asks>) => {
    const reply = await asks(...asked);
    return reply.status === 'refused' ? reply.code : reply.status;
  };
  const listed = async (who: Principal) =>
    (await inferencesFor(running.reading(who), page)).elements.map(({ id }) => id);
  const fileOf = async (text: string) => {
    const { sha256, size } = await service.blobs.put(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 });
    return { body: {}, file: { sha256, size, content_type: 'text/plain', file_name: 'asked.txt' } };
  };

  it('is its executor’s, by the right of the node’s saver', async () => {
    const { inference_id } = await resultOf();
    expect([await listed(executor), await listed(saver)]).toEqual([[inference_id], []]);
    expect(await service.read(saver, inference_id)).toBeUndefined();
    expect(await service.read(executor, inference_id)).toMatchObject({ user_id: executor.userId, origin });
    expect(await codeOf({ for_user: saver.userId }, { who: executor })).toBe('not_found');
  });

  it('takes the room of its executor, and none of the saver’s', async () => {
    const tight = someone();
    const more = { ...(await fileOf('a'.repeat(70))), for_user: tight.userId };
    expect(await codeOf(more)).toBe('done');
    expect(await codeOf(more)).toBe('quota_reached');
    expect(await codeOf({ ...more, for_user: someone().userId })).toBe('done');
  });

  it('is of the model’s organization when its executor is a member, whoever saved the node', async () => {
    const organization_id = randomUUID();
    members.add(saver.userId);
    const model_id = await service.runnable({ organization_id });
    const organizationOf = async (for_user: string) => {
      const { inference_id } = await resultOf({ model_id, for_user });
      const [recorded] = await running.engines.log.read(`inference-${inference_id}`);
      return (recorded!.data as { readonly organization_id: string }).organization_id;
    };
    const member = someone();
    members.add(member.userId);
    expect(await organizationOf(executor.userId)).toBe('');
    expect(await organizationOf(member.userId)).toBe(organization_id);
  });

  it('goes with its executor when that one is erased', async () => {
    const erased = someone();
    const { inference_id } = await resultOf({ for_user: erased.userId });
    const stays = await resultOf();
    const data = { ...userEvents.UserErased.example, id: erased.userId };
    await appendEvent(running.tools, `user-${erased.userId}`, userEvents.UserErased, data);
    await until(async () => (await service.read(erased, inference_id)) === undefined);
    expect(await service.read(executor, stays.inference_id)).toBeDefined();
  });

  it('is answered whole with the reply; what a person asks is read, not replied', async () => {
    const predictions = Array.from({ length: 8 }, (_, classId) => ({
      ...{ prediction: `class ${classId}`, classId, confidence: 1 / (classId + 2) },
      ...{ type: 'classification', value: { n: classId } },
    }));
    const tokens = { total: 9, used: 8 };
    runner.answer = { predictions, inferenceMs: 1, tokens };
    const told = await resultOf();
    expect(told).toEqual({
      inference_id: expect.any(String) as string,
      model_version_id: (await service.read(executor, told.inference_id))?.model_version_id,
      error: '',
      items: predictions.map(({ classId, ...item }) => ({ ...item, class_id: classId })),
      tokens,
    });
    const person = { model_id: model, body: { input_text: 'x' } };
    expect(await running.done(saver, modelCommands.runModel, person)).not.toHaveProperty('result');
    runner.answer = { of: 'model', code: 'model_failed', message: 'a node failed' };
    expect(await resultOf()).toMatchObject({ error: 'a node failed', items: [] });
  });

  it('is answered the same when the command comes again, days later too, and the model is asked once', async () => {
    const id = freshId();
    const first = await resultOf({}, id);
    const before = runner.asked.length;
    runner.answer = { ...usual, predictions: [], inferenceMs: 1 };
    expect(await resultOf({}, id)).toEqual(first);
    for (const days of [2, 4]) {
      clock.pass(2 * DAY_MS);
      const change = { inference_id: first.inference_id, body: { name: `day ${days}` } };
      await running.done(executor, modelCommands.updateInference, change);
      expect(await resultOf({}, id)).toEqual(first);
    }
    expect(runner.asked).toHaveLength(before);
  });

  it('is refused as gone when its inference was deleted meanwhile', async () => {
    const id = freshId();
    const { inference_id } = await resultOf({}, id);
    const before = runner.asked.length;
    const { vault } = running.engines;
    const erase = vault.eraseKey.bind(vault);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const erasing = jest.spyOn(vault, 'eraseKey').mockImplementation(async (of) => {
      await held;
      await erase(of);
    });
    await running.done(executor, modelCommands.deleteInference, { id: inference_id });
    const told = await codeOf({}, { id });
    const key = await vault.findKey(inference_id);
    letGo();
    expect([told, key]).toEqual(['purged', expect.any(Buffer)]);
    await until(async () => (await vault.findKey(inference_id)) === undefined);
    erasing.mockRestore();
    expect(await codeOf({}, { id })).toBe('purged');
    expect(runner.asked).toHaveLength(before);
  });

  it('is refused as gone when its key is lost alone', async () => {
    const id = freshId();
    const { inference_id } = await resultOf({}, id);
    await running.engines.vault.eraseKey(inference_id);
    expect(await codeOf({}, { id })).toBe('purged');
  });

  it('of a private model keeps no input, and is answered again', async () => {
    const more = { model_id: await service.runnable({ privacy_enabled: true }) };
    const id = freshId();
    const told = await resultOf(more, id);
    expect(await resultOf(more, id)).toEqual(told);
    expect(told.items).toHaveLength(2);
    expect(await service.read(executor, told.inference_id)).not.toHaveProperty('input_text', 'You have won!');
    const [recorded] = await running.engines.log.read(`inference-${told.inference_id}`);
    expect(Object.keys(recorded!.data as object)).not.toContain('input_text');
  });

  it('runs as long as its command may take, 8 seconds to 4 minutes; what a person asks 8 seconds', async () => {
    const deadlines = async (withinMs: number, more: object = {}) => {
      await asks(more, { withinMs });
      return runner.asked.at(-1)?.deadlineMs ?? 0;
    };
    const longer = await deadlines(60_000);
    expect(longer).toBeGreaterThan(50_000);
    expect(longer).toBeLessThanOrEqual(58_000);
    expect(await deadlines(600_000)).toBe(240_000);
    expect(await deadlines(3_000)).toBe(8_000);
    expect(await deadlines(60_000, { origin: undefined })).toBe(8_000);
    const account = `user:${executor.userId}`;
    expect(runner.asked.slice(-4).map(({ asker }) => asker)).toEqual([
      ...Array<object>(3).fill({ account, person: account, isWork: true }),
      { account, person: account, isWork: false },
    ]);
  });
});
