import type { Said, Told } from './messages.js';

/** To the process that asked. */
export interface Line<Note, Reply> {
  note(this: void, note: Note): Promise<void>;
  /** The next reply to a note. */
  reply(this: void): Promise<Reply>;
}

type Answers<Request, Answer, Note, Reply> = (request: Request, line: Line<Note, Reply>) => Promise<Answer>;

/** What a worker process is within: it answers one request at a time, and ends with who started it. */
export class AskedProcess<Request, Answer, Note = never, Reply = never> {
  #last: Promise<void> = Promise.resolve();
  readonly #replies = new Replies<Reply>();
  readonly #line: Line<Note, Reply> = {
    note: (note) => said<Answer, Note>({ kind: 'noted', note }),
    reply: () => this.#replies.next(),
  };

  constructor(private readonly answers: Answers<Request, Answer, Note, Reply>) {}

  listen(): void {
    process.on('message', (told: Told<Request, Reply>) => this.#heard(told));
    process.on('disconnect', () => process.exit(0));
  }

  #heard(told: Told<Request, Reply>): void {
    if (told.kind === 'replied') this.#replies.add(told.reply);
    // What nobody foresaw ends the process: who started it sees that and starts another.
    else this.#last = this.#last.then(() => this.#answer(told.request));
  }

  async #answer(request: Request): Promise<void> {
    await said({ kind: 'began' });
    await said({ kind: 'answered', answer: await this.answers(request, this.#line) });
  }
}

const said = <Answer, Note>(message: Said<Answer, Note>): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error: Error | null) =>
      error === null ? resolve() : reject(error),
    );
  });

/** In their order, for who waits or will. */
class Replies<Reply> {
  readonly #come: Reply[] = [];
  #waits: ((reply: Reply) => void) | undefined;

  add(reply: Reply): void {
    const waits = this.#waits;
    this.#waits = undefined;
    if (waits === undefined) this.#come.push(reply);
    else waits(reply);
  }

  next(): Promise<Reply> {
    const [reply] = this.#come.splice(0, 1);
    return reply === undefined
      ? new Promise((resolve) => {
          this.#waits = resolve;
        })
      : Promise.resolve(reply);
  }
}
