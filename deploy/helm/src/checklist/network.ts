import { processes } from '../generate/processes.js';
import { type Item, wrong } from './item.js';
import {
  componentOf,
  type KubernetesObject,
  ofKind,
  type Peer,
  podsOf,
  processPodsOf,
  type Rule,
  variablesOf,
} from './objects.js';

const COMPONENT = 'app.kubernetes.io/component';
/** The variable by which a process is told of an engine. */
const TOLD_BY: Readonly<Record<string, string>> = {
  eventstoredb: 'CAIRN_EVENTSTOREDB_URL',
  mongodb: 'CAIRN_MONGODB_URL',
  vault: 'CAIRN_VAULT_MONGODB_URL',
  s3: 'CAIRN_S3_URL',
  kafka: 'CAIRN_KAFKA_BROKERS',
  smtp: 'CAIRN_SMTP_URL',
};

const policyOf = (objects: readonly KubernetesObject[], component: string): KubernetesObject | undefined =>
  ofKind(objects, 'NetworkPolicy').find(
    ({ spec }) => spec?.podSelector?.matchLabels?.[COMPONENT] === component,
  );

const components = (peers: readonly Peer[] = []): readonly string[] =>
  peers.map(({ podSelector }) => podSelector?.matchLabels?.[COMPONENT] ?? '').filter((name) => name !== '');

const isHttp = ({ ports = [] }: Rule): boolean => ports.some(({ port }) => port === 'http');
const isDns = ({ ports = [] }: Rule): boolean => ports.every(({ port }) => port === 53);

/** Whom the policy of a process lets it ask, of the processes of the release. */
const asked = (policy: KubernetesObject | undefined): readonly string[] =>
  (policy?.spec?.egress ?? []).filter(isHttp).flatMap(({ to }) => components(to));

const sorted = (names: readonly string[]): string => [...names].sort().join();

