import { modelRunnerConformance } from './testing/conformance.js';
import { modelsForSpecs } from './testing/models-for-specs.js';

modelRunnerConformance('what runs models, on onnxruntime', () => modelsForSpecs({ pool: { workers: 2 } }));

it('a runner starts no process before it is needed', async () => {
  const models = await modelsForSpecs();
  expect(models.runner.pids).toEqual([]);
  await models.end();
});
