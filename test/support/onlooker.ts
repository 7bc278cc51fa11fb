import { Worker } from 'node:worker_threads';

/** Asks in a thread of its own, so that what the test does meanwhile does not count. */
const ASKS = `
  const { parentPort, workerData } = require('node:worker_threads');
  const waits = [];
  let isOver = false;
  parentPort.once('message', () => (isOver = true));
  const askOften = async ({ name, url, everyMs, ...init }) => {
    while (!isOver) {
      const [at, began] = [Date.now(), performance.now()];
      const response = await fetch(url, init);
      const text = await response.text();
      const ms = performance.now() - began;
      const refusal = response.ok ? '' : text.slice(0, 300);
      waits.push({ name, at, ms, status: response.status, refusal });
      await new Promise((resolve) => setTimeout(resolve, Math.max(10, everyMs - ms)));
    }
  };
  Promise.all(workerData.map(askOften)).then(
    () => parentPort.postMessage(waits),
    (error) => parentPort.postMessage(String(error)),
  );
`;

/** A request that somebody sends again and again: the next one so long after the one before began, once that is answered. */
export interface AskedOften {
  readonly name: string;
  readonly url: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds. */
  readonly everyMs: number;
}

/** One answer that somebody waited for. */
export interface Waited {
  /** Which request. */
  readonly name: string;
  /** When it was sent, milliseconds of the clock. */
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  /** The beginning of an answer that is not 2xx. */
  readonly refusal: string;
}

/** Somebody who asks for a few things all the time, all of them at once, until told to stop. */
export class Stranger {
  readonly #worker: Worker;

  constructor(asked: readonly AskedOften[]) {
    this.#worker = new Worker(ASKS, { eval: true, workerData: asked });
  }

  /** Answers how long each answer took. Throws when one could not be had. */
  async stop(): Promise<readonly Waited[]> {
    const told = new Promise<readonly Waited[] | string>((resolve, reject) => {
      this.#worker.once('message', resolve).once('error', reject);
    });
    this.#worker.postMessage('stop');
    const waits = await told;
    await this.#worker.terminate();
    if (typeof waits === 'string') throw new Error(`an onlooker was not answered: ${waits}`);
    return waits;
  }
}

/** Somebody who asks for one thing, one request after the other. */
export class Onlooker extends Stranger {
  constructor(url: string, token: string) {
    super([{ name: url, url, headers: { authorization: `Bearer ${token}` }, everyMs: 0 }]);
  }
}
