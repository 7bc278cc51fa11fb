import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineName, RunningEngine, StartOptions } from '../engine.js';
import type { Recipe } from '../install/installation.js';
import { install } from '../install/installation.js';
import { type Command, EngineEnded, EngineProcess } from '../process/engine-process.js';
import { freePort } from '../process/free-port.js';
import { theKeeper } from '../process/keeper.js';

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const PORTS_TO_TRY = 5;
const PORT_IS_TAKEN = /address already in use|EADDRINUSE/i;

/** Where an engine is started. */
export interface Place {
  /** Folder of the installation; empty for programs of our own. */
  readonly installation: string;
  readonly folder: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** A command that runs an engine at one place, and how its users reach it. */
export interface LocalProgram extends Command {
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  /** Must be true only when this very process answers: another one may listen on the port. */
  readonly isReady: (process: EngineProcess) => boolean | Promise<boolean>;
}

/** An engine that runs as a child process. */
export interface LocalKind {
  readonly name: EngineName;
  readonly product: string;
  readonly recipe?: Recipe;
  readonly program: (place: Place) => Promise<LocalProgram>;
}

/** Installs the engine when it is not there, and starts it. Throws `EngineMissing` or `EngineEnded`. */
export const startLocal = async (kind: LocalKind, options: StartOptions = {}): Promise<RunningEngine> => {
  const installation = kind.recipe === undefined ? '' : await install(kind.recipe);
  const { environment = {} } = options;
  const folder = options.folder ?? mkdtempSync(join(theKeeper().folder, `${kind.name}-`));
  mkdirSync(folder, { recursive: true });
  const start = async (port: number): Promise<RunningEngine> => {
    const program = await kind.program({ installation, folder, port, environment });
    const engine = new LocalEngine(kind, folder, options.folder === undefined, program);
    await engine.again();
    return engine;
  };
  try {
    return options.port === undefined ? await onFreePort(start) : await start(options.port);
  } catch (error) {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

/** A port that was free a moment ago may be taken by now: then another one is tried. */
const onFreePort = async (start: (port: number) => Promise<RunningEngine>): Promise<RunningEngine> => {
  for (let tries = PORTS_TO_TRY; ; tries -= 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === 1 || !isTaken(error)) throw error;
    }
  }
};

const isTaken = (error: unknown): boolean =>
  error instanceof EngineEnded && PORT_IS_TAKEN.test(error.printed);

class LocalEngine implements RunningEngine {
  readonly name: EngineName;
  readonly product: string;
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  #process: EngineProcess | undefined;

  constructor(
    kind: LocalKind,
    readonly folder: string,
    private readonly ownsFolder: boolean,
    private readonly program: LocalProgram,
  ) {
    this.name = kind.name;
    this.product = kind.product;
    this.url = program.url;
    if (program.user !== undefined) this.user = program.user;
    if (program.password !== undefined) this.password = program.password;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    if (this.#process === undefined) throw new Error(`${this.product} was not started`);
    this.#process.signal(signal);
  }

  async ended(): Promise<number | string> {
    if (this.#process === undefined) throw new Error(`${this.product} was not started`);
    return this.#process.ended();
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  async again(): Promise<void> {
    if (this.#process?.isRunning === true) throw new Error(`${this.product} runs already`);
    const started = new EngineProcess(this.product, this.program);
    this.#process = started;
    try {
      await started.until(() => this.program.isReady(started), READY_TIMEOUT_MS);
    } catch (error) {
      await started.kill();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#process?.end(STOP_TIMEOUT_MS);
    if (this.ownsFolder) rmSync(this.folder, { recursive: true, force: true });
  }
}