/** What may reach what. */
export const network: readonly Item[] = [
  {
    promise:
      'nothing reaches a pod, and no pod reaches anything, but what is named: a policy that denies by default',
    findings: ({ objects }) => {
      const deny = ofKind(objects, 'NetworkPolicy').find(
        ({ spec }) =>
          spec?.policyTypes?.join() === 'Ingress,Egress' &&
          spec.ingress === undefined &&
          spec.egress === undefined,
      );
      const labels = deny?.spec?.podSelector?.matchLabels ?? {};
      if (deny === undefined) return ['no policy denies by default'];
      return wrong(
        podsOf(objects),
        (pod) => Object.entries(labels).every(([name, value]) => pod.labels[name] === value),
        ({ of }) => `${of} is not selected by it`,
      );
    },
    spoiled: [
      { kind: 'NetworkPolicy', at: 'spec policyTypes', to: ['Ingress'] },
      { kind: 'Pod', at: 'metadata labels', to: {} },
    ],
  },
  {
    promise: 'each process may ask the services that it needs, and no other',
    findings: ({ mode, objects }) =>
      mode === 'embedded'
        ? []
        : wrong(
            processPodsOf(objects),
            (pod) =>
              sorted(asked(policyOf(objects, componentOf(pod)))) ===
              sorted(processes[componentOf(pod)]?.asks ?? ['?']),
            ({ of }) => of,
          ),
    spoiled: [{ kind: 'NetworkPolicy', name: 'cairn-identity', at: 'spec egress', to: [] }],
  },
  {
    promise: 'each service may be asked by those that need it, and by no other',
    findings: ({ mode, objects }) =>
      mode === 'embedded'
        ? []
        : processPodsOf(objects).flatMap((pod) => {
            const name = componentOf(pod);
            const from = (policyOf(objects, name)?.spec?.ingress ?? [])
              .filter(isHttp)
              .flatMap((rule) => components(rule.from));
            const needing = Object.keys(processes).filter((one) => processes[one]?.asks.includes(name));
            const isRight = name === 'gateway' || sorted(from) === sorted(needing);
            return isRight ? [] : [`${pod.of} is asked by ${sorted(from)}`];
          }),
    spoiled: [{ kind: 'NetworkPolicy', name: 'cairn-identity', at: 'spec ingress 0 from', to: [] }],
  },
  {
    promise: 'each process may reach the engines that it is told of, DNS, and nothing else',
    findings: ({ objects }) =>
      processPodsOf(objects).flatMap((pod) => {
        const names = new Set(variablesOf(pod).map(({ name }) => name));
        const engines = Object.values(TOLD_BY).filter((name) => names.has(name)).length;
        const traces = ofKind(objects, 'ConfigMap').some(({ data }) => data?.['CAIRN_OTLP_ENDPOINT']) ? 1 : 0;
        const egress = policyOf(objects, componentOf(pod))?.spec?.egress ?? [];
        const others = egress.filter((rule) => !isHttp(rule) && !isDns(rule));
        const isRight =
          others.length === engines + traces && others.every(({ ports = [] }) => ports.length > 0);
        return isRight ? [] : [`${pod.of}: ${engines} engines, ${others.length} rules`];
      }),
    spoiled: [{ kind: 'NetworkPolicy', at: 'spec egress 2', to: {} }],
  },
  {
    promise: 'each process is told of the engines that it uses, and of no other',
    findings: ({ mode, objects }) =>
      mode === 'embedded'
        ? []
        : processPodsOf(objects).flatMap((pod) => {
            const names = new Set(variablesOf(pod).map(({ name }) => name));
            const told = Object.entries(TOLD_BY)
              .filter(([, name]) => names.has(name))
              .map(([engine]) => engine);
            const wanted = processes[componentOf(pod)]?.engines ?? [];
            return sorted(told) === sorted(wanted) ? [] : [`${pod.of} is told of ${sorted(told)}`];
          }),
    spoiled: [{ kind: 'Deployment', at: 'spec template spec containers 0 env', to: [] }],
  },
  {
    promise: 'services are found by a name that stands for all their pods, which has no port beside it',
    findings: ({ objects }) =>
      wrong(
        processPodsOf(objects),
        (pod) =>
          ofKind(objects, 'Service').some(
            ({ spec }) =>
              spec?.clusterIP === 'None' &&
              (spec.selector as Readonly<Record<string, string>> | undefined)?.[COMPONENT] ===
                componentOf(pod),
          ),
        ({ of }) => of,
      ),
    spoiled: [{ kind: 'Service', name: 'cairn-identity', at: 'spec clusterIP' }],
  },
  {
    promise:
      'addresses that are no Secrets name engines by TLS, and a company’s own authority is known to every process',
    findings: ({ objects }) => {
      const plain = /^http:\/\/|tls=false|^smtp:\/\/|^mongodb:\/\/(?!.*(?:tls|ssl)=true)/;
      const pods = processPodsOf(objects);
      const trusts = pods.filter((pod) =>
        variablesOf(pod).some(({ name }) => name === 'NODE_EXTRA_CA_CERTS'),
      );
      return [
        ...pods.flatMap((pod) =>
          wrong(
            variablesOf(pod).filter(({ name }) => Object.values(TOLD_BY).includes(name)),
            ({ value = '' }) => !plain.test(value),
            ({ name }) => `${pod.of}: ${name}`,
          ),
        ),
        ...wrong(
          pods.flatMap(variablesOf).filter(({ name }) => name === 'CAIRN_KAFKA_TLS'),
          ({ value }) => value === 'true',
          () => 'CAIRN_KAFKA_TLS',
        ),
        ...(trusts.length === 0 || trusts.length === pods.length
          ? []
          : ['some processes trust the authority']),
        ...wrong(
          trusts,
          ({ spec }) => (spec.volumes ?? []).some(({ name }) => name === 'ca'),
          ({ of }) => `${of} has no authority`,
        ),
      ];
    },
    spoiled: [
      { kind: 'Deployment', at: 'spec template spec volumes', to: [] },
      {
        kind: 'Deployment',
        at: 'spec template spec containers 0 env 4',
        to: { name: 'CAIRN_S3_URL', value: 'http://s3' },
      },
    ],
  },
];
