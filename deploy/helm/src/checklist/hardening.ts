import { type Item, wrong } from './item.js';
import { containersOf, type KubernetesObject, ofKind, type Pod, podsOf, variablesOf } from './objects.js';

const of = ({ of: told }: Pod): string => told;

/** Variables that hold a login, or an address with one in it. */
const SECRET =
  /^(?:CAIRN_(?:SECRET|SECRET_BEFORE|ADMIN_PASSWORD|S3_ACCESS_KEY|S3_SECRET_KEY|S3_SESSION_TOKEN|KAFKA_USER|KAFKA_PASSWORD)|CHECK_(?:LOGIN|PASSWORD))$/;
const LOGIN_IN_ADDRESS = /:\/\/[^/\s]*@/;

/** `restricted` of Kubernetes' Pod Security Standards, as far as a chart decides it. */
const isRestricted = ({ spec }: Pod): boolean =>
  spec.securityContext?.['runAsNonRoot'] === true &&
  (spec.securityContext['seccompProfile'] as { type?: string } | undefined)?.type === 'RuntimeDefault' &&
  spec.containers.every(({ securityContext: own = {} }) => {
    const { drop = [], add = [] } = (own['capabilities'] ?? {}) as { drop?: string[]; add?: string[] };
    return own['allowPrivilegeEscalation'] === false && drop.join() === 'ALL' && add.length === 0;
  });

const writable = (pod: Pod): readonly string[] =>
  containersOf(pod)
    .flatMap(({ volumeMounts = [] }) => volumeMounts)
    .filter(({ readOnly }) => readOnly !== true)
    .map(({ mountPath }) => mountPath);

/** What a strict review asks of pods and secrets. */
export const hardening: readonly Item[] = [
  {
    promise: 'PodSecurity restricted, of every pod: processes, backup, hook',
    findings: ({ objects }) => wrong(podsOf(objects), isRestricted, of),
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec securityContext runAsNonRoot', to: false },
      { kind: 'Deployment', at: 'spec template spec containers 0 securityContext capabilities' },
      { kind: 'Pod', at: 'spec securityContext seccompProfile' },
      {
        kind: 'CronJob',
        at: 'spec jobTemplate spec template spec containers 0 securityContext allowPrivilegeEscalation',
        to: true,
        set: 'embedded-kept',
      },
    ],
  },
  {
    promise:
      'a root that nobody can write; what is written lies in /tmp and, embedded, in the volumes of the data',
    findings: ({ objects }) =>
      podsOf(objects).flatMap((pod) => [
        ...wrong(
          containersOf(pod),
          ({ securityContext = {} }) => securityContext['readOnlyRootFilesystem'] === true,
          ({ name }) => `${pod.of}, container ${name}`,
        ),
        ...wrong(
          writable(pod),
          (path) => /^\/(?:tmp|data|backup|vault-backup)$/.test(path),
          (path) => `${pod.of} writes ${path}`,
        ),
      ]),
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec containers 0 securityContext readOnlyRootFilesystem' },
      { kind: 'Deployment', at: 'spec template spec containers 0 volumeMounts 0 mountPath', to: '/app' },
    ],
  },
  {
    promise: 'no pod has a token of the cluster, and none sees other Services in its environment',
    findings: ({ objects }) => [
      ...wrong(
        podsOf(objects),
        ({ spec }) => spec.automountServiceAccountToken === false && spec.enableServiceLinks === false,
        of,
      ),
      ...wrong(
        ofKind(objects, 'ServiceAccount'),
        ({ automountServiceAccountToken }) => automountServiceAccountToken === false,
        ({ metadata }) => metadata.name,
      ),
    ],
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec automountServiceAccountToken' },
      { kind: 'Pod', at: 'spec enableServiceLinks' },
      { kind: 'ServiceAccount', at: 'automountServiceAccountToken', to: true },
    ],
  },
  {
    promise: 'the chart makes no Secret and gives no rights',
    findings: ({ objects }) =>
      objects
        .filter(({ kind }) => /^(?:Secret|(?:Cluster)?Role(?:Binding)?)$/.test(kind))
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    spoiled: [{ kind: 'ConfigMap', at: 'kind', to: 'Secret' }],
  },
  {
    promise: 'logins come from Secrets that are there, and from nowhere else',
    findings: ({ objects }) => [
      ...podsOf(objects).flatMap((pod) =>
        wrong(
          variablesOf(pod),
          ({ name, value = '', valueFrom }) =>
            (!SECRET.test(name) || valueFrom?.secretKeyRef !== undefined) && !LOGIN_IN_ADDRESS.test(value),
          ({ name }) => `${pod.of}: ${name}`,
        ),
      ),
      ...ofKind(objects, 'ConfigMap').flatMap(({ metadata, data = {} }: KubernetesObject) =>
        wrong(
          Object.entries(data),
          ([name, value]) => !SECRET.test(name) && !LOGIN_IN_ADDRESS.test(value),
          ([name]) => `${metadata.name}: ${name}`,
        ),
      ),
    ],
    spoiled: [
      {
        kind: 'Deployment',
        at: 'spec template spec containers 0 env 3',
        to: { name: 'CAIRN_SECRET', value: 'in the open' },
      },
      { kind: 'ConfigMap', at: 'data CAIRN_SMTP_URL', to: 'smtps://user:password@mail:465' },
    ],
  },
  {
    promise: 'one image for every process, the hook and the backup',
    findings: ({ objects }) => {
      const images = new Set(
        podsOf(objects).flatMap(({ spec }) => spec.containers.map(({ image }) => image)),
      );
      return images.size === 1 ? [] : [[...images].join(', ')];
    },
    spoiled: [{ kind: 'Pod', at: 'spec containers 0 image', to: 'busybox' }],
  },
];
