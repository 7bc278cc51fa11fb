import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, type Variables } from '../running-cairn.js';
import { Program } from '../topologies/program.js';
import type { DeploymentPlan, ProbePlan } from './plan.js';
import { type Verdict, verdicts } from './verdicts.js';

/** What the image runs. */
const MAIN = join(root, 'deploy/image/dist/main.js');

/** Who watches pods. */
export interface PodWatcher {
  /** It is to get requests from now on. */
  comes(address: string): void;
  /** It is to get none any more. */
  goes(address: string, why: string): void;
  /** What would not happen to a pod that is well: a restart, a kill, an end that is not orderly. */
  failed(sentence: string): void;
}

/** One process of Cairn at an address of its own, treated as a kubelet treats the container of a pod. */
export class Pod {
  readonly #program = new Program(MAIN);
  readonly #living = new AbortController();
  readonly #over = new AbortController();
  #readySince: number | undefined;
  #isLeaving = false;

  constructor(
    readonly name: string,
    readonly address: string,
    private readonly plan: DeploymentPlan,
    private readonly watcher: PodWatcher,
  ) {}

  get isReady(): boolean {
    return this.#readySince !== undefined;
  }
  /** It has been ready for as long as its Deployment wants. */
  get isAvailable(): boolean {
    const since = this.#readySince ?? Number.POSITIVE_INFINITY;
    return performance.now() - since >= this.plan.minReadySeconds * 1000;
  }

  run(variables: Variables): void {
    this.#program.start(variables).catch((error: unknown) => this.#failed(String(error)));
    this.#probed().catch((error: unknown) => this.#failed(String(error)));
  }

  /** Takes it away: out of the endpoints, the hook before the stop, the signal, and a kill when its grace is over. */
  async terminate(): Promise<void> {
    const { graceSeconds, preStopSeconds } = this.plan;
    this.#isLeaving = true;
    // A container that is ending is not restarted: whether it lives is not asked any more.
    this.#living.abort();
    this.watcher.goes(this.address, 'it is taken away');
    await wait(preStopSeconds * 1000);
    const ended = this.#program.end('SIGTERM');
    const late = wait(Math.max(0, graceSeconds - preStopSeconds) * 1000, LATE);
    const how = await Promise.race([ended, late]);
    if (how === LATE) this.#failed(`had to be killed after its grace of ${graceSeconds} s`);
    else if (how !== 0) this.#failed(`ended with ${String(how)}`);
    await this.kill();
  }

  async kill(): Promise<void> {
    this.#over.abort();
    this.#living.abort();
    await this.#program.end('SIGKILL');
  }

  async #probed(): Promise<void> {
    const { startup, liveness, readiness } = this.plan;
    for await (const { isGood, answer } of this.#verdicts(startup, this.#living)) {
      if (!isGood) this.#failed(`did not start in time, and would be restarted: ${answer}`);
      break;
    }
    await Promise.all([this.#isKeptAlive(liveness), this.#isKeptReady(readiness)]);
  }

  async #isKeptAlive(liveness: ProbePlan): Promise<void> {
    for await (const { isGood, answer } of this.#verdicts(liveness, this.#living))
      if (!isGood) this.#failed(`does not live, and would be restarted: ${answer}`);
  }

  async #isKeptReady(readiness: ProbePlan): Promise<void> {
    for await (const { isGood, answer } of this.#verdicts(readiness, this.#over)) {
      this.#readySince = isGood ? performance.now() : undefined;
      if (this.#isLeaving) continue;
      if (isGood) this.watcher.comes(this.address);
      else this.watcher.goes(this.address, answer);
    }
  }

  #verdicts(probe: ProbePlan, until: AbortController): AsyncGenerator<Verdict> {
    return verdicts(probe, this.address, until.signal);
  }

  #failed(what: string): void {
    if (!this.#over.signal.aborted) this.watcher.failed(`${this.name}: ${what}`);
  }
}

const LATE = 'late';
