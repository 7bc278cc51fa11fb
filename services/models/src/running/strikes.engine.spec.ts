/** What a caller asks is the caller's: nobody else is refused for it, until several come to the same. */
import { isRunFailure, type RunnableModel } from './port.js';
import { type ModelsForSpecs, modelsForSpecs } from './testing/models-for-specs.js';
import { endingModel, endlessModel } from './testing/models.js';

const DEADLINE_MS = 30_000;
/** What ends the worker of `endingModel`. */
const ENDS = -1;

let models: ModelsForSpecs;
const opened = async (options: Parameters<typeof modelsForSpecs>[0] = {}): Promise<void> => {
  models = await modelsForSpecs({ pool: { workers: 1, leastRunMs: 300, askMs: 200 }, ...options });
};
afterEach(() => models.end());

const ask = async (account: string, model: RunnableModel, x = ENDS, ms = DEADLINE_MS) => {
  const answer = await models.runner.run(model, { kind: 'raw', tensors: { x: [x] } }, ms, { account });
  return isRunFailure(answer) ? answer : { code: 'answered' };
};
const codes = async (account: string, model: RunnableModel, times: number): Promise<readonly string[]> => {
  const told: string[] = [];
  for (let time = 0; time < times; time += 1) told.push((await ask(account, model)).code);
  return told;
};
/** One of several versions with the same file. */
const ending = async (versionId: string): Promise<RunnableModel> => ({
  ...(await models.model(endingModel(), { task: 'raw' })),
  versionId,
});

it('one account that ends workers with a file three times waits for an hour, and nobody else does', async () => {
  await opened();
  const [one, other] = [await ending('one'), await ending('other')];
  // Each question is asked again alone before it is given up.
  expect(await codes('user:ada', one, 2)).toEqual(['model_worker_lost', 'model_held_back']);
  const held = await ask('user:ada', one, 1);
  expect(held).toMatchObject({ of: 'model', code: 'model_held_back' });
  expect(held).toHaveProperty(
    'message',
    expect.stringMatching(/ended 3 processes, the last one: SIGFPE.* 20\d\d-/),
  );
  const { retryAfterSeconds = 0 } = held as { readonly retryAfterSeconds?: number };
  expect([retryAfterSeconds > 3_500, retryAfterSeconds <= 3_600]).toEqual([true, true]);
  expect((await ask('user:ada', other, 1)).code).toBe('model_held_back');
  for (const version of [one, other]) expect((await ask('user:grace', version, 1)).code).toBe('answered');
}, 60_000);

it('its hour ends', async () => {
  await opened({ strikes: { heldMs: 1_000 } });
  const one = await ending('one');
  await codes('user:ada', one, 2);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect((await ask('user:ada', one, 1)).code).toBe('answered');
}, 60_000);

it('three people who come to the same take that version out of service, and no other with the same file', async () => {
  await opened();
  const [one, other] = [await ending('one'), await ending('other')];
  await ask('user:ada', one);
  await ask('user:eve', other);
  await ask('user:eve', other);
  await ask('user:grace', one);
  expect((await ask('user:hedy', one, 1)).code).toBe('answered');
  expect(await ask('user:joan', one)).toMatchObject({ of: 'model', code: 'model_out_of_service' });
  const out = await ask('user:hedy', one, 1);
  expect(out).toHaveProperty(
    'message',
    expect.stringMatching(/ended workers of 3 people, the last time: SIGFPE/),
  );
  expect((await ask('user:hedy', other, 1)).code).toBe('answered');
  expect((await ask('user:hedy', { ...one, term: 'another' }, 1)).code).toBe('answered');
}, 60_000);

it('a file that ends what opens it is refused, and takes a version that has it out of service', async () => {
  await opened();
  const bytes = endingModel({ whenOpened: true });
  const found = await models.runner.inspect(models.file(bytes), { account: 'user:ada' });
  expect(found).toMatchObject({
    of: 'model',
    message: expect.stringMatching(/Opening the model ended.*SIGFPE/),
  });
  // Of a version that has it from before it was opened first.
  expect(await ask('user:ada', await models.model(bytes, { task: 'raw' }))).toMatchObject({
    ...{ of: 'model', code: 'model_out_of_service' },
  });
}, 60_000);

it('late runs count against nobody', async () => {
  await opened();
  const endless = await models.model(endlessModel(), { task: 'raw' });
  for (const account of ['user:ada', 'user:grace', 'user:hedy', 'user:ada', 'user:ada', 'user:ada'])
    expect((await ask(account, endless, 1, 400)).code).toBe('model_timeout');
}, 60_000);
