import { NativeParts } from '../native-parts.js';
import type { WorkerAnswer, WorkerRequest } from './messages.js';
import { ModelWorker } from './model-worker.js';

let last: Promise<void> = Promise.resolve();

const told = (answer: WorkerAnswer): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(answer, undefined, undefined, (error: Error | null) =>
      error === null ? resolve() : reject(error),
    );
  });

/** The process that opens and runs models. `argv[2]` is the folder of the native parts. It ends with who started it. */
const worker = new ModelWorker(new NativeParts(process.argv[2] ?? ''), (facts) =>
  told({ kind: 'opened', ...(facts === undefined ? {} : { facts }) }),
);

const answered = async (request: WorkerRequest): Promise<void> => {
  await told({ kind: 'began' });
  await told(await worker.answer(request));
};

process.on('message', (request: WorkerRequest) => {
  // What nobody foresaw ends the process: who started it sees that and starts another.
  last = last.then(() => answered(request));
});
process.on('disconnect', () => process.exit(0));
