import { CHART, type ValueSet } from '@cairn/helm';
import type { HelmMajor } from '../helm.js';
import type { Namespace } from './namespace.js';
import { isReady, type KubeObject, type Pod, type Secret, type Service, type Workload } from './objects.js';
import { renderedOf } from './rendering.js';
import { surroundingsOf } from './surroundings.js';

const WAIT = ['--wait', '--timeout=300s'];
const OF_HELM = 'helm.sh/release.v1';

/** A release of the chart with a set of values, in a namespace of a cluster. */
export class Release {
  /** Pods that are played stay ready: nobody need look on for long. */
  readonly #changes: string[] = ['defaults.minReadySeconds=1'];

  constructor(
    private readonly namespace: Namespace,
    private readonly helm: HelmMajor,
    private readonly set: ValueSet,
  ) {}

  /** Makes the Secrets and ConfigMaps that somebody else makes. */
  async surround(): Promise<void> {
    await this.namespace.create(surroundingsOf(await renderedOf(this.set)));
  }

  async install(): Promise<void> {
    await this.#run(['install', this.set.release, CHART, ...this.#values, ...WAIT]);
    await this.#rolledOut();
  }

  /** With what was changed before, and more: `models.replicas=2`. */
  async upgrade(...changes: readonly string[]): Promise<void> {
    this.#changes.push(...changes);
    await this.#run(['upgrade', this.set.release, CHART, ...this.#values, ...WAIT]);
    await this.#rolledOut();
  }

  /** One that is not kept when it fails, and waits no longer than it must. */
  tryUpgrade(change: string): Promise<string> {
    const values = [...this.#values, '--set-string', change];
    return this.#run(['upgrade', this.set.release, CHART, ...values, '--wait', '--timeout=20s']);
  }

  async rollback(): Promise<void> {
    await this.#run(['rollback', this.set.release, ...WAIT]);
    await this.#rolledOut();
  }

  test(): Promise<string> {
    return this.#run(['test', this.set.release, '--timeout=60s']);
  }

  uninstall(): Promise<string> {
    return this.#run(['uninstall', this.set.release, ...WAIT]);
  }

  /** `deployed`, `failed`. */
  async status(): Promise<string> {
    const printed = await this.#run(['status', this.set.release, '--output=json']);
    return (JSON.parse(printed) as { readonly info: { readonly status: string } }).info.status;
  }

  /** Its pods that stay, without those of hooks. */
  async pods(): Promise<readonly Pod[]> {
    const pods = await this.namespace.list<Pod>('pods', `${this.#label},app.kubernetes.io/component!=check`);
    return pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }

  /** The pods that are ready, by their ids, in order. */
  async ready(): Promise<readonly string[]> {
    return (await this.pods())
      .filter(isReady)
      .map(({ metadata }) => metadata.uid!)
      .sort();
  }

  async services(): Promise<readonly Service[]> {
    return this.namespace.list<Service>('services', this.#label);
  }

  /** What no upgrade may change: the names of all objects, what selects pods, and the claims. */
  async fixed(): Promise<Readonly<Record<string, unknown>>> {
    const kinds = 'deployments,statefulsets,services,configmaps,serviceaccounts,networkpolicies';
    const objects = await this.namespace.list<KubeObject & Partial<Workload>>(kinds, this.#label);
    return Object.fromEntries(
      objects.map(({ kind, metadata, spec }) => {
        const claims = spec?.volumeClaimTemplates?.map((claim) => claim.metadata.name);
        const { selector, serviceName } = spec ?? {};
        return [`${kind}/${metadata.name}`, { selector, serviceName, claims }];
      }),
    );
  }

  /** Every Secret but those in which Helm notes its releases, with its version. */
  async secrets(): Promise<readonly string[]> {
    return (await this.namespace.list<Secret>('secrets'))
      .filter(({ type }) => type !== OF_HELM)
      .map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion!}`);
  }

  get #label(): string {
    return `app.kubernetes.io/instance=${this.set.release}`;
  }

  get #values(): readonly string[] {
    return ['--values', this.set.values, ...this.#changes.flatMap((change) => ['--set', change])];
  }

  /** Helm 3 is content with a new pod that is ready, while Kubernetes looks on whether it stays so. */
  async #rolledOut(): Promise<void> {
    const names = await this.namespace.kubectl([
      ...['get', 'deployments,statefulsets', '--output=name', `--selector=${this.#label}`],
    ]);
    for (const name of names.split('\n').filter(Boolean))
      await this.namespace.kubectl(['rollout', 'status', name, '--timeout=300s']);
  }

  #run(args: readonly string[]): Promise<string> {
    return this.namespace.helm(this.helm, args);
  }
}
