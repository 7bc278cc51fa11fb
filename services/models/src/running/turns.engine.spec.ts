/** One account that has files opened and models run without end, and others who ask one question at a time. */
import { type ModelsForSpecs, modelsForSpecs } from './testing/models-for-specs.js';
import { endlessModel, foldingModel, tabularModel } from './testing/models.js';
import { bytesField } from './testing/onnx-writer.js';
import { isRunFailure, RUN_MS } from './port.js';

const UPLOADS_AT_ONCE = 6;
const MODELS = 14;
const QUESTIONS = 8;
const ONE = { account: 'user:one' };

let models: ModelsForSpecs;
beforeAll(async () => (models = await modelsForSpecs({ pool: { workers: 2 }, inspectMs: 5_000 })));
afterAll(() => models.end());

it('are all answered', async () => {
  const { runner } = models;
  const good = await models.model(tabularModel());
  const slow = await Promise.all(
    Array.from({ length: MODELS }, (_, at) =>
      models.model(Buffer.concat([endlessModel(), bytesField(6, String(at))]), { task: 'raw' }),
    ),
  );
  let isOver = false;
  const again = async (act: () => Promise<unknown>): Promise<void> => {
    while (!isOver) await act();
  };
  const uploads = Array.from({ length: UPLOADS_AT_ONCE }, (_, at) => {
    const path = models.file(foldingModel(String(at)));
    return again(() => runner.inspect(path, ONE));
  });
  const runs = slow.map((model) =>
    again(() => runner.run(model, { kind: 'raw', tensors: { x: [1] } }, RUN_MS, ONE)),
  );
  const told: string[] = [];
  for (let at = 0; at < QUESTIONS; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const answer = await runner.run(good, { kind: 'text', text: '2, 1' }, RUN_MS, { account: `user:${at}` });
    told.push(isRunFailure(answer) ? answer.code : 'answered');
  }
  isOver = true;
  await runner.close();
  await Promise.all([...uploads, ...runs]);
  expect(told).toEqual(Array(QUESTIONS).fill('answered'));
}, 120_000);
