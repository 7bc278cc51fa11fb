import { ENGINE_WAIT_MS } from '@cairn/kernel';
import { processes } from '../generate/processes.js';
import { type Item, wrong } from './item.js';
import { componentOf, type KubernetesObject, ofKind, type Pod, processPodsOf } from './objects.js';

const PROBES = { startupProbe: '/startupz', livenessProbe: '/livez', readinessProbe: '/readyz' } as const;
/** Cairn ends by itself after ten seconds; the kubelet is not punctual. */
const DRAIN_SECONDS = 15;
const FIXED_LABELS = ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/component'];

const main = ({ spec }: Pod) => spec.containers.find(({ name }) => name === 'cairn');
const of = ({ of: told }: Pod): string => told;

const wanted = (hasKafka: boolean): readonly string[] =>
  Object.keys(processes).filter((name) => name !== 'relay' || hasKafka);

/** Pods of a process at least: what scales it says so, else its Deployment. */
const leastPods = (objects: readonly KubernetesObject[], { object }: Pod): number => {
  const scalers = [...ofKind(objects, 'HorizontalPodAutoscaler'), ...ofKind(objects, 'ScaledObject')];
  const scaler = scalers.find(({ spec }) => spec?.scaleTargetRef?.name === object.metadata.name)?.spec;
  return scaler?.minReplicas ?? scaler?.minReplicaCount ?? object.spec?.replicas ?? 1;
};

const budgetOf = (objects: readonly KubernetesObject[], pod: Pod): KubernetesObject | undefined =>
  ofKind(objects, 'PodDisruptionBudget').find(
    ({ spec }) => spec?.selector?.matchLabels?.['app.kubernetes.io/component'] === componentOf(pod),
  );

