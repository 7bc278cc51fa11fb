import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { theKeeper } from './keeper.js';

const KEPT_CHARACTERS = 64_000;
const SHOWN_CHARACTERS = 4_000;

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** An engine ended although it should run. `printed` is the end of what it said. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';

  constructor(
    readonly product: string,
    /** `ended with 1`, `was not ready after 60000 ms`. */
    readonly how: string,
    readonly printed: string,
  ) {
    super(`${product} ${how}:\n${printed.slice(-SHOWN_CHARACTERS)}`);
  }
}

/**
 * A child process in a group of its own, so that Ctrl-C reaches its parent alone. It ends when the parent does, and does
 * not keep the parent from ending.
 */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #gone: Promise<unknown>;
  #printed = '';

  constructor(
    readonly product: string,
    { command, args, cwd, environment }: Command,
  ) {
    this.#child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...environment },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', resolve);
      this.#child.once('error', (error) => this.#heard(error.message));
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#heard(text));
    this.#keep();
    this.#waitFor(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The end of what it printed, both streams. */
  get printed(): string {
    return this.#printed;
  }

  /** Throws when it does not run. */
  signal(signal: NodeJS.Signals): void {
    if (!this.isRunning || !this.#child.kill(signal)) throw this.#ended('does not run');
  }

  /** Answers its exit code, or the signal that ended it, when it is gone. */
  async ended(): Promise<number | string> {
    await this.#gone;
    return this.#child.exitCode ?? this.#child.signalCode ?? 'no process';
  }

  /** Answers when it is gone. */
  async kill(): Promise<void> {
    this.#waitFor(true);
    if (this.isRunning) this.#child.kill('SIGKILL');
    await this.#gone;
  }

  /** SIGTERM, and SIGKILL when it is still there after `timeoutMs`. */
  async end(timeoutMs: number): Promise<void> {
    this.#waitFor(true);
    if (this.isRunning) {
      this.#child.kill('SIGCONT');
      this.#child.kill('SIGTERM');
    }
    const patience = new AbortController();
    const late = wait(timeoutMs, true, { signal: patience.signal }).catch(() => false);
    const isLate = await Promise.race([late, this.#gone.then(() => false)]);
    patience.abort();
    if (isLate) await this.kill();
  }

  /**
   * Asks until the answer is yes; throws `EngineEnded` when the process ends before, or after `timeoutMs`. A question
   * must be one that only this process can answer: another one may have the port.
   */
  async until(isReady: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await isReady())) {
      if (!this.isRunning) {
        this.#waitFor(true);
        await this.#gone;
        throw this.#ended(`ended with ${await this.ended()}`);
      }
      if (Date.now() > deadline) throw this.#ended(`was not ready after ${timeoutMs} ms`);
      await wait(20);
    }
    if (!this.isRunning) throw this.#ended('ended as soon as it was ready');
  }

  /** Whether this process lives on for what the child says and for its end. */
  #waitFor(isAwaited: boolean): void {
    const { stdout, stderr } = this.#child;
    for (const handle of [this.#child, stdout, stderr])
      if (handle instanceof Socket || handle === this.#child) handle[isAwaited ? 'ref' : 'unref']();
  }

  #heard(text: string): void {
    this.#printed = (this.#printed + text).slice(-KEPT_CHARACTERS);
  }

  #ended(how: string): EngineEnded {
    return new EngineEnded(this.product, how, this.#printed);
  }

  #keep(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    const keeper = theKeeper();
    keeper.keep(pid);
    this.#child.once('exit', () => keeper.release(pid));
  }
}
