import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { ENGINE_AWAY_EXIT, patient, pause } from '@cairn/kernel';
import { Backoff } from './backoff.js';

/** A process of the cluster, as it is to be run. */
export interface ProcessPlan {
  /** `gateway-1`. */
  readonly name: string;
  /** The compiled `main.js`. */
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
}

const KILL_AFTER_MS = 12_000;
const READY = / is ready/;
const METRICS = /^Metrics: (\S+)/m;

export interface ChildOptions {
  /** Told of each start and end, and of what it says. */
  readonly changed: () => void;
  /** Gets a line for a person. */
  readonly say: (line: string) => void;
}

/** A process that is started again when it ends by itself. It ends with this one, however that ends. */
export class Child {
  readonly #backoff = new Backoff();
  #process: ChildProcess | undefined;
  #said = '';
  #endedWith: number | string | undefined;
  #stopping = false;
  #running: Promise<void> | undefined;

  constructor(
    readonly plan: ProcessPlan,
    private readonly options: ChildOptions,
  ) {}

  get name(): string {
    return this.plan.name;
  }
  get pid(): number | undefined {
    return this.#process?.pid;
  }
  /** What the running process printed to its standard output. */
  get said(): string {
    return this.#said;
  }
  /** How the process before the running one ended: its exit code, or the signal that ended it. */
  get endedWith(): number | string | undefined {
    return this.#endedWith;
  }
  get isReady(): boolean {
    return READY.test(this.#said);
  }
  get metricsUrl(): string | undefined {
    return METRICS.exec(this.#said)?.[1];
  }

  /**
   * Answers when it is ready, or is being stopped. It is started again when it waited for an engine in vain; when it ends
   * for another reason before it is ready, what it said is thrown.
   */
  async start(): Promise<void> {
    for (;;) {
      const process = this.#spawn();
      const isReady = await Promise.race([this.#ready(process), ended(process).then(() => false)]);
      if (isReady) {
        this.#running = this.#keep(process);
        return;
      }
      this.#hasEnded(process);
      if (this.#stopping) return;
      if (process.exitCode !== ENGINE_AWAY_EXIT)
        throw new Error(
          `${this.name} ended with ${this.#endedWith ?? ''} before it was ready${this.#said === '' ? '.' : `:\n${this.#said}`}`,
        );
      if (!(await this.#mayStartAgain())) return;
    }
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const process = this.#process;
    if (process !== undefined && isAlive(process)) {
      const late = setTimeout(() => process.kill('SIGKILL'), patient(KILL_AFTER_MS));
      process.kill('SIGTERM');
      await ended(process);
      clearTimeout(late);
    }
    await this.#running;
  }

  async #keep(first: ChildProcess): Promise<void> {
    let process = first;
    for (;;) {
      await ended(process);
      this.#hasEnded(process);
      if (this.#stopping || !(await this.#mayStartAgain())) return;
      process = this.#spawn();
    }
  }

  #hasEnded({ exitCode, signalCode }: ChildProcess): void {
    this.#endedWith = exitCode ?? signalCode ?? undefined;
    this.options.changed();
  }

  /** Says that it is started again, and answers after a pause whether it is still wanted. */
  async #mayStartAgain(): Promise<boolean> {
    const why = this.#endedWith === ENGINE_AWAY_EXIT ? ': an engine did not answer it' : '';
    this.options.say(`${this.name} ended with ${this.#endedWith ?? ''}${why}; it is started again.`);
    await pause(this.#backoff.next());
    return !this.#stopping;
  }

  #spawn(): ChildProcess {
    this.#backoff.begin();
    this.#said = '';
    const child = fork(this.plan.main, [], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: this.plan.environment,
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#said += chunk.toString();
      this.options.changed();
    });
    this.#process = child;
    this.options.changed();
    return child;
  }

  #ready(process: ChildProcess): Promise<true> {
    return new Promise((resolve) => {
      process.stdout?.on('data', () => {
        if (this.isReady) resolve(true);
      });
    });
  }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

const ended = async (process: ChildProcess): Promise<void> => {
  if (isAlive(process)) await once(process, 'exit');
};
