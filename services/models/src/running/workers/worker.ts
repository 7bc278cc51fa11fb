import { type LaunchOptions, WorkerGone, WorkerProcess } from '@cairn/kernel';
import type { Inspections, ModelFacts, RunFailure } from '../port.js';
import type {
  OpenedNote,
  WorkerAnswer,
  WorkerInput,
  WorkerModel,
  WorkerRequest,
} from '../worker/messages.js';
import { notAsked } from '../not-asked.js';

/** Why a worker was killed that others wait for: what it was asked is asked again. */
export const GAVE_WAY = 'others waited for it';

type Process = WorkerProcess<WorkerRequest, WorkerAnswer, OpenedNote>;
type Inspected = Extract<WorkerAnswer, { readonly kind: 'inspected' }>;
type Ran = Extract<WorkerAnswer, { readonly kind: 'ran' }>;

/** A model that is asked, and the bytes of its file. */
export interface Asked {
  readonly key: string;
  readonly model: WorkerModel;
  readonly bytes: number;
}

/** How long, milliseconds, a model may take to be opened, and to run. */
export interface RunLimits {
  readonly openMs: number;
  readonly runMs: number;
}

/** A worker as those who wait for it know it. */
export type PooledWorker = Pick<Worker, 'isBusy' | 'has' | 'run' | 'inspect'> & {
  readonly process: Pick<Process, 'pid' | 'isRunning' | 'began' | 'kill' | 'ended'>;
};

/** A process and what it has open: models least recently used are closed when they come to too many bytes. */
export class Worker {
  isBusy = false;
  readonly process: Process;
  /** Bytes by key, least recently used first. */
  readonly #open = new Map<string, number>();

  constructor(
    launch: LaunchOptions,
    private readonly mostOpenBytes: number,
  ) {
    this.process = new WorkerProcess(launch);
  }

  has(key: string): boolean {
    return this.#open.has(key);
  }

  /** `runMs` counts from when the worker begins, and has opened the model. Rejects with `WorkerGone`. */
  async run(
    { key, model, bytes }: Asked,
    inputs: readonly WorkerInput[],
    { openMs, runMs }: RunLimits,
  ): Promise<Ran> {
    const isOpen = this.#open.delete(key);
    const told = isOpen ? {} : { model };
    this.#open.set(key, bytes);
    const close = this.#tooMuch(key);
    const request = { kind: 'run', key, ...told, close, inputs } as const;
    const answer = await this.process.ask(request, { limitMs: runMs, openMs: isOpen ? runMs : openMs });
    if (answer.kind !== 'ran') throw new Error(`A worker answered ${answer.kind} to a run.`);
    if (!answer.isOpen) this.#open.delete(key);
    return answer;
  }

  /**
   * `What` says what is known of the file then. A model that opens, and ends its worker when it is asked made-up rows, is not
   * decided. Rejects with `WorkerGone`.
   */
  async inspect<What extends keyof Inspections>(
    path: string,
    what: What,
    limits: RunLimits,
  ): Promise<Inspections[What] | RunFailure> {
    const facts = await this.#inspected({ kind: 'inspect', path, what }, limits);
    return facts as Inspections[What] | RunFailure;
  }

  async #inspected(request: WorkerRequest, { openMs, runMs }: RunLimits): Promise<Inspected['facts']> {
    let facts: ModelFacts | undefined;
    const noted = (note: OpenedNote): void => {
      facts = note.facts;
    };
    try {
      const answer = await this.process.ask(request, { limitMs: runMs, openMs, noted });
      if (answer.kind !== 'inspected') throw new Error(`A worker answered ${answer.kind} to an inspection.`);
      return answer.facts;
    } catch (error) {
      if (error instanceof WorkerGone && facts !== undefined && error.message !== GAVE_WAY)
        return notAsked(facts, error.message);
      throw error;
    }
  }

  #tooMuch(needed: string): readonly string[] {
    let bytes = [...this.#open.values()].reduce((sum, each) => sum + each, 0);
    const closed: string[] = [];
    for (const [key, size] of this.#open) {
      if (bytes <= this.mostOpenBytes) break;
      if (key === needed) continue;
      this.#open.delete(key);
      closed.push(key);
      bytes -= size;
    }
    return closed;
  }
}
