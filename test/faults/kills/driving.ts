import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, Report, Stop } from './driver.js';

const STOP: Stop = 'stop';

/** The driver's process as the test sees it. */
export class Driver {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static async start(): Promise<Driver> {
    const driver = new Driver(
      fork(join(__dirname, 'driver.ts'), [], { execArgv: ['--conditions=source', '--import', 'tsx'] }),
    );
    await driver.#hears('ready');
    return driver;
  }

  /** Answers when the first write was acknowledged; `gone` answers when the server has gone away under it. */
  async write(order: Order): Promise<{ readonly gone: Promise<void> }> {
    const writing = this.#hears('writing');
    const gone = writing.then(() => this.#hears('gone'));
    this.#process.send(order);
    await writing;
    return { gone };
  }

  /** The writing comes to an end; `gone` answers when it has. */
  stop(): void {
    this.#process.send(STOP);
  }

  async end(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
  }

  async #hears(expected: Report): Promise<void> {
    const [heard] = (await once(this.#process, 'message')) as [Report];
    if (heard !== expected)
      throw new Error(`the driver says ${JSON.stringify(heard)} instead of ${JSON.stringify(expected)}`);
  }
}
