import { allServices } from '@cairn/services';
import { Type } from '@sinclair/typebox';
import { engines } from './engines.js';
import { httpRoute, ingress, monitoring, networkPolicy, service } from './outside.js';
import { defaultsOfProcess, embeddedSection, processWith } from './process.js';
import { settings } from './settings.js';
import {
  choice,
  flag,
  keyName,
  kubernetesList,
  kubernetesObject,
  objectName,
  quantity,
  section,
  stringMap,
  strings,
  text,
  whole,
} from './shapes.js';

const image = section('The image, one for every process.', {
  registry: text('Registry, or a mirror of it.', '', { pattern: '^[^\\s/@]*(/[^\\s@]+)?$' }),
  repository: text('Repository in it.', 'cairn', { pattern: '^[a-z0-9]+([._/-][a-z0-9]+)*$' }),
  tag: text('Tag. Empty: the `appVersion` of the chart.', '', { pattern: '^[A-Za-z0-9_.-]{0,128}$' }),
  digest: text('Digest, which wins over the tag: `sha256:…`.', '', {
    pattern: '^(sha256:[0-9a-f]{64})?$',
  }),
  pullPolicy: choice('When nodes ask for it.', ['Always', 'IfNotPresent', 'Never'], 'IfNotPresent'),
  pullSecrets: strings('Names of Secrets by which nodes may pull it.'),
});

const secrets = section('The Secret of Cairn itself. The chart makes no Secret and changes none.', {
  existingSecret: objectName('Its name; a cluster needs it.'),
  secretKey: keyName('Its key whose value is CAIRN_SECRET, which wraps the keys in the vault.', 'secret'),
  secretBeforeKey: text(
    'Its key with CAIRN_SECRET_BEFORE, while what wraps the vault is changed (docs/operations.md).',
    '',
    { pattern: '^[-._a-zA-Z0-9]{0,253}$' },
  ),
  adminPasswordKey: text(
    'Its key with the password of the first administrator. Empty: made up, and printed once in the log of identity (`embedded`: of the pod).',
    '',
    { pattern: '^[-._a-zA-Z0-9]{0,253}$' },
  ),
  revision: text('Any text: another one rolls every pod, after a Secret was changed.'),
});

const tls = section('What pods trust, and by what they are known, beside what the system trusts.', {
  caSecret: objectName('Secret with the certificates of your own authorities (PEM).'),
  caConfigMap: objectName('ConfigMap with the same, instead.'),
  caKey: keyName(
    'Key of either. It is `/etc/cairn/ca/ca.crt` in each pod, and NODE_EXTRA_CA_CERTS.',
    'ca.crt',
  ),
  certificates: Type.Array(
    Type.Object(
      {
        name: Type.String({ pattern: '^[a-z0-9]([-a-z0-9]{0,40}[a-z0-9])?$' }),
        existingSecret: Type.String({ minLength: 1 }),
      },
      { additionalProperties: false },
    ),
    {
      description:
        'Secrets with client certificates, each in each pod at `/etc/cairn/tls/<name>`, for `userCertFile`, `tlsCertificateKeyFile` and the like in addresses.',
      default: [],
    },
  ),
});

const serviceAccount = section('The account of the pods; it has no token and no rights.', {
  create: flag('Whether the chart makes it.', true),
  name: objectName('Its name. Empty: that of the release, or `default` where it is not made.'),
  annotations: stringMap('Its annotations: the role of the cloud by which S3 knows Cairn.'),
});

const security = section(
  'User and groups of the processes. What PodSecurity *restricted* asks for is fixed.',
  {
    runAsUser: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      description: 'User; null where the cluster chooses one (OpenShift).',
      default: 10001,
    }),
    fsGroup: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1,
      description: 'Group of the volumes; null likewise.',
      default: 10001,
    }),
  },
);

const claim = (what: string, size: string) =>
  section(`The volume of ${what}.`, {
    size: quantity('Its size.', size),
    storageClassName: text('Its StorageClass. Empty: that of the cluster.'),
    existingClaim: objectName('A claim that is there already, instead.'),
    annotations: stringMap('Annotations of the claim.'),
  });

const restore = section(
  'Puts the backup in the place of the data, once (docs/kubernetes.md). While it is on, Cairn does not run.',
  { enabled: flag('Whether the backup is put back.', false) },
);

