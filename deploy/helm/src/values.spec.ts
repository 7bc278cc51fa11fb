import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { CHART, valueSets } from './sets.js';

type Values = Readonly<Record<string, unknown>>;

const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object;
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Values;

/** As helm lays values over the defaults: `null` removes. */
const over = (below: Values, above: Values): Values =>
  Object.fromEntries(
    [...new Set([...Object.keys(below), ...Object.keys(above)])]
      .map((name) => [name, laid(below[name], above[name], name in above)] as const)
      .filter(([, value]) => value !== null && value !== undefined),
  );
const laid = (below: unknown, above: unknown, isGiven: boolean): unknown => {
  if (!isGiven) return below;
  return isObject(below) && isObject(above) ? over(below, above) : above;
};
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where the schema finds something wrong, as paths. */
const refused = (values: Values): readonly string[] => {
  validate(over(defaults, values));
  return (validate.errors ?? []).map(({ instancePath, params }) => {
    const property = (params as { additionalProperty?: string }).additionalProperty;
    return `${instancePath}${property === undefined ? '' : `/${property}`}`.slice(1).replaceAll('/', '.');
  });
};

/** `{ a: { b: value } }` of `a.b`. */
const at = (path: string, value: unknown): Values =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Values;

const WRONG: readonly (readonly [path: string, value: unknown])[] = [
  ['mode', 'clustered'],
  ['replicas', 3],
  ['gateway.replicas', 'three'],
  ['gateway.replicas', -1],
  ['gateway.replica', 3],
  ['gateway.autoscaling.kind', 'vpa'],
  ['gateway.autoscaling.maxReplicas', 0],
  ['gateway.podDisruptionBudget.maxUnavailable', 'half'],
  ['gateway.resources.limit', { memory: '1Gi' }],
  ['gateway.resources.limits.memory', '1 GB'],
  ['gateway.livenessProbe.path', '/readyz'],
  ['gateway.readinessProbe.periodSeconds', 0],
  ['models.temporary.size', 'large'],
  ['identity.tolerations', { key: 'cairn' }],
  ['relay.nodeSelector.gpu', true],
  ['embeddedProcess.replicas', 2],
  ['embeddedProcess.autoscaling', { kind: 'hpa' }],
  ['baseUrl', 'cairn.example.com'],
  ['baseUrl', 'https://user:password@cairn.example.com'],
  ['fullnameOverride', 'Cairn_1'],
  ['image.digest', 'sha256:abc'],
  ['image.tag', 'v1:latest'],
  ['image.pullPolicy', 'Sometimes'],
  ['image.pullSecrets', 'registry'],
  ['config.CAIRN_RATE_LOGINS', 10],
  ['config.CAIRN_RATE_LOGIN', 'many'],
  ['config.CAIRN_LOG_LEVEL', 'loud'],
  ['config.CAIRN_PORT', 9000],
  ['config.CAIRN_SECRET', 'a secret in the values of a release'],
  ['config.CAIRN_MONGODB_URL', 'mongodb://mongodb/cairn'],
  ['secrets.secret', 'in the open'],
  ['secrets.existingSecret', 'Not A Name'],
  ['engines.mongodb.url', 'mongodb://user:password@mongodb:27017/cairn'],
  ['engines.eventstoredb.url', 'http://eventstoredb:2113'],
  ['engines.kafka.brokers', 'kafka'],
  ['engines.kafka.partitions', 0],
  ['engines.kafka.password', 'secret'],
  ['engines.s3.bucket', 'Not_A_Bucket'],
  ['engines.neo4j', { url: 'bolt://neo4j:7687' }],
  ['service.type', 'ExternalName'],
  ['service.port', 70000],
  ['ingress.hosts', 'cairn.example.com'],
  ['networkPolicy.s3.ports', ['https']],
  ['embedded.backup.schedule', 'nightly'],
  ['monitoring.serviceMonitor.interval', '30'],
  ['security.readOnlyRootFilesystem', false],
  ['security.runAsUser', 0],
];

describe('the values of the chart', () => {
  it('are good as they are, and as each set has them', () => {
    const all = valueSets().map(({ name, values }) => [
      name,
      refused(parse(readFileSync(values, 'utf8')) as Values),
    ]);
    expect(refused({})).toEqual([]);
    expect(all.filter(([, paths]) => (paths ?? []).length > 0)).toEqual([]);
  });

  it.each(WRONG)('%s: %j is refused by its path', (path, value) => {
    expect(refused(at(path, value)).some((found) => found === path || found.startsWith(`${path}.`))).toBe(
      true,
    );
  });

  it('have no object of Cairn’s own that takes another name', () => {
    const open = openObjects(schema, '');
    expect(open.filter((path) => !OF_KUBERNETES.test(path))).toEqual([]);
  });
});

/** What Kubernetes defines, and maps of labels, annotations and amounts. */
const OF_KUBERNETES =
  /(?:labels|Labels|annotations|Annotations|nodeSelector|affinity|behavior|updateStrategy|dnsConfig|requests|limits|resources|global|items)$/;

const openObjects = (shape: object, path: string): readonly string[] =>
  Object.entries(shape).flatMap(([name, inner]: [string, unknown]) => {
    if (!isObject(inner)) return [];
    const here = `${path}.${name}`;
    const isOpen = inner['type'] === 'object' && inner['additionalProperties'] !== false;
    return [...(isOpen ? [here] : []), ...openObjects(inner, here)];
  });
