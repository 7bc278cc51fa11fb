import {
  accountAsking,
  type Asker,
  BlobMissing,
  BlobsUnavailable,
  type Blobs,
  defaultRunnerLimits,
  Places,
} from '@cairn/kernel';
import { codes, failure } from './codes.js';
import { NATIVE_FOLDER, isInstalled } from './native-parts.js';
import {
  isRunFailure,
  type ModelFacts,
  type ModelInput,
  type ModelRunner,
  type RunAnswer,
  type RunFailure,
  type RunnableModel,
  type RunnerLoad,
  RUN_MS,
  type TokenizerFacts,
} from './port.js';
import {
  type InspectedRunnable,
  keyOf,
  type Paths,
  struckOf,
  termOf,
  workerInput,
  workerModel,
} from './workers/asked.js';
import { noPlace, tooLate } from './workers/failures.js';
import { heldBytesOf } from './workers/held-bytes.js';
import { modelWorker } from './workers/launched.js';
import { DamagedFile, type HeldFile, LocalFiles } from './workers/local-files.js';
import { Pool, type PoolOptions } from './workers/pool.js';
import type { WaitingRun } from './workers/waiting.js';
import { KnownFacts } from './workers/known-facts.js';
import { Strikes, type StrikeLimits } from './workers/strikes.js';

export interface RunnerOptions {
  readonly blobs: Pick<Blobs, 'open'>;
  /** Of this process alone: models that were used lately stand here as files. */
  readonly folder: string;
  /** Of the native parts; where `npm run models:install` puts them when absent. */
  readonly native?: string;
  /** Of models that stand in the folder and nobody uses now; 20 GiB when absent. */
  readonly folderBytes?: number;
  /** Processes at most, and what one may take beside Node itself; those that nothing configures when absent. */
  readonly workers?: number;
  readonly memoryBytes?: number;
  /** Nothing takes longer to be opened; a minute when absent. */
  readonly inspectMs?: number;
  /** Requests under way at most, half of them of work, a quarter of one account; more are refused. 256 when absent. */
  readonly waiting?: number;
  readonly pool?: Partial<Omit<PoolOptions, 'launch'>>;
  readonly strikes?: Partial<StrikeLimits>;
}

const GIB = 1024 ** 3;
const MINUTE_MS = 60_000;

/** What is asked of what, by whom. */
interface Run<Model = RunnableModel> {
  readonly model: Model;
  readonly input: ModelInput;
  readonly asker: Asker;
}

/** A runner whose workers start when they are first needed. */
export const openModelRunner = async (options: RunnerOptions): Promise<LocalModelRunner> => {
  const { blobs, folder, folderBytes = 20 * GIB } = options;
  return new LocalModelRunner(options, await LocalFiles.open({ blobs, folder, mostBytes: folderBytes }));
};

/** Runs models in processes of this machine. */
export class LocalModelRunner implements ModelRunner {
  readonly #strikes: Strikes;
  readonly #pool: Pool;
  readonly #native: string;
  readonly #places: Places;
  readonly #memoryBytes: number;
  readonly #facts = new KnownFacts();
  /** They may come while this runs. */
  #isInstalled = false;

