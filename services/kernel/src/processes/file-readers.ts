import { Unavailable } from '../errors/cairn-error.js';
import { type Piece, sendPart, type WantedPart } from './asked-file.js';
import type { LaunchOptions } from './launch.js';
import { accountAsking, type Asker, type Full, Places } from './places.js';
import type { SentFile } from './sent-file.js';
import { Shares } from './shares.js';
import { WorkerGone, WorkerProcess } from './worker-process.js';

export interface FileReadersOptions {
  readonly launch: LaunchOptions;
  /** At most; of two or more an account has all but one. */
  readonly processes: number;
  /** Files that are read or wait at most; of one account a quarter. */
  readonly waiting: number;
  /** One file may take as long, what it takes to get it aside. */
  readonly limitMs: number;
  /** A file waits as long for a process. */
  readonly waitMs: number;
  /** A process that nobody needed for as long ends. */
  readonly idleMs: number;
}

/** Nobody has time for a file now: it can be sent again. The message is a sentence for who sent it. */
export class ReadersBusy extends Unavailable {
  override readonly name = 'ReadersBusy';
}

/** A file that ended or overran the process that read it. */
export interface Unread {
  /** How, as a sentence for who sent it. */
  readonly unread: string;
}

export const isUnread = (answer: object): answer is Unread => 'unread' in answer;

type Reader<Request, Answer> = WorkerProcess<Request, Answer, WantedPart, Piece>;

interface Waiting<Request, Answer> {
  readonly account: string;
  readonly request: Request;
  readonly file: SentFile;
  readonly resolve: (answer: Answer | Unread) => void;
  readonly reject: (error: unknown) => void;
  late: NodeJS.Timeout | undefined;
  /** How often its process ended before it had it. */
  starts: number;
}

const MOST_STARTS = 3;
const FILES = 'files';

const CLOSED = 'No files are read here any more.';
const NONE_FREE = 'What reads files had no time for this one. It can be sent again.';
const FULL: Readonly<Record<Full, string>> = {
  all: 'Too many files wait to be read now. Send it again later.',
  account: 'Too many files of your account wait to be read now. Send it again when some of them are.',
};
const MINUTE_MS = 60_000;

/** As files of strangers are read unless there is a reason not to. */
export const usualReaders = (program: string): FileReadersOptions => ({
  launch: { program, memoryBytes: 512 * 1024 ** 2, heapMegabytes: 256 },
  processes: 2,
  waiting: 64,
  limitMs: 20_000,
  waitMs: MINUTE_MS / 2,
  idleMs: 2 * MINUTE_MS,
});

/** All of this process. */
const open = new Set<Pick<FileReaders<never, object>, 'endIdle'>>();

/** Ends those processes that read nothing now; the next file starts one again. A service does so when it stops. */
export const endIdleReaders = async (): Promise<void> => {
  await Promise.all([...open].map((readers) => readers.endIdle()));
};

/**
 * Reads files of strangers in processes that are started when they are needed. Accounts take turns: the one goes first that
 * had least of their time lately. A process that a file ends or holds for too long ends with it, and with nothing else.
 */
export class FileReaders<Request, Answer extends object> {
  readonly #places: Places;
  readonly #shares: Shares;
  readonly #waiting = new Set<Waiting<Request, Answer>>();
  readonly #busy = new Set<Reader<Request, Answer>>();
  /** With what ends them. */
  readonly #idle = new Map<Reader<Request, Answer>, NodeJS.Timeout>();
  #isClosed = false;

  constructor(private readonly options: FileReadersOptions) {
    this.#places = new Places(options.waiting);
    this.#shares = new Shares(options.processes);
    open.add(this);
  }

