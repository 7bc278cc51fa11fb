import { readFileSync } from 'node:fs';
import { codes, failure, failureOfInput } from '../codes.js';
import { UnfitConfig } from '../config/config-reader.js';
import { readConfig } from '../config/config.js';
import { inferred } from '../config/inferred.js';
import { UnfitFile } from '../file/check-file.js';
import { type NativeParts, PartAbsent } from '../native-parts.js';
import type { Inspections, RunAnswer, RunFailure } from '../port.js';
import { type Tokenizer, readTokenizer } from '../tokenizer/tokenizer.js';
import { UnfitInput } from '../unfit-input.js';
import { type Batched, runBatched } from './batches.js';
import { bounded } from './bounded.js';
import { inspected } from './inspection.js';
import type { OpenedNote, WorkerAnswer, WorkerInput, WorkerModel, WorkerRequest } from './messages.js';
import { ModelFailed, OpenedModel } from './opened-model.js';
import { type Plan, type Prepare } from './plan.js';
import { prepareFor } from './tasks.js';

type Inspecting = Extract<WorkerRequest, { readonly kind: 'inspect' }>;

type Opened = (note: OpenedNote) => Promise<void>;

interface Ready {
  readonly sha256: string;
  readonly plan: Plan;
  readonly prepare: Prepare;
}

/** Opens and runs models, one request at a time. What it holds open is what it was told and not told to close. */
export class ModelWorker {
  readonly #ready = new Map<string, Ready>();
  readonly #open = new Map<string, OpenedModel>();

  constructor(private readonly native: NativeParts) {}

  /** `opened` is awaited when a model was opened, before it is run or asked made-up rows. */
  async answer(request: WorkerRequest, opened: Opened): Promise<WorkerAnswer> {
    if (request.kind === 'inspect') return { kind: 'inspected', facts: await this.#inspect(request, opened) };
    for (const key of request.close) await this.#close(key);
    const ready = await orFailure(() => this.#made(request.key, request.model, opened));
    const answers = 'of' in ready ? request.inputs.map(() => ready) : await this.#run(ready, request.inputs);
    if ('of' in ready) await this.#closeUnneeded();
    return { kind: 'ran', answers, isOpen: !('of' in ready), rssBytes: process.memoryUsage.rss() };
  }

  async #inspect(
    { path, what }: Inspecting,
    opened: Opened,
  ): Promise<Inspections[keyof Inspections] | RunFailure> {
    return orFailure(async () => {
      if (what === 'tokenizer') return { vocabulary: this.#tokenizer(path).vocabulary };
      const model = await OpenedModel.open(path, this.native);
      try {
        await opened({ facts: model.facts });
        return await inspected(model);
      } finally {
        await model.close();
      }
    });
  }

  async #made(key: string, told: WorkerModel | undefined, opened: Opened): Promise<Ready> {
    const ready = this.#ready.get(key);
    if (ready !== undefined) return ready;
    if (told === undefined) throw new Error(`The worker was told nothing of ${key}.`);
    const { sha256, path } = told;
    const config = readConfig(told.config);
    const model = this.#open.get(sha256) ?? (await OpenedModel.open(path, this.native));
    this.#open.set(sha256, model);
    await opened({});
    const complete = inferred(config, { file: model.file, inputs: model.inputs });
    const labels = told.labels ?? complete.labels;
    const plan: Plan = {
      task: complete.config.task,
      isTaskSaid: complete.isTaskSaid,
      config: complete.config,
      model,
      inspected: told.inspected,
      labels,
      native: this.native,
      ...(told.tokenizer === undefined ? {} : { tokenizer: this.#tokenizer(told.tokenizer) }),
    };
    const made = { sha256, plan, prepare: prepareFor(plan) };
    this.#ready.set(key, made);
    return made;
  }

  #tokenizer(path: string): Tokenizer {
    return readTokenizer(readFileSync(path, 'utf8'), this.native);
  }

  async #close(key: string): Promise<void> {
    this.#ready.delete(key);
    await this.#closeUnneeded();
  }

  /** A file is closed with the last key that needs it. */
  async #closeUnneeded(): Promise<void> {
    const needed = new Set([...this.#ready.values()].map(({ sha256 }) => sha256));
    for (const [sha256, model] of this.#open) {
      if (needed.has(sha256)) continue;
      this.#open.delete(sha256);
      await model.close();
    }
  }

  async #run(
    { plan, prepare }: Ready,
    inputs: readonly WorkerInput[],
  ): Promise<readonly (RunAnswer | RunFailure)[]> {
    const prepared = await Promise.all(inputs.map((input) => orFailure(() => prepare(input))));
    const fit = prepared.flatMap((each, place) => ('of' in each ? [] : [{ place, prepared: each }]));
    const ran = new Map<number, Batched>();
    for (const done of await runBatched(plan, fit)) ran.set(done.place, done);
    return Promise.all(
      prepared.map(async (each, place) => {
        if ('of' in each) return each;
        const done = ran.get(place);
        return orFailure(async () => {
          if (done === undefined) throw new Error('An input was not run.');
          if ('error' in done) throw done.error;
          const { form, tokens } = each;
          const predictions = bounded(each.read(done.outputs));
          return {
            predictions,
            inferenceMs: done.inferenceMs,
            ...(form && { form }),
            ...(tokens && { tokens }),
          };
        });
      }),
    );
  }
}

/** What was thrown that says whose mistake it is. */
const orFailure = async <T>(act: () => Promise<T>): Promise<T | RunFailure> => {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UnfitInput) return failureOfInput(error);
    if (error instanceof UnfitConfig) return failure('model', codes.config, error.message);
    if (error instanceof UnfitFile) return failure('model', codes.file, error.message);
    if (error instanceof PartAbsent) return failure('absent', codes.absent, error.message);
    if (error instanceof ModelFailed) return failure('model', codes.failed, error.message);
    throw error;
  }
};