  constructor(
    private readonly options: RunnerOptions,
    private readonly files: LocalFiles,
  ) {
    this.#native = options.native ?? NATIVE_FOLDER;
    this.#strikes = new Strikes({
      ...{ most: 3, withinMs: 10 * MINUTE_MS, heldMs: 60 * MINUTE_MS, persons: 3 },
      ...options.strikes,
    });
    const limits = { ...defaultRunnerLimits(), ...options };
    const { workers, memoryBytes } = limits;
    const { retireBytes, openBytes } = heldBytesOf(limits);
    this.#memoryBytes = memoryBytes;
    const launch = modelWorker({ native: this.#native, memoryBytes: this.#memoryBytes });
    const pool = {
      workers,
      batch: 16,
      ...{ openBytes, retireBytes },
      leastRunMs: RUN_MS,
      openMs: options.inspectMs ?? MINUTE_MS,
      askMs: 10_000,
      waitMs: MINUTE_MS / 2,
      idleMs: 5 * MINUTE_MS,
    };
    this.#places = new Places(options.waiting ?? 256);
    this.#pool = new Pool({ ...pool, ...options.pool, launch }, this.#strikes);
  }

  get load(): RunnerLoad {
    return { workers: this.pids.length, underWay: this.#places.taken, lost: this.#pool.lost };
  }

  /** Of the workers that run now. */
  get pids(): readonly number[] {
    return this.#pool.pids;
  }

  async inspect(path: string, asker: Asker = {}): Promise<ModelFacts | RunFailure> {
    return (
      this.#refusal(asker) ??
      this.#places.during(asker, () => this.#pool.inspect(path, 'model', accountAsking(asker)))
    );
  }

  async inspectTokenizer(path: string, asker: Asker = {}): Promise<TokenizerFacts | RunFailure> {
    return (
      this.#refusal(asker) ??
      this.#places.during(asker, () => this.#pool.inspect(path, 'tokenizer', accountAsking(asker)))
    );
  }

  async run(
    model: RunnableModel,
    input: ModelInput,
    deadlineMs: number,
    asker: Asker = {},
  ): Promise<RunAnswer | RunFailure> {
    const refusal = this.#refusal(asker) ?? this.#strikes.refusal(struckOf(model, asker));
    if (refusal !== undefined) return refusal;
    if (model.sizeBytes >= this.#memoryBytes) return tooLarge(model.sizeBytes, this.#memoryBytes);
    return this.#places.during(asker, () => this.#ranInTime({ model, input, asker }, deadlineMs));
  }

  #ranInTime(run: Run, deadlineMs: number): Promise<RunAnswer | RunFailure> {
    const deadline = performance.now() + deadlineMs;
    const held: HeldFile[] = [];
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => resolve(tooLate()), deadlineMs);
      this.#ran(run, deadline, held)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(late);
          for (const file of held) file.release();
        });
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #refusal(asker: Asker): RunFailure | undefined {
    this.#isInstalled ||= isInstalled(this.#native);
    if (!this.#isInstalled)
      return failure(
        'absent',
        codes.absent,
        'What runs models is not installed here: `npm run models:install` installs it.',
      );
    const full = this.#places.full(asker);
    return full === undefined ? undefined : noPlace(full);
  }

  async #ran(
    { model, input, asker }: Run,
    deadline: number,
    held: HeldFile[],
  ): Promise<RunAnswer | RunFailure> {
    const paths = await this.#pathsOf(model, held);
    if (isRunFailure(paths)) return paths;
    const local =
      'sha256' in input
        ? await orFailure('input', () => this.files.input(input.sha256, input.key))
        : undefined;
    if (local !== undefined && 'of' in local) return local;
    if (local !== undefined) held.push(local);
    return this.#answered(model, { path: paths.path, account: accountAsking(asker) }, (inspected) =>
      this.#asked({ model: { ...model, inspected }, input, asker }, paths, local?.path ?? '', deadline),
    );
  }

  /** A file that was opened before made-up rows were asked is inspected before it is run. */
  async #answered(
    { inspected, ...model }: RunnableModel,
    { path, account }: { readonly path: string; readonly account: string },
    ask: (inspected: ModelFacts) => Promise<RunAnswer | RunFailure>,
  ): Promise<RunAnswer | RunFailure> {
    if (inspected?.undecided !== undefined) return ask(inspected);
    const found = await this.#facts.of(`${account} ${termOf(model)}`, () =>
      this.#pool.inspect(path, 'model', account),
    );
    if (isRunFailure(found)) return found;
    const answer = await ask(found);
    return isRunFailure(answer) ? answer : { ...answer, inspected: found };
  }

  /** Its file, and that of its tokenizer, if it has one. */
  async #pathsOf({ sha256, tokenizer }: RunnableModel, held: HeldFile[]): Promise<Paths | RunFailure> {
    const file = await orFailure('model', () => this.files.model(sha256));
    if ('of' in file) return file;
    held.push(file);
    if (tokenizer === undefined) return { path: file.path };
    const other = await orFailure('model', () => this.files.model(tokenizer.sha256));
    if ('of' in other) return other;
    held.push(other);
    return { path: file.path, tokenizer: other.path };
  }

  #asked(
    { model, input, asker }: Run<InspectedRunnable>,
    paths: Paths,
    local: string,
    deadline: number,
  ): Promise<RunAnswer | RunFailure> {
    return new Promise((resolve) => {
      let isAnswered = false;
      const answer = (answered: RunAnswer | RunFailure): void => {
        isAnswered = true;
        clearTimeout(late);
        resolve(answered);
      };
      const late = setTimeout(() => answer(tooLate()), Math.max(0, deadline - performance.now()));
      const waiting: WaitingRun = {
        ...{ kind: 'run', account: accountAsking(asker), key: keyOf(model) },
        struck: struckOf(model, asker),
        model: workerModel(model, paths),
        bytes: model.sizeBytes + (model.tokenizer?.sizeBytes ?? 0) * TOKENIZER_GROWS,
        input: workerInput(input, local),
        inputBytes: input.kind === 'tensors' ? input.sizeBytes : 0,
        deadline,
        answer,
        isAnswered: () => isAnswered,
        isSecondTry: false,
        starts: 0,
      };
      this.#pool.add(waiting);
    });
  }
}

/** A vocabulary takes more when it is open than in its file. */
const TOKENIZER_GROWS = 4;

const tooLarge = (bytes: number, most: number): RunFailure =>
  failure(
    'model',
    codes.failed,
    `The model has ${bytes} bytes; the process that would run it may have ${most}.`,
  );

/** The file of a model or of an input, or why it is not there. */
const orFailure = async (
  of: 'model' | 'input',
  get: () => Promise<HeldFile>,
): Promise<HeldFile | RunFailure> => {
  try {
    return await get();
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof DamagedFile)
      return failure(of, codes.missing, `The file of the ${of} is not there, or is damaged.`);
    if (error instanceof BlobsUnavailable)
      return failure('worker', codes.lost, 'Files cannot be read now. It can be asked again.');
    throw error;
  }
};
