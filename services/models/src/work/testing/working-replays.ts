import { join } from 'node:path';
import { Readable } from 'node:stream';
import { modelCommands, type Replay, type ReplayInput } from '@cairn/contracts';
import {
  derivedId,
  freshId,
  openDiskBlobs,
  type Principal,
  type Rights,
  type ServiceTools,
} from '@cairn/kernel';
import { PassingClock, ServiceUnderTest, someone, StartedWorkers, until } from '@cairn/kernel/testkit';
import { type ModelJobDocument, modelJobReads } from '../../read-models/jobs/queries.js';
import type { ModelInput, RunAnswer, RunFailure, RunnableModel } from '../../running/port.js';
import { modelsServiceWith } from '../../service.js';
import { SHORTEST_ONNX, ToldRunner } from '../../testing/told-runner.js';
import { jobWork } from '../job-worker.js';

type Answer = RunAnswer | RunFailure;
export type Answering = (input: ModelInput) => Answer | Promise<Answer>;

/** An answer with one class. */
export const classified = (prediction: string, classId = 0, confidence = 0.9): RunAnswer => ({
  predictions: [{ prediction, classId, confidence, type: 'classification', value: {} }],
  inferenceMs: 1,
});

export const textOf = (input: ModelInput): string => (input.kind === 'text' ? input.text : '');

/** Answers as each file is told to. */
class RunnerByFile extends ToldRunner {
  /** By sha256. */
  readonly answers = new Map<string, Answering>();

  override async run(model: RunnableModel, input: ModelInput): Promise<Answer> {
    this.asked.push({ model, input });
    return this.answers.get(model.sha256)!(input);
  }
}

/** For specs: models whose answers are told, and workers on replays that are started and stopped by hand. */
export class WorkingReplays {
  readonly owner: Principal = someone();
  readonly #workers = new StartedWorkers();
  #fill = 0;

  private constructor(
    readonly running: ServiceUnderTest,
    readonly runner: RunnerByFile,
    private readonly clock: PassingClock,
  ) {}

  static async start(rights?: Rights): Promise<WorkingReplays> {
    const clock = new PassingClock();
    const runner = new RunnerByFile();
    const running = await ServiceUnderTest.of(
      { ...modelsServiceWith(() => runner), work: () => [] },
      {
        blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
        clock,
        ...(rights === undefined ? {} : { rights }),
      },
    );
    return new WorkingReplays(running, runner, clock);
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    await this.running.stop();
  }

  /** Lets every lease be over. */
  passLeases(): void {
    this.clock.pass(60_000);
  }

  startWorker(tools: Partial<ServiceTools> = {}): void {
    const work = jobWork(
      () => this.runner,
      { ...this.running.tools, ...tools },
      { lookEveryMs: 20, heartbeatMs: 5, cursorMs: 5, againAfterMs: 20 },
    );
    this.#workers.start(work);
  }

  stopWorkers(): Promise<void> {
    return this.#workers.stop();
  }

  /** A model with a version that answers. */
  async model(answers: Answering, body: { readonly privacy_enabled?: boolean } = {}) {
    const { running, owner } = this;
    const made = { name: 'spam', visibility: 'public' as const, ...body };
    const model_id = await running.make(owner, modelCommands.createModel, { body: made }, 'model');
    return { model_id, version_id: await this.version(model_id, answers) };
  }

  /** A version more of a model, with a file of its own; the first of a model is active. */
  async version(model_id: string, answers: Answering): Promise<string> {
    const { running, owner } = this;
    const { blobs } = running.tools;
    const content = Buffer.concat([SHORTEST_ONNX, Buffer.from([0x50, ++this.#fill])]);
    const { sha256, size } = await blobs.put(Readable.from([content]), { maxBytes: 1_000 });
    this.runner.answers.set(sha256, answers);
    const input = { model_id, body: {} };
    const version_id = await running.make(owner, modelCommands.createModelVersion, input, 'version');
    const file = { sha256, size, content_type: 'application/octet-stream', file_name: 'model.onnx' };
    const assets = [{ asset_type: 'onnx_model' as const, file }];
    await running.done(owner, modelCommands.uploadModelVersion, { id: model_id, version_id, assets });
    return version_id;
  }

  ask(model_id: string, input_text: string, who = this.owner): Promise<string> {
    const input = { model_id, body: { input_text } };
    return this.running.make(who, modelCommands.runModel, input, 'inference');
  }

  /** As a post-processor asks, about the file of an item. */
  async askOfItem(model_id: string, content: string): Promise<void> {
    const { tools } = this.running;
    const { sha256, size } = await tools.blobs.put(Readable.from([Buffer.from(content)]), {
      maxBytes: 1_000,
    });
    const file = { sha256, size, content_type: 'image/png', file_name: 'a.png' };
    const [dataset_id, post_processor_id, job_id] = [freshId(), freshId(), freshId()];
    const post_processor = { dataset_id, post_processor_id, job_id };
    const input = { model_id, body: { dataset_item_id: freshId() }, file, post_processor };
    await this.running.done(this.owner, modelCommands.runModel, input);
  }

  async request(model_id: string, version_id: string, body: ReplayInput, who = this.owner) {
    const id = freshId();
    const input = { id: model_id, version_id, body };
    const reply = await this.running.send(who, modelCommands.replayModelVersion, input, { id });
    return reply.status === 'refused' ? reply : { status: 'asked' as const, job: derivedId(id, 'job', 0) };
  }

  /** The job when it is over. */
  async finished(job: string): Promise<ModelJobDocument> {
    const { documents } = this.running.engines;
    const read = () => modelJobReads.document({ today: documents }, job);
    await until(async () => ['completed', 'failed', 'cancelled'].includes((await read())?.status ?? ''));
    return (await read())!;
  }

  /** Asks for a replay and answers what it tells who asked, when it is over. */
  async replay(model_id: string, version_id: string, body: ReplayInput, who = this.owner): Promise<Replay> {
    const asked = await this.request(model_id, version_id, body, who);
    if (asked.status !== 'asked') throw new Error(asked.detail);
    await this.finished(asked.job);
    return this.told(asked.job, who);
  }

  /** What a replay tells. */
  async told(job: string, who = this.owner): Promise<Replay> {
    const { registers, vault } = this.running.engines;
    const found = await modelJobReads.byId(this.running.reading(who), job, registers, vault);
    if (found === undefined) throw new Error('the replay is not told');
    return found.resource.result as Replay;
  }
}
