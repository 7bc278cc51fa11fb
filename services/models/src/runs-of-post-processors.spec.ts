import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { modelCommands, type RunResult } from '@cairn/contracts';
import { freshId, type Principal } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { AskedService } from './testing/asked-service.js';

describe('what a post-processor asks', () => {
  const post_processor = { dataset_id: randomUUID(), post_processor_id: randomUUID(), job_id: randomUUID() };
  const dataset_item_id = randomUUID();
  /** What models ask of other services. */
  const questions: string[] = [];
  let saver: Principal;
  let service: AskedService;
  let model_id: string;
  beforeAll(async () => {
    service = await AskedService.open({
      quotas: { datasets: 0, items: 0, bytes: 100 },
      find: () => ({
        call: async ({ name }) => {
          questions.push(name);
          return { status: 'answered', answer: { ids: [] } };
        },
      }),
    });
    saver = service.owner;
    model_id = await service.runnable({ public: false });
  });
  afterEach(() => questions.splice(0));
  afterAll(() => service.stop());

  const send = (more: object = {}, { id = freshId(), withinMs = 10_000, who = saver } = {}) => {
    const input = { model_id, body: { input_text: 'You have won!', dataset_item_id }, ...more };
    return service.running.send(who, modelCommands.runModel, input, { id, withinMs });
  };
  const resultOf = async (...asked: Parameters<typeof send>): Promise<RunResult> => {
    const [more, sending] = asked;
    const reply = await send({ post_processor, ...more }, sending);
    if (reply.status === 'refused') throw new Error(reply.code);
    return reply.result as unknown as RunResult;
  };
  const eventsOf = (inference_id: string) => service.running.engines.log.read(`inference-${inference_id}`);

  it('is its saver’s, names the job, and is answered the same when the command comes again', async () => {
    const id = freshId();
    const first = await resultOf({}, { id });
    expect(first).toMatchObject({ error: '', items: [{ prediction: 'spam' }, { prediction: 'ham' }] });
    const before = service.runner.asked.length;
    expect(await resultOf({}, { id })).toEqual(first);
    expect(service.runner.asked).toHaveLength(before);
    expect(await eventsOf(first.inference_id)).toHaveLength(1);
    expect(await service.read(saver, first.inference_id)).toMatchObject({
      ...{ user_id: saver.userId, dataset_item_id, post_processor },
    });
  });

  it('names an item that is not asked back, as that of a person is', async () => {
    await resultOf();
    expect(questions).toEqual([]);
    await send();
    expect(questions).toEqual(['datasets.unreadable']);
  });

  it('is of a file that is run, and neither kept nor charged', async () => {
    const content = Readable.from([Buffer.from('a'.repeat(70))]);
    const { sha256, size } = await service.blobs.put(content, { maxBytes: 1_000 });
    const file = { sha256, size, content_type: 'image/png', file_name: 'Ada.png' };
    const asked = { body: { dataset_item_id }, file };
    const { inference_id } = await resultOf(asked);
    expect(service.runner.asked.at(-1)?.input).toEqual({ kind: 'file', sha256, contentType: 'image/png' });
    const [recorded] = await eventsOf(inference_id);
    expect(recorded?.data).toMatchObject({ dataset_item_id, extension: '.png' });
    for (const field of ['file', 'file_name', 'input_text']) expect(recorded?.data).not.toHaveProperty(field);
    expect(JSON.stringify(recorded?.data)).not.toContain(sha256);
    await resultOf(asked);
    expect(await send(asked)).toMatchObject({ status: 'done' });
    expect(await send(asked)).toMatchObject({ status: 'refused', code: 'quota_reached' });
  });

  it('takes the saver’s right to execute the model', async () => {
    const told = await send({ post_processor }, { who: someone() });
    expect(told).toMatchObject({ status: 'refused', code: 'not_found' });
  });

  it('waits as work does', async () => {
    await resultOf({}, { withinMs: 60_000 });
    const { asker, deadlineMs } = service.runner.asked.at(-1)!;
    const saving = `user:${saver.userId}`;
    expect(asker).toEqual({ account: saving, person: saving, isWork: true });
    expect(deadlineMs).toBeGreaterThan(50_000);
  });
});