/** What the processes of a release are, and how they begin and end. */
export const ofProcesses: readonly Item[] = [
  {
    promise: 'a Deployment for the gateway, each service and, with Kafka, the relay; embedded, one pod alone',
    findings: ({ mode, objects }) => {
      const pods = processPodsOf(objects);
      const found = pods.map(componentOf);
      if (mode === 'embedded') {
        const [only] = ofKind(objects, 'StatefulSet');
        return [
          ...(found.join() === 'embedded' ? [] : [`processes: ${found.join()}`]),
          ...(only?.spec?.replicas === (ofKind(objects, 'Job').length > 0 ? 0 : 1)
            ? []
            : ['the StatefulSet has another number of replicas']),
        ];
      }
      const hasKafka = pods.some((pod) =>
        (main(pod)?.env ?? []).some(({ name }) => name === 'CAIRN_KAFKA_BROKERS'),
      );
      const missing = wanted(hasKafka).filter((name) => !found.includes(name));
      const surplus = found.filter((name) => !wanted(hasKafka).includes(name));
      return [...missing.map((name) => `no Deployment of ${name}`), ...surplus.map((name) => `${name}?`)];
    },
    spoiled: [
      { kind: 'Deployment', at: 'kind', to: 'DaemonSet' },
      { kind: 'StatefulSet', at: 'spec replicas', to: 2, set: 'embedded-kept' },
    ],
  },
  {
    promise: 'each process is told which one it is',
    findings: ({ mode, objects }) =>
      wrong(
        processPodsOf(objects),
        (pod) => {
          const told = (main(pod)?.env ?? []).find(({ name }) => name === 'CAIRN_SERVICE')?.value;
          return mode === 'embedded' ? told === undefined : told === componentOf(pod);
        },
        of,
      ),
    spoiled: [{ kind: 'Deployment', at: 'spec template spec containers 0 env 0 value', to: 'other' }],
  },
  {
    promise: 'startup, liveness and readiness are asked on endpoints of their own, on the port of metrics',
    findings: ({ objects }) =>
      processPodsOf(objects).flatMap((pod) =>
        Object.entries(PROBES)
          .filter(([name, path]) => {
            const probe = main(pod)?.[name as keyof typeof PROBES];
            return probe?.httpGet?.path !== path || probe.httpGet.port !== 'metrics';
          })
          .map(([name]) => `${name} of ${pod.of}`),
      ),
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec containers 0 startupProbe' },
      { kind: 'Deployment', at: 'spec template spec containers 0 livenessProbe httpGet path', to: '/readyz' },
      { kind: 'StatefulSet', at: 'spec template spec containers 0 readinessProbe', set: 'embedded-kept' },
    ],
  },
  {
    promise: 'a start may wait for an engine as long as it does, before its pod is ended',
    findings: ({ objects }) =>
      wrong(
        processPodsOf(objects),
        (pod) => {
          const { periodSeconds = 0, failureThreshold = 0 } = main(pod)?.startupProbe ?? {};
          return periodSeconds * failureThreshold * 1000 > ENGINE_WAIT_MS;
        },
        of,
      ),
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec containers 0 startupProbe failureThreshold', to: 30 },
    ],
  },
  {
    promise: 'a pod that ends goes on until everybody has heard it, and has longer than the drain takes',
    findings: ({ objects }) =>
      wrong(
        processPodsOf(objects),
        (pod) => {
          const seconds = main(pod)?.lifecycle?.preStop?.sleep?.seconds ?? 0;
          return seconds > 0 && (pod.spec.terminationGracePeriodSeconds ?? 30) >= seconds + DRAIN_SECONDS;
        },
        of,
      ),
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec containers 0 lifecycle' },
      { kind: 'Deployment', at: 'spec template spec terminationGracePeriodSeconds', to: 12 },
    ],
  },
  {
    promise: 'a new pod is ready before an old one goes, and has been for some seconds',
    findings: ({ objects }) =>
      wrong(
        ofKind(objects, 'Deployment'),
        ({ spec }) =>
          spec?.strategy?.rollingUpdate?.['maxUnavailable'] === 0 && (spec.minReadySeconds ?? 0) >= 10,
        ({ metadata }) => metadata.name,
      ),
    spoiled: [
      { kind: 'Deployment', at: 'spec strategy rollingUpdate maxUnavailable', to: 1 },
      { kind: 'Deployment', at: 'spec minReadySeconds' },
    ],
  },
  {
    promise: 'of several pods a drain of nodes takes one at a time, and of one it is not held up',
    findings: ({ objects }) =>
      processPodsOf(objects).flatMap((pod) => {
        const pods = leastPods(objects, pod);
        const budget = budgetOf(objects, pod);
        const isRight = pods > 1 ? (budget?.spec?.maxUnavailable ?? 0) !== 0 : budget === undefined;
        return isRight ? [] : [`${pod.of} has ${pods} pods and ${budget === undefined ? 'no' : 'a'} budget`];
      }),
    spoiled: [
      { kind: 'PodDisruptionBudget', at: 'kind', to: 'Other' },
      { kind: 'PodDisruptionBudget', at: 'spec maxUnavailable', to: 0 },
    ],
  },
  {
    promise: 'pods are spread over zones and nodes, or as the operator says',
    findings: ({ objects }) =>
      wrong(
        processPodsOf(objects),
        ({ spec }) =>
          (spec.topologySpreadConstraints ?? []).length > 0 &&
          (spec.topologySpreadConstraints ?? []).every(({ labelSelector }) => labelSelector !== undefined),
        of,
      ),
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec topologySpreadConstraints' },
      { kind: 'Deployment', at: 'spec template spec topologySpreadConstraints 0 labelSelector' },
    ],
  },
  {
    promise: 'what selects pods never changes with a release',
    findings: ({ objects }) =>
      wrong(
        processPodsOf(objects),
        ({ object }) =>
          Object.keys(object.spec?.selector?.matchLabels ?? {})
            .sort()
            .join() === [...FIXED_LABELS].sort().join(),
        of,
      ),
    spoiled: [{ kind: 'Deployment', at: 'spec selector matchLabels helm.sh/chart', to: 'x' }],
  },
  {
    promise: 'pods are replaced when their settings have changed, and not for a new chart alone',
    findings: ({ objects }) =>
      wrong(
        processPodsOf(objects),
        ({ annotations, labels }) =>
          /^[0-9a-f]{64}$/.test(annotations['checksum/settings'] ?? '') &&
          labels['helm.sh/chart'] === undefined,
        of,
      ),
    spoiled: [{ kind: 'Deployment', at: 'spec template metadata annotations' }],
  },
  {
    promise: 'each container has a limit of memory and requests',
    findings: ({ objects }) =>
      wrong(
        processPodsOf(objects),
        (pod) => {
          const { limits = {}, requests = {} } = main(pod)?.resources ?? {};
          return 'memory' in limits && 'memory' in requests && 'cpu' in requests;
        },
        of,
      ),
    spoiled: [{ kind: 'Deployment', at: 'spec template spec containers 0 resources limits' }],
  },
];
