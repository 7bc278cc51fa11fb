import { randomUUID } from 'node:crypto';
import { modelCommands, modelQueries, type RunnableEntity } from '@cairn/contracts';
import { isRefusal, type Principal } from '@cairn/kernel';
import { someone } from '@cairn/kernel/testkit';
import { AskedService } from '../../testing/asked-service.js';

const UNUSABLE = { status: 'unusable' };

describe('which version of a model would be run', () => {
  const stranger = someone();
  let owner: Principal;
  let service: AskedService;
  let running: AskedService['running'];
  beforeAll(async () => {
    service = await AskedService.open();
    ({ running, owner } = service);
  });
  afterAll(() => service.stop());

  const answers = async (
    entities: { readonly id: string; readonly version_id?: string }[],
    who = owner,
  ): Promise<readonly RunnableEntity[]> => {
    const found = await running.ask(who, modelQueries.runnable, { entities });
    if (isRefusal(found)) throw new Error(found.refused);
    return found;
  };
  const versionOf = async (id: string, who = owner): Promise<string | undefined> => {
    const [answer] = await answers([{ id }], who);
    return answer?.status === 'runnable' ? answer.version_id : undefined;
  };
  const newVersion = (model_id: string) =>
    running.make(owner, modelCommands.createModelVersion, { model_id, body: {} }, 'version');
  const update = (id: string, body: object) => running.done(owner, modelCommands.updateModel, { id, body });

  it('is the active one now, or the one that is named', async () => {
    const id = await service.runnable({ kind: 'spam filter' });
    const first = await versionOf(id);
    const told = {
      ...{ status: 'runnable', model_id: id, version_id: first, kind: 'spam filter' },
      ...{ task: 'text-classification', takes: ['text'], private: false },
    };
    expect(await answers([{ id }], stranger)).toEqual([told]);
    const version_id = await newVersion(id);
    await running.done(owner, modelCommands.activateModelVersion, { id, version_id });
    expect(await answers([{ id }, { id, version_id: first! }, { id, version_id }])).toMatchObject([
      { status: 'not_runnable', code: 'model_not_runnable' },
      told,
      { status: 'not_runnable', message: expect.stringContaining('no ONNX file') as string },
    ]);
  });

  it('is told to nobody who may not execute the model, as if it were not there', async () => {
    const [hidden, open] = [await service.runnable({ public: false }), await service.runnable()];
    const other = await versionOf(open);
    const asked = [
      { id: hidden },
      { id: randomUUID() },
      { id: open },
      { id: open, version_id: randomUUID() },
    ];
    expect(await answers(asked, stranger)).toMatchObject([UNUSABLE, UNUSABLE, { model_id: open }, UNUSABLE]);
    expect(await answers([{ id: hidden }, { id: hidden, version_id: other! }])).toMatchObject([
      { model_id: hidden },
      UNUSABLE,
    ]);
    await running.done(owner, modelCommands.deleteModel, { id: open });
    expect(await answers([{ id: open }])).toEqual([UNUSABLE]);
  });

  it('says what stands in the way', async () => {
    const body = { name: 'empty' };
    const empty = await running.make(owner, modelCommands.createModel, { body }, 'model');
    const secret = await service.runnable({ privacy_enabled: true });
    const task = await service.runnable();
    await update(task, { config: '{"task":"image-classification"}' });
    const unfit = await service.runnable();
    await update(unfit, { config: '{"task":"prophecy"}' });
    const asked = [empty, secret, task, unfit].map((id) => ({ id }));
    expect(await answers(asked)).toMatchObject([
      { status: 'not_runnable', code: 'model_not_runnable', message: 'The model has no version yet.' },
      { status: 'runnable', private: true },
      { status: 'runnable', task: 'image-classification', takes: ['file'] },
      { status: 'not_runnable', code: 'model_config_invalid' },
    ]);
  });

  it('is none while the version is out of service', async () => {
    const id = await service.runnable();
    const { answer } = service.runner;
    service.runner.answer = { of: 'model', code: 'model_out_of_service', message: 'three times' };
    await running.send(owner, modelCommands.runModel, { model_id: id, body: { input_text: 'x' } });
    service.runner.answer = answer;
    expect(await answers([{ id }])).toMatchObject([
      { code: 'model_not_runnable', message: expect.stringContaining('out of service') as string },
    ]);
  });

  it('is what runModel runs', async () => {
    const id = await service.runnable();
    const inference = await service.asks(owner, { input_text: 'x' }, id);
    expect((await service.read(owner, inference))?.model_version_id).toBe(await versionOf(id));
  });

  it('is asked of a thousand at once, in order', async () => {
    const [one, two] = [await service.runnable(), await service.runnable()];
    const asked = Array.from({ length: 1_000 }, (_, index) => ({ id: index % 2 === 0 ? one : two }));
    const told = await answers(asked);
    expect(told.map((answer) => 'model_id' in answer && answer.model_id)).toEqual(asked.map(({ id }) => id));
  });
});
