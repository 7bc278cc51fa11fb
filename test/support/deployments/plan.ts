import { parseAllDocuments } from 'yaml';

/** A probe over HTTP, with what Kubernetes takes where a manifest does not say it. Times in seconds. */
export interface ProbePlan {
  readonly path: string;
  readonly port: number;
  readonly initialDelaySeconds: number;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
  readonly successThreshold: number;
}

/** What a Deployment says of its pods, and of how they are replaced. */
export interface DeploymentPlan {
  /** That of the Service too, which the DNS has its pods under. */
  readonly name: string;
  /** `CAIRN_SERVICE` and `CAIRN_SERVICES`. */
  readonly part: string;
  readonly needs: string;
  readonly replicas: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly minReadySeconds: number;
  readonly graceSeconds: number;
  readonly preStopSeconds: number;
  readonly ports: { readonly http: number; readonly metrics: number };
  readonly startup: ProbePlan;
  readonly liveness: ProbePlan;
  readonly readiness: ProbePlan;
}

interface Probe extends Partial<Omit<ProbePlan, 'path' | 'port'>> {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly name: string;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}

interface Deployment {
  readonly replicas?: number;
  readonly minReadySeconds: number;
  readonly strategy: {
    readonly rollingUpdate: { readonly maxSurge: number; readonly maxUnavailable: number };
  };
  readonly template: {
    readonly spec: {
      readonly terminationGracePeriodSeconds: number;
      readonly containers: readonly Container[];
    };
  };
}

interface Autoscaler {
  readonly minReplicas: number;
  readonly scaleTargetRef: { readonly name: string };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: unknown;
}

/** The Deployments of a chart that was rendered. Those whose number an autoscaler says are as few as it lets them be. */
export const deploymentsIn = (rendered: string): readonly DeploymentPlan[] => {
  const manifests = parseAllDocuments(rendered).map((one) => one.toJS() as Manifest | null);
  const named = (kind: string) =>
    manifests.flatMap((one) => (one?.kind === kind ? [{ name: one.metadata.name, spec: one.spec }] : []));
  const scaled = new Map(
    named('HorizontalPodAutoscaler').map(({ spec }) => {
      const { scaleTargetRef, minReplicas } = spec as Autoscaler;
      return [scaleTargetRef.name, minReplicas];
    }),
  );
  return named('Deployment').map(({ name, spec }) => planOf(name, spec as Deployment, scaled.get(name)));
};

const planOf = (name: string, spec: Deployment, fewest = 1): DeploymentPlan => {
  const pod = spec.template.spec;
  const container = theOne(name, pod.containers, 'cairn');
  const variable = (named: string) => container.env.find((one) => one.name === named)?.value ?? '';
  const port = (named: string) => theOne(name, container.ports, named).containerPort;
  const probe = ({ httpGet, ...given }: Probe): ProbePlan => ({
    ...BY_DEFAULT,
    ...given,
    path: httpGet.path,
    port: port(httpGet.port),
  });
  return {
    name,
    part: variable('CAIRN_SERVICE'),
    needs: variable('CAIRN_SERVICES'),
    replicas: spec.replicas ?? fewest,
    ...spec.strategy.rollingUpdate,
    minReadySeconds: spec.minReadySeconds,
    graceSeconds: pod.terminationGracePeriodSeconds,
    preStopSeconds: container.lifecycle.preStop.sleep.seconds,
    ports: { http: port('http'), metrics: port('metrics') },
    startup: probe(container.startupProbe),
    liveness: probe(container.livenessProbe),
    readiness: probe(container.readinessProbe),
  };
};

const BY_DEFAULT = {
  initialDelaySeconds: 0,
  periodSeconds: 10,
  timeoutSeconds: 1,
  failureThreshold: 3,
  successThreshold: 1,
} as const;

const theOne = <Named extends { readonly name: string }>(
  deployment: string,
  all: readonly Named[],
  name: string,
): Named => {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${deployment} has no ${name}`);
  return found;
};
