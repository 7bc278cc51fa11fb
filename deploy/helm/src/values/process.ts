import { type TObject, Type } from '@sinclair/typebox';
import {
  choice,
  countOrShare,
  flag,
  kubernetesList,
  kubernetesObject,
  quantity,
  resources,
  section,
  stringMap,
  text,
  whole,
} from './shapes.js';

const probe = (what: string, path: string, every: number, failures: number, timeout: number) =>
  section(`${what} (GET ${path} on the port of metrics).`, {
    periodSeconds: whole('Asked so often, seconds.', every, 1),
    failureThreshold: whole('After so many failures in a row it counts.', failures, 1),
    timeoutSeconds: whole('An answer that takes longer is a failure, seconds.', timeout, 1),
  });

/** What can be set of every process of Cairn. */
const processProperties = {
  replicas: whole('Pods, where nothing scales them.', 2, 0),
  resources: resources('Requests and limits of the container.', {
    requests: { cpu: '100m', memory: '256Mi' },
    limits: { memory: '512Mi' },
  }),
  autoscaling: section('How the number of pods follows what there is to do.', {
    kind: choice(
      '`auto`: KEDA where its API is there, else a HorizontalPodAutoscaler; `keda`, `hpa`: that one; `none`: neither.',
      ['none', 'auto', 'hpa', 'keda'],
      'none',
    ),
    minReplicas: whole('Pods at least.', 2, 1),
    maxReplicas: whole('Pods at most.', 6, 1),
    targetCPUUtilizationPercentage: whole('CPU, in per cent of the request, that is aimed at.', 70, 1),
    lagSeconds: whole(
      'With KEDA: another pod for each so many seconds that the oldest durable work of the service has waited. 0: by CPU alone.',
      30,
    ),
    waitingRuns: whole(
      'With KEDA, of models alone: another pod for each so many questions to models that wait. 0: not by them.',
      4,
    ),
    behavior: kubernetesObject('`behavior` of the HorizontalPodAutoscaler.'),
  }),
  podDisruptionBudget: section('How many pods a drain of nodes leaves.', {
    enabled: flag('Whether there is one; it needs two pods or more.', true),
    maxUnavailable: countOrShare('Pods that may be away at the same time.', 1),
  }),
  updateStrategy: kubernetesObject('`strategy` of the Deployment.', {
    type: 'RollingUpdate',
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
  }),
  minReadySeconds: whole('A new pod must have been ready for so long before the next is replaced.', 10),
  progressDeadlineSeconds: whole(
    'An upgrade is told to have failed when no new pod became ready for so long: read models that are made anew take some 1,000 items a second.',
    3600,
    60,
  ),
  revisionHistoryLimit: whole('ReplicaSets that are kept for the way back.', 5),
  preStopSeconds: whole('A pod that ends goes on for so long, until everybody has heard that it does.', 10),
  terminationGracePeriodSeconds: whole(
    'What a pod may take to end, with `preStopSeconds`: Cairn drains for ten seconds at most.',
    35,
    1,
  ),
  startupProbe: probe(
    'Whether the process has started; a gateway has when its read models have caught up once. A start waits for engines: a minute for each, times `CAIRN_PATIENCE`; a probe that gives up sooner is refused',
    '/startupz',
    2,
    150,
    2,
  ),
  livenessProbe: probe('Whether it lives; it asks no engine', '/livez', 10, 6, 5),
  readinessProbe: probe(
    'Whether it takes requests; read models that fall behind later and engines that are away take no pod out',
    '/readyz',
    5,
    2,
    3,
  ),
  temporary: section('Where uploads and archives wait (`/tmp`).', {
    size: quantity('At most so much.', '2Gi'),
    storageClassName: text(
      'A volume of this class, made and removed with the pod, instead of the disk of the node.',
    ),
  }),
  heapMegabytes: whole('`--max-old-space-size` of Node. 0: Node chooses by the limit of memory.', 0),
  priorityClassName: text('PriorityClass of the pods.'),
  runtimeClassName: text('RuntimeClass of the pods.'),
  schedulerName: text('Scheduler of the pods.'),
  nodeSelector: stringMap('Labels of the nodes that may run the pods.'),
  tolerations: kubernetesList('Taints that the pods tolerate.'),
  affinity: kubernetesObject('Affinity of the pods.'),
  topologySpreadConstraints: kubernetesList(
    'How pods are spread. `labelSelector` is that of the process where none is given.',
    [
      { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' },
      { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' },
    ],
  ),
  annotations: stringMap('Annotations of the Deployment or StatefulSet.'),
  labels: stringMap('Labels of the Deployment or StatefulSet.'),
  podAnnotations: stringMap('Annotations of the pods.'),
  podLabels: stringMap('Labels of the pods.'),
  extraEnv: kubernetesList('Further environment variables of the container.'),
  extraEnvFrom: kubernetesList('Further sources of environment variables.'),
  extraVolumes: kubernetesList('Further volumes of the pod.'),
  extraVolumeMounts: kubernetesList('Further mounts of the container.'),
  initContainers: kubernetesList('Containers that run before it.'),
  extraContainers: kubernetesList('Containers beside it.'),
  hostAliases: kubernetesList('Entries of /etc/hosts.'),
  dnsConfig: kubernetesObject('DNS of the pods.'),
} as const;

export const processSection: TObject = section('', processProperties);

/** One pod, never two: nothing scales it, and a drain of its node moves it. */
const { replicas, autoscaling, podDisruptionBudget, updateStrategy, minReadySeconds, ...ofOnePod } =
  processProperties;
const { progressDeadlineSeconds, ...embeddedProperties } = ofOnePod;
export const embeddedSection: TObject = section('', embeddedProperties);

/** The defaults of all of them, as one object. */
export const defaultsOfProcess = section(
  'What holds for every process of a cluster, and for the one of `embedded` mode, unless its own section says otherwise.',
  processProperties,
);

/** A process whose section is written in `values.yaml` as far as it differs. */
export const processWith = (description: string, differs: object, shape: TObject = processSection) =>
  Type.Unsafe<object>({ ...shape, description, default: differs });
