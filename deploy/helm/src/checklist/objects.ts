import { parseAllDocuments } from 'yaml';

/** What the checks read of an object of Kubernetes: nothing that it may lack is taken for granted. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly spec?: Spec;
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Of any kind: each check knows which it has asked for. */
interface Spec extends Partial<PodSpec> {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly strategy?: { readonly type: string; readonly rollingUpdate?: Readonly<Record<string, unknown>> };
  readonly updateStrategy?: { readonly type: string };
  readonly selector?: {
    readonly matchLabels?: Readonly<Record<string, string>>;
  } & Readonly<Record<string, unknown>>;
  readonly template?: Template;
  readonly jobTemplate?: { readonly spec: { readonly template: Template } };
  readonly volumeClaimTemplates?: readonly { readonly metadata: Metadata }[];
  readonly persistentVolumeClaimRetentionPolicy?: Readonly<Record<string, string>>;
  readonly concurrencyPolicy?: string;
  readonly suspend?: boolean;
  readonly clusterIP?: string;
  readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly policyTypes?: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
  readonly maxUnavailable?: number | string;
  readonly scaleTargetRef?: { readonly name: string };
  readonly minReplicas?: number;
  readonly minReplicaCount?: number;
  readonly triggers?: readonly {
    readonly type: string;
    readonly metadata: Readonly<Record<string, string>>;
  }[];
  readonly groups?: readonly unknown[];
  readonly endpoints?: readonly { readonly port: string }[];
}

export interface Rule {
  readonly ports?: readonly { readonly port: number | string; readonly protocol?: string }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}
export interface Peer {
  readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
}

interface Template {
  readonly metadata: Omit<Metadata, 'name'>;
  readonly spec: PodSpec;
}

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly { readonly labelSelector?: unknown }[];
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly imagePullSecrets?: readonly { readonly name: string }[];
}

type Volume = Readonly<Record<string, unknown>> & { readonly name: string };

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: { readonly limits?: object; readonly requests?: object };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly periodSeconds?: number;
  readonly failureThreshold?: number;
}

/** The objects of rendered YAML, in their order. Throws where it is none. */
export const objectsOf = (text: string): readonly KubernetesObject[] =>
  parseAllDocuments(text)
    .map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0];
      return document.toJS() as KubernetesObject | null;
    })
    .filter((object): object is KubernetesObject => object !== null);

/** A pod that an object makes, or is. */
export interface Pod {
  /** `Deployment cairn-gateway`. */
  readonly of: string;
  readonly object: KubernetesObject;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

export const podsOf = (objects: readonly KubernetesObject[]): readonly Pod[] =>
  objects.flatMap((object) => {
    const of = `${object.kind} ${object.metadata.name}`;
    const told = ({ metadata, spec }: { metadata: Omit<Metadata, 'name'>; spec: PodSpec }): Pod => ({
      of,
      object,
      labels: metadata.labels ?? {},
      annotations: metadata.annotations ?? {},
      spec,
    });
    if (object.kind === 'Pod') return [told({ metadata: object.metadata, spec: object.spec as PodSpec })];
    const template = object.spec?.template ?? object.spec?.jobTemplate?.spec.template;
    return template === undefined ? [] : [told(template)];
  });

/** Pods of Cairn’s processes: not the hook, not the backup. */
export const processPodsOf = (objects: readonly KubernetesObject[]): readonly Pod[] =>
  podsOf(objects).filter(({ object: { kind } }) => kind === 'Deployment' || kind === 'StatefulSet');

export const componentOf = ({ labels }: { labels: Readonly<Record<string, string>> }): string =>
  labels['app.kubernetes.io/component'] ?? '';

export const containersOf = ({ spec }: Pod): readonly Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
];

export const ofKind = (objects: readonly KubernetesObject[], kind: string): readonly KubernetesObject[] =>
  objects.filter((object) => object.kind === kind);

export const variablesOf = (pod: Pod): readonly Variable[] =>
  containersOf(pod).flatMap(({ env = [] }) => env);
