import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../support/topology.js';
import type { Rest } from './large-data.js';

const PAGE = readFileSync(join(root, 'docs/events.md'), 'utf8');
const COMMAND = /^npx tsx (test\/consumers\/\S+) --brokers (\S+)/m;

/** kafkajs 2.2 sets a timer to a time long past, of which Node 24 and later warn once (docs/events.md). */
const KAFKAJS_WAITS = '--disable-warning=TimeoutNegativeWarning';

/** The sample consumer in a process of its own, started by the line that docs/events.md tells a stranger to type. */
export class ConsumerProcess {
  readonly #child: ChildProcess;
  readonly #lines: Interface;
  readonly #closed: Promise<unknown>;
  #last = 'null';
  #complaints = '';

  constructor(brokers: string, rest: Rest, ...options: readonly string[]) {
    const [, program] = COMMAND.exec(PAGE) ?? [];
    if (program === undefined) throw new Error('docs/events.md does not say how the sample consumer is run');

    const where = ['--brokers', brokers, '--rest', rest.url];
    const node = ['--import', 'tsx', KAFKAJS_WAITS];
    const child = spawn(process.execPath, [...node, program, ...where, ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CAIRN_TOKEN: rest.token },
    });
    this.#child = child;
    this.#closed = once(child, 'close');
    child.stderr.on('data', (chunk: Buffer) => (this.#complaints += chunk.toString()));
    this.#lines = createInterface({ input: child.stdout }).on('line', (line) => (this.#last = line));
  }

  /** What it has printed when it has ended by itself. */
  async printed(): Promise<unknown> {
    await this.#closed;
    this.#hasNoComplaints();
    expect(this.#child.exitCode).toBe(0);
    return this.#seen();
  }

  /** Waits until the last that it printed is this; fails with the difference when it is not within `withinMs`. */
  async prints(expected: unknown, withinMs: number): Promise<void> {
    const late = AbortSignal.timeout(withinMs);
    const stopped = Promise.race([this.#closed, once(late, 'abort')]).then(() => 'stopped');
    while (!isDeepStrictEqual(this.#seen(), expected))
      if ((await Promise.race([once(this.#lines, 'line'), stopped])) === 'stopped') break;
    this.#hasNoComplaints();
    expect(this.#seen()).toEqual(expected);
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }

  #seen(): unknown {
    return JSON.parse(this.#last);
  }

  #hasNoComplaints(): void {
    expect(this.#complaints).toBe('');
  }
}
