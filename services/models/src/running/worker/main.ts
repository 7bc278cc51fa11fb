import { AskedProcess } from '@cairn/kernel/reading';
import { NativeParts } from '../native-parts.js';
import type { OpenedNote, WorkerAnswer, WorkerRequest } from './messages.js';
import { ModelWorker } from './model-worker.js';

/** The process that opens and runs models. `argv[2]` is the folder of the native parts. It ends with who started it. */
const native = new NativeParts(process.argv[2] ?? '');
const worker = new ModelWorker(native);

new AskedProcess<WorkerRequest, WorkerAnswer, OpenedNote>((request, { note }) =>
  worker.answer(request, note),
).listen();
