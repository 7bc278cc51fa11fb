/** A process that a spec forks: it runs a model that never ends, and prints the ids of its workers once they run it. */
import { setTimeout as pause } from 'node:timers/promises';
import { endlessModel } from './models.js';
import { modelsForSpecs } from './models-for-specs.js';

const RUN_MS = 600_000;

void (async () => {
  const [, , afterMs, shell = '/bin/sh'] = process.argv;
  const models = await modelsForSpecs({ pool: { workers: 1 }, shell });
  const model = await models.model(endlessModel(), { task: 'raw' });
  void models.runner.run(model, { kind: 'raw', tensors: { x: [1] } }, RUN_MS);
  while (models.runner.pids.length === 0) await pause(10);
  // The worker has read what it runs when its request is behind it.
  await pause(Number(afterMs));
  process.stdout.write(`${JSON.stringify({ pids: models.runner.pids, folder: models.folder })}\n`);
})();
