import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { ModelFacts } from '../port.js';
import type { WorkerAnswer, WorkerRequest } from '../worker/messages.js';
import { type LaunchOptions, WATCH, launch } from './launch.js';

/** A worker ended before it answered. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';

  constructor(
    how: string,
    /** Whether it had what it was asked. */
    readonly hadBegun: boolean,
    /** Of a file that it was to inspect and had opened. */
    readonly facts?: ModelFacts,
  ) {
    super(how);
  }
}

/** Why a worker was killed that did not answer in time. */
export const LATE = 'it took longer than it may';
/** Why a worker was killed that others wait for: what it was asked is asked again. */
export const GAVE_WAY = 'others waited for it';
/** On a busy machine a process starts within some seconds. */
const START_MS = 60_000;
const KEPT_CHARACTERS = 4_000;

interface Asked {
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (error: WorkerGone) => void;
}

/** A process that opens and runs models; it is asked one thing at a time. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #asked: Asked | undefined;
  #said = '';
  #isRunning = true;
  #how = '';
  #began: number | undefined;
  #facts: ModelFacts | undefined;
  #limitMs = 0;
  #openMs = 0;
  #late: NodeJS.Timeout | undefined;

  constructor(options: LaunchOptions) {
    this.#child = launch(options);
    this.#child.on('message', (answer) => this.#answered(answer as WorkerAnswer));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-KEPT_CHARACTERS);
    });
    for (const stream of this.#child.stdio) stream?.on('error', () => undefined);
    this.#gone = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#ended(signal ?? `exit code ${code ?? 'unknown'}`);
        resolve();
      });
      this.#child.once('error', (error) => {
        this.#ended(error.message);
        resolve();
      });
    });
    this.#holdProcess(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** When it began with what it was asked last, of `performance.now()`. */
  get began(): number | undefined {
    return this.#began;
  }

  /**
   * Rejects with `WorkerGone` when the process ends before it answers; it is killed `limitMs` after it began, and when it has
   * a model to open so long after that was opened.
   */
  ask(request: WorkerRequest, limitMs: number, openMs = limitMs): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      if (!this.#isRunning) {
        reject(this.#goneError());
        return;
      }
      this.#asked = { resolve, reject };
      this.#limitMs = limitMs;
      this.#openMs = openMs;
      this.#killAfter(START_MS, 'it did not start');
      this.#began = undefined;
      this.#facts = undefined;
      this.#holdProcess(true);
      this.#child.send(request, (error) => {
        if (error !== null) this.kill('it could not be asked');
      });
    });
  }

  /** Ends it at once; `why` is what `WorkerGone` then says. */
  kill(why: string): void {
    if (this.#how === '') this.#how = why;
    this.#child.kill('SIGKILL');
  }

  /** Answers when it is gone. */
  ended(): Promise<void> {
    return this.#gone;
  }

  #killAfter(milliseconds: number, why: string): void {
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.kill(why), milliseconds);
  }

  #answered(answer: WorkerAnswer): void {
    if (answer.kind === 'began') {
      this.#began = performance.now();
      this.#killAfter(this.#openMs, LATE);
      return;
    }
    if (answer.kind === 'opened') {
      this.#facts = answer.facts;
      this.#killAfter(this.#limitMs, LATE);
      return;
    }
    clearTimeout(this.#late);
    const asked = this.#asked;
    this.#asked = undefined;
    this.#holdProcess(false);
    asked?.resolve(answer);
  }

  #ended(how: string): void {
    this.#isRunning = false;
    clearTimeout(this.#late);
    if (this.#how === '') this.#how = this.#reason(how);
    // Who watches is told that there is nothing to kill any more.
    const watch = this.#child.stdio[WATCH];
    if (watch instanceof Writable) watch.end('done\n');
    this.#asked?.reject(this.#goneError());
    this.#asked = undefined;
  }

  #goneError(): WorkerGone {
    return new WorkerGone(this.#how, this.#began !== undefined, this.#facts);
  }

  #reason(how: string): string {
    if (/out of memory|bad_alloc|Cannot allocate/i.test(this.#said)) return `out of memory (${how})`;
    return how;
  }

  /** Whether this process lives on for its sake. */
  #holdProcess(isHeld: boolean): void {
    const way = isHeld ? 'ref' : 'unref';
    this.#child[way]();
    this.#child.channel?.[way]();
    for (const stream of this.#child.stdio) if (stream instanceof Socket) stream.unref();
  }
}
