import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnMeasure, ServiceTools, Work } from '@cairn/kernel';
import {
  IDLE,
  type ModelFacts,
  type ModelRunner,
  type RunAnswer,
  type RunFailure,
  type RunnerLoad,
  type TokenizerFacts,
} from './port.js';
import { type LocalModelRunner, openModelRunner } from './runner.js';

type Tools = Pick<ServiceTools, 'blobs' | 'runnerLimits'>;

/** The runner of a process, opened when it is first asked; the models that it used stand in a folder that goes with it. */
class OfProcess implements ModelRunner {
  #opened: Promise<{ readonly runner: LocalModelRunner; readonly folder: string }> | undefined;
  #running: LocalModelRunner | undefined;

  constructor(private readonly tools: Tools) {}

  async inspect(...asked: Parameters<ModelRunner['inspect']>): Promise<ModelFacts | RunFailure> {
    return (await this.#runner()).inspect(...asked);
  }
  async inspectTokenizer(
    ...asked: Parameters<ModelRunner['inspectTokenizer']>
  ): Promise<TokenizerFacts | RunFailure> {
    return (await this.#runner()).inspectTokenizer(...asked);
  }
  async run(...asked: Parameters<ModelRunner['run']>): Promise<RunAnswer | RunFailure> {
    return (await this.#runner()).run(...asked);
  }
  get load(): RunnerLoad {
    return this.#running?.load ?? IDLE;
  }
  async close(): Promise<void> {
    const opened = await this.#opened;
    this.#opened = undefined;
    if (opened === undefined) return;
    await opened.runner.close();
    await rm(opened.folder, { recursive: true, force: true });
  }

  async #runner(): Promise<LocalModelRunner> {
    this.#opened ??= this.#open();
    return (await this.#opened).runner;
  }
  async #open() {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-models-'));
    const { blobs, runnerLimits } = this.tools;
    const runner = await openModelRunner({ blobs, folder, ...runnerLimits });
    this.#running = runner;
    return { folder, runner };
  }
}

const runners = new WeakMap<Tools['blobs'], OfProcess>();

/** The one that a process has for these blobs. */
export const localRunner = (tools: Tools): ModelRunner => {
  const runner = runners.get(tools.blobs) ?? new OfProcess(tools);
  runners.set(tools.blobs, runner);
  return runner;
};

/** What runs models, as metrics tell it. */
export const runnerMeasures = (runner: ModelRunner): readonly OwnMeasure[] => [
  {
    name: 'model_workers',
    help: 'Processes of this one that run models',
    read: () => runner.load.workers,
  },
  {
    name: 'model_runs_waiting',
    help: 'Runs of models, and files that are looked at, that are waited for',
    read: () => runner.load.underWay,
  },
  {
    name: 'model_workers_lost_total',
    help: 'Processes that ran models and ended before they answered',
    read: () => runner.load.lost,
  },
];

/** Ends what runs models with the service. */
export const runnerEnd = (runner: ModelRunner): Work => ({
  name: 'models.runner',
  run: async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await runner.close();
  },
});
