import { setTimeout as wait } from 'node:timers/promises';
import type { KubeCluster } from '../cluster/kube-cluster.js';
import type { HelmMajor } from '../helm.js';
import type { KubeObject } from './objects.js';

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 200;
const RESTRICTED = Object.fromEntries(
  ['enforce', 'warn', 'audit'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
);
/** What comes and goes by itself. */
const NOT_COUNTED = /^(events|events\.events\.k8s\.io|leases\.coordination\.k8s\.io|endpoints)$/;

/** A namespace in which PodSecurity is *restricted*. */
export class Namespace {
  private constructor(
    private readonly cluster: KubeCluster,
    readonly name: string,
  ) {}

  static async make(cluster: KubeCluster, name: string): Promise<Namespace> {
    await cluster.create([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: RESTRICTED } }]);
    const namespace = new Namespace(cluster, name);
    await namespace.until('it has its account', async () => (await namespace.everything()).length >= 2);
    return namespace;
  }

  /** Answers what kubectl wrote; what the server warns of is an error. */
  kubectl(args: readonly string[], input?: string): Promise<string> {
    return this.cluster.kubectl([...args, '--namespace', this.name, '--warnings-as-errors'], input);
  }

  helm(major: HelmMajor, args: readonly string[]): Promise<string> {
    return this.cluster.helm(major, [...args, '--namespace', this.name]);
  }

  create(objects: readonly Pick<KubeObject, 'metadata'>[]): Promise<void> {
    return this.cluster.create(
      objects.map((each) => ({ ...each, metadata: { ...each.metadata, namespace: this.name } })),
    );
  }

  /** Objects of these kinds (`pods,services`), all or those with a label. */
  async list<T extends KubeObject>(kinds: string, selector = ''): Promise<readonly T[]> {
    const printed = await this.kubectl(['get', kinds, '--output=json', `--selector=${selector}`]);
    return (JSON.parse(printed) as { readonly items: readonly T[] }).items;
  }

  /** `<kind>/<name>` of everything in it, but for what comes and goes by itself. */
  async everything(): Promise<readonly string[]> {
    const kinds = (
      await this.cluster.kubectl(['api-resources', '--namespaced', '--verbs=list', '--output=name'])
    )
      .split('\n')
      .filter((kind) => kind !== '' && !NOT_COUNTED.test(kind));
    const printed = await this.cluster.kubectl([
      ...['get', kinds.join(','), '--output=name', '--namespace', this.name],
    ]);
    return printed.split('\n').filter(Boolean).sort();
  }

  /** Looks until the answer is yes; throws with `what` when it never is. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error(`In ${this.name} it never is so that ${what}`);
      await wait(LOOK_AGAIN_MS);
    }
  }
}
