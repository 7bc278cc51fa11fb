import { Worker } from 'node:worker_threads';

/** Asks in a thread of its own, so that what the test does meanwhile does not count. */
const ASKS = `
  const { parentPort, workerData } = require('node:worker_threads');
  const times = [];
  let isOver = false;
  parentPort.once('message', () => (isOver = true));
  const ask = async () => {
    while (!isOver) {
      const began = performance.now();
      const response = await fetch(workerData.url, { headers: workerData.headers });
      await response.arrayBuffer();
      times.push({ ms: performance.now() - began, status: response.status });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  ask().then(
    () => parentPort.postMessage(times),
    (error) => parentPort.postMessage(String(error)),
  );
`;

/** One answer that somebody waited for. */
export interface Waited {
  readonly ms: number;
  readonly status: number;
}

/** Somebody who asks for the same all the time, one request after the other, until told to stop. */
export class Onlooker {
  readonly #worker: Worker;

  constructor(url: string, token: string) {
    const workerData = { url, headers: { authorization: `Bearer ${token}` } };
    this.#worker = new Worker(ASKS, { eval: true, workerData });
  }

  /** Answers how long each answer took. Throws when one could not be had. */
  async stop(): Promise<readonly Waited[]> {
    const told = new Promise<readonly Waited[] | string>((resolve, reject) => {
      this.#worker.once('message', resolve).once('error', reject);
    });
    this.#worker.postMessage('stop');
    const times = await told;
    await this.#worker.terminate();
    if (typeof times === 'string') throw new Error(`an onlooker was not answered: ${times}`);
    return times;
  }
}