  /** Of the processes that run now. */
  get pids(): readonly number[] {
    return [...this.#busy, ...this.#idle.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Rejects with `ReadersBusy`, or with what reading `file` rejects with. */
  async ask(request: Request, file: SentFile, asker: Asker): Promise<Answer | Unread> {
    if (this.#isClosed) throw new ReadersBusy(CLOSED);
    const full = this.#places.full(asker);
    if (full !== undefined) throw new ReadersBusy(FULL[full]);
    const account = accountAsking(asker);
    return this.#places.during(
      asker,
      () =>
        new Promise((resolve, reject) => {
          this.#wait({ account, request, file, resolve, reject, late: undefined, starts: 0 });
        }),
    );
  }

  async endIdle(): Promise<void> {
    await Promise.all([...this.#idle.keys()].map((process) => this.#end(process)));
  }

  /** Ends the processes; what they read can be sent again. */
  async close(): Promise<void> {
    open.delete(this);
    this.#isClosed = true;
    for (const waiting of this.#waiting) this.#taken(waiting).reject(new ReadersBusy(CLOSED));
    const processes = [...this.#busy, ...this.#idle.keys()];
    await Promise.all(processes.map((process) => this.#end(process)));
  }

  #wait(waiting: Waiting<Request, Answer>): void {
    waiting.late = setTimeout(
      () => this.#taken(waiting).reject(new ReadersBusy(NONE_FREE)),
      this.options.waitMs,
    );
    this.#waiting.add(waiting);
    this.#dispatch();
  }

  #taken(waiting: Waiting<Request, Answer>): Waiting<Request, Answer> {
    clearTimeout(waiting.late);
    this.#waiting.delete(waiting);
    return waiting;
  }

  #dispatch(): void {
    while (this.#busy.size < this.options.processes) {
      const next = this.#next();
      if (next === undefined) return;
      void this.#read(this.#free(), this.#taken(next));
    }
  }

  /** The one whose turn it is, of those that may begin. */
  #next(): Waiting<Request, Answer> | undefined {
    const accounts = new Set([...this.#waiting].map(({ account }) => account));
    const [turn] = [...accounts]
      .filter((account) => this.#shares.mayBegin(account, FILES))
      .map((account) => ({ account, used: this.#shares.used(account) }))
      .sort((one, other) => one.used - other.used);
    return [...this.#waiting].find(({ account }) => account === turn?.account);
  }

  #free(): Reader<Request, Answer> {
    const running = [...this.#idle.keys()].find(({ isRunning }) => isRunning);
    for (const process of this.#idle.keys()) if (!process.isRunning) this.#forget(process);
    if (running === undefined) return new WorkerProcess(this.options.launch);
    this.#forget(running);
    return running;
  }

  #forget(process: Reader<Request, Answer>): void {
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
  }

  async #read(process: Reader<Request, Answer>, waiting: Waiting<Request, Answer>): Promise<void> {
    const { account, request, file, resolve, reject } = waiting;
    const turn = { account, key: FILES, isShared: false, began: () => process.began };
    this.#busy.add(process);
    this.#shares.begin(turn);
    try {
      const noted = (part: WantedPart, send: (piece: Piece) => Promise<void>) => sendPart(file, part, send);
      resolve(await process.ask(request, { limitMs: this.options.limitMs, noted }));
    } catch (error) {
      await this.#end(process);
      if (error instanceof WorkerGone) this.#gone(waiting, error);
      else reject(error);
    } finally {
      this.#shares.end(turn);
      this.#release(process);
    }
  }

  /** What ended by itself before it had the file is the fault of no file. */
  #gone(waiting: Waiting<Request, Answer>, { message: how, hadBegun }: WorkerGone): void {
    waiting.starts += 1;
    if (this.#isClosed) waiting.reject(new ReadersBusy(CLOSED));
    else if (hadBegun) waiting.resolve({ unread: `The file ended the process that read it: ${how}.` });
    else if (waiting.starts < MOST_STARTS) this.#wait(waiting);
    else waiting.reject(new ReadersBusy(`What reads files does not start: ${how}.`));
  }

  #release(process: Reader<Request, Answer>): void {
    const isKept = this.#busy.delete(process) && process.isRunning && !this.#isClosed;
    if (isKept)
      this.#idle.set(process, setTimeout(() => void this.#end(process), this.options.idleMs).unref());
    this.#dispatch();
  }

  #end(process: Reader<Request, Answer>): Promise<void> {
    this.#busy.delete(process);
    this.#forget(process);
    process.kill('it is not needed any more');
    return process.ended();
  }
}
