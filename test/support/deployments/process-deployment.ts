import { setTimeout as wait } from 'node:timers/promises';
import type { Variables } from '../running-cairn.js';
import type { DeploymentPlan } from './plan.js';
import { Pod, type PodWatcher } from './pod.js';

const LOOK_EVERY_MS = 100;

export interface ProcessDeploymentOptions {
  readonly plan: DeploymentPlan;
  /** One for each pod that can be there at once, going ones among them. */
  readonly addresses: readonly string[];
  /** Of the pod at an address. */
  variablesOf(this: void, address: string): Variables;
  readonly watcher: Pick<PodWatcher, 'comes' | 'goes'>;
}

/**
 * The pods of a Deployment as processes of this machine: what its controller and a kubelet do with them, as far as a
 * rolling update asks for it. No Kubernetes: nothing is scheduled, isolated or bounded.
 */
export class ProcessDeployment {
  /** All that run, those that are going among them. */
  readonly #pods = new Set<Pod>();
  readonly #failures: string[] = [];
  #made = 0;

  constructor(private readonly options: ProcessDeploymentOptions) {}

  /** Starts all pods at once, and waits until they are ready. Throws when one of them is not well. */
  async start(): Promise<void> {
    while (this.#pods.size < this.options.plan.replicas) this.#add();
    while (![...this.#pods].every(({ isReady }) => isReady)) await this.#look();
  }

  /**
   * Replaces all pods, as many at a time as the strategy lets it. Answers when the old ones have ended. Throws when a pod is
   * not well: when it would be restarted, has to be killed or ends with another code than 0.
   */
  async roll(): Promise<void> {
    const { replicas, maxSurge, maxUnavailable } = this.options.plan;
    const [old, fresh]: [Pod[], Pod[]] = [[...this.#pods], []];
    const ends: Promise<void>[] = [];
    while (old.length > 0 || !fresh.every(({ isAvailable }) => isAvailable)) {
      while (fresh.length < replicas && old.length + fresh.length < replicas + maxSurge)
        fresh.push(this.#add());
      const available = [...old, ...fresh].filter(({ isAvailable }) => isAvailable).length;
      if (old.length > 0 && available > replicas - maxUnavailable) ends.push(this.#take(old.shift()!));
      await this.#look();
    }
    await Promise.all(ends);
    this.#refuseFailures();
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#pods].map((pod) => pod.kill()));
  }

  #add(): Pod {
    const { plan, addresses, variablesOf, watcher } = this.options;
    const taken = new Set([...this.#pods].map(({ address }) => address));
    const address = addresses.find((one) => !taken.has(one));
    if (address === undefined) throw new Error(`${plan.name} has no address for another pod`);
    this.#made += 1;
    const failed = (sentence: string): void => void this.#failures.push(sentence);
    const pod = new Pod(`${plan.name}-${this.#made}`, address, plan, { ...watcher, failed });
    this.#pods.add(pod);
    pod.run(variablesOf(address));
    return pod;
  }

  async #take(pod: Pod): Promise<void> {
    await pod.terminate();
    this.#pods.delete(pod);
  }

  async #look(): Promise<void> {
    this.#refuseFailures();
    await wait(LOOK_EVERY_MS);
  }

  #refuseFailures(): void {
    if (this.#failures.length > 0) throw new Error(this.#failures.join('\n'));
  }
}
