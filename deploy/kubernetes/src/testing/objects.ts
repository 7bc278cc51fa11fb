/** What is read of any object of Kubernetes. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly uid?: string;
    readonly deletionTimestamp?: string;
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

export interface Pod extends KubeObject {
  readonly status: {
    readonly phase: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** A Deployment or a StatefulSet. */
export interface Workload extends KubeObject {
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly serviceName?: string;
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
  };
}

export interface Service extends KubeObject {
  readonly spec: { readonly selector?: Readonly<Record<string, string>> };
}

export interface Secret extends KubeObject {
  readonly type: string;
}

export const isReady = ({ status }: Pod): boolean =>
  status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;

export const componentOf = ({ metadata }: KubeObject): string =>
  metadata.labels?.['app.kubernetes.io/component'] ?? '';
