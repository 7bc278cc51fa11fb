import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { type LaunchOptions, WATCH, launch } from './launch.js';
import type { Said, Told } from './messages.js';

/** A worker ended before it answered. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';

  constructor(
    how: string,
    /** Whether it had what it was asked. */
    readonly hadBegun: boolean,
  ) {
    super(how);
  }
}

/** A reply did not come to a worker, which ends. */
class NotTold extends Error {}

/** Why a worker was killed that did not answer in time. */
export const LATE = 'it took longer than it may';
/** On a busy machine a process starts within some seconds. */
const START_MS = 60_000;
const KEPT_CHARACTERS = 4_000;

/** How long one thing may take, and what is done with notes on the way. */
export interface Asking<Note = never, Reply = never> {
  /** After it began, and again after each note was taken, ms. */
  readonly limitMs: number;
  /** Before its first note; `limitMs` when absent. */
  readonly openMs?: number;
  /** The time that it takes is not the worker's. Where it fails the worker is ended, and who asked gets the error. */
  readonly noted?: (note: Note, reply: (reply: Reply) => Promise<void>) => Promise<void> | void;
}

interface Asked<Answer, Note, Reply> extends Asking<Note, Reply> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** A process that is asked one thing at a time: its program is an `AskedProcess`. */
export class WorkerProcess<Request, Answer, Note = never, Reply = never> {
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #asked: Asked<Answer, Note, Reply> | undefined;
  #said = '';
  #isRunning = true;
  #how = '';
  #began: number | undefined;
  #late: NodeJS.Timeout | undefined;

  constructor(options: LaunchOptions) {
    this.#child = launch(options);
    this.#child.on('message', (said) => this.#heard(said as Said<Answer, Note>));
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

  /** Rejects with `WorkerGone` when the process ends before it answers; it is killed when it takes longer than it may. */
  ask(request: Request, asking: Asking<Note, Reply>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.#isRunning) {
        reject(this.#goneError());
        return;
      }
      this.#asked = { ...asking, resolve, reject };
      this.#killAfter(START_MS, 'it did not start');
      this.#began = undefined;
      this.#holdProcess(true);
      this.#tell({ kind: 'asked', request }).catch(() => this.kill('it could not be asked'));
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

  #tell(told: Told<Request, Reply>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.send(told, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  #killAfter(milliseconds: number, why: string): void {
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.kill(why), milliseconds);
  }

  #heard(said: Said<Answer, Note>): void {
    const asked = this.#asked;
    if (asked === undefined) return;
    if (said.kind === 'answered') {
      this.#done();
      asked.resolve(said.answer);
    } else if (said.kind === 'noted') {
      void this.#noted(asked, said.note);
    } else {
      this.#began = performance.now();
      this.#killAfter(asked.openMs ?? asked.limitMs, LATE);
    }
  }

  async #noted(asked: Asked<Answer, Note, Reply>, note: Note): Promise<void> {
    clearTimeout(this.#late);
    try {
      await asked.noted?.(note, (reply) => this.#replied(reply));
      if (this.#asked === asked) this.#killAfter(asked.limitMs, LATE);
    } catch (error) {
      // Its end is told when it is there.
      if (this.#asked !== asked || error instanceof NotTold) return;
      this.#done();
      this.kill('what it needed could not be had');
      asked.reject(error);
    }
  }

  async #replied(reply: Reply): Promise<void> {
    try {
      await this.#tell({ kind: 'replied', reply });
    } catch {
      this.#child.kill('SIGKILL');
      throw new NotTold();
    }
  }

  #done(): void {
    clearTimeout(this.#late);
    this.#asked = undefined;
    this.#holdProcess(false);
  }

  #ended(how: string): void {
    this.#isRunning = false;
    clearTimeout(this.#late);
    if (this.#how === '') this.#how = this.#reason(how);
    // Who watches is told that there is nothing to kill any more.
    const watch = this.#child.stdio[WATCH];
    if (watch !== null && watch !== undefined && 'end' in watch) watch.end('done\n');
    this.#asked?.reject(this.#goneError());
    this.#asked = undefined;
  }

  #goneError(): WorkerGone {
    return new WorkerGone(this.#how, this.#began !== undefined);
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
