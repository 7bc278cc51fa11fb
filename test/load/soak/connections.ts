import { Client, type Dispatcher } from 'undici';
import { LATE_MS } from './stages.js';

type Request = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'body'>;
type Answered = (answer: string) => void;

interface Waiting {
  readonly request: Request;
  readonly since: number;
  readonly answered: Answered;
}

/** Connections to the gateways, in turn. What comes while all are taken waits for one, and is given up when it waits too long. */
export class Connections {
  readonly #free: Client[];
  /** From `#first` on; what was sent before is dropped now and then. */
  #waiting: Waiting[] = [];
  #first = 0;
  underWay = 0;

  constructor(
    gateways: readonly string[],
    count: number,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    this.#free = Array.from(
      { length: count },
      (_, number) => new Client(gateways[number % gateways.length]!),
    );
  }

  /** Opens them all, one after the other, as clients do that were there before. */
  async open(): Promise<void> {
    for (const connection of this.#free) {
      const { body } = await connection.request({ method: 'GET', path: '/healthz' });
      await body.dump();
    }
  }

  /** Tells the status of the answer when it has come whole, or the error. */
  send(request: Request, answered: Answered): void {
    this.underWay += 1;
    const connection = this.#free.shift();
    const waiting = { request, answered, since: performance.now() };
    if (connection === undefined) this.#waiting.push(waiting);
    else this.#dispatch(connection, waiting);
  }

  #dispatch(connection: Client, { request, answered }: Waiting): void {
    let status = '';
    const ended = (answer: string): void => {
      this.underWay -= 1;
      answered(answer);
      const next = this.#next();
      if (next === undefined) this.#free.push(connection);
      else this.#dispatch(connection, next);
    };
    connection.dispatch(
      { ...request, headers: this.headers },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => void (status = String(statusCode)),
        onResponseData: () => undefined,
        onResponseEnd: () => ended(status),
        onResponseError: (_controller, error) => ended(error.message),
      },
    );
  }

  #next(): Waiting | undefined {
    let next = this.#waiting[this.#first];
    while (next !== undefined && performance.now() - next.since > LATE_MS) {
      this.underWay -= 1;
      next.answered('given up');
      next = this.#waiting[(this.#first += 1)];
    }
    if (next !== undefined) this.#first += 1;
    if (this.#first === this.#waiting.length || this.#first >= 1_000) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return next;
  }
}