const embedded = section('The embedded engines in one StatefulSet (`mode: embedded`): one pod, never two.', {
  persistence: claim('the data', '20Gi'),
  restore,
  backup: section('A CronJob that backs up while Cairn runs (docs/backup.md).', {
    enabled: flag('Whether there is one.', false),
    schedule: text('When, as cron writes it.', '17 2 * * *', { pattern: '^(@[a-z]+|(\\S+\\s+){4}\\S+)$' }),
    timeZone: text('In which time zone. Empty: that of the cluster.'),
    suspend: flag('Whether it is held back.', false),
    activeDeadlineSeconds: whole('A backup that takes longer is given up.', 3600, 60),
    history: whole('Jobs that are kept, of each outcome.', 3),
    resources: kubernetesObject('Requests and limits of the container.', {
      requests: { cpu: '100m', memory: '256Mi' },
      limits: { memory: '512Mi' },
    }),
    persistence: claim('the backup of log and files', '20Gi'),
    vaultPersistence: claim('the backup of the keys, which is kept apart and shorter', '1Gi'),
  }),
});

const helmTest = section('`helm test`: signs in, makes, reads and deletes.', {
  enabled: flag('Whether there is one.', true),
  existingSecret: objectName(
    'Secret with the login of an account to do it as. Without it an account is registered, and erased at the end.',
  ),
  userKey: keyName('Its key with the user name.', 'username'),
  passwordKey: keyName('Its key with the password.', 'password'),
  resources: kubernetesObject('Requests and limits of the container.', {
    requests: { cpu: '50m', memory: '64Mi' },
    limits: { memory: '256Mi' },
  }),
});

const keda = section('KEDA, for processes whose `autoscaling` uses it.', {
  prometheusAddress: text('Address of the Prometheus that is asked for lag. Empty: CPU alone.', '', {
    pattern: '^(https?://[^\\s]+)?$',
  }),
  authentication: objectName('TriggerAuthentication for it.'),
});

/** What differs from `defaults`, of each service. */
const OF_SERVICES: Readonly<Record<string, object>> = {
  datasets: {
    resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } },
    temporary: { size: '80Gi' },
  },
  graphs: { temporary: { size: '80Gi' } },
  models: {
    resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '4Gi' } },
    temporary: { size: '20Gi' },
  },
};
const OF_EVERY_SERVICE = { minReadySeconds: 30, preStopSeconds: 15, terminationGracePeriodSeconds: 40 };

const services = Object.fromEntries(
  allServices.map(({ name }) => [
    name,
    processWith(`The service ${name}: what differs from \`defaults\`.`, {
      ...OF_EVERY_SERVICE,
      ...OF_SERVICES[name],
    }),
  ]),
);

/** The values of the chart: `values.schema.json`, `values.yaml` and the table of its README are written from this. */
export const Values = section('Values of the Cairn chart.', {
  mode: choice(
    '`cluster`: a Deployment for the gateway, each service and the relay, on engines that are there. `embedded`: everything in one pod of a StatefulSet.',
    ['cluster', 'embedded'],
    'cluster',
  ),
  nameOverride: text('Instead of `cairn` in names.', '', {
    pattern: '^([a-z0-9]([-a-z0-9]{0,40}[a-z0-9])?)?$',
  }),
  fullnameOverride: text('Instead of release and name in names.', '', {
    pattern: '^([a-z]([-a-z0-9]{0,40}[a-z0-9])?)?$',
  }),
  baseUrl: text(
    'Where people reach Cairn, without a slash at the end: for links. Empty: the first host of the Ingress or the route, else the name of the Service.',
    '',
    { pattern: '^(https?://[^\\s/?#@]+(/[^?#\\s]*[^/?#\\s])?)?$' },
  ),
  listenAddress: choice(
    'What pods listen on; `::` where the cluster has IPv6.',
    ['0.0.0.0', '::'],
    '0.0.0.0',
  ),
  image,
  config: settings,
  secrets,
  engines,
  tls,
  serviceAccount,
  security,
  defaults: defaultsOfProcess,
  gateway: processWith('The gateways: what differs from `defaults`.', {
    temporary: { size: '20Gi' },
    resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1Gi' } },
    // It starts when its read models have caught up: no sooner than an upgrade may take (`progressDeadlineSeconds`).
    startupProbe: { failureThreshold: 1800 },
  }),
  ...services,
  relay: processWith('The relay: what differs from `defaults`. One publishes, the others stand by.', {
    preStopSeconds: 5,
    terminationGracePeriodSeconds: 30,
  }),
  embeddedProcess: processWith(
    'The process of `embedded` mode: what differs from `defaults`.',
    {
      resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '4Gi' } },
      temporary: { size: '160Gi' },
    },
    embeddedSection,
  ),
  embedded,
  service,
  ingress,
  httpRoute,
  networkPolicy,
  keda,
  monitoring,
  helmTest,
  commonLabels: stringMap('Labels of every object.'),
  commonAnnotations: stringMap('Annotations of every object.'),
  extraObjects: kubernetesList('Further objects; they are rendered as templates.'),
  global: kubernetesObject('Values that a chart above hands down; Cairn reads none.'),
});
