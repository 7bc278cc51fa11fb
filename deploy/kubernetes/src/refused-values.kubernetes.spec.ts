import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART, valueSets } from '@cairn/helm';
import { HELM_MAJORS, renderChart } from './helm.js';

const URL = 'mongodb://mongodb:27017/cairn?tls=true';
const engines = (of: object) => ({ engines: of });

/** What the schema cannot see: values that do not fit together, over those of a set, and the name by which they are told. */
const UNFIT: readonly (readonly [told: string, set: string, over: object])[] = [
  ['secrets.existingSecret', 'small', { secrets: { existingSecret: '' } }],
  ['engines.eventstoredb.existingSecret', 'small', engines({ eventstoredb: { existingSecret: '' } })],
  ['engines.smtp.existingSecret', 'small', engines({ smtp: { existingSecret: '' } })],
  ['engines.s3.url', 'small', engines({ s3: { url: '' } })],
  ['engines.s3.url', 'small', engines({ s3: { url: 'http://s3.example.com' } })],
  ['engines.vault.key', 'small', engines({ vault: { key: 'mongodb' } })],
  ['engines.mongodb.url', 'small', engines({ mongodb: { url: URL } })],
  ['engines.vault.url', 'external', engines({ mongodb: { url: URL }, vault: { url: URL } })],
  ['engines.mongodb.url', 'external', engines({ mongodb: { url: 'mongodb://mongodb:27017/cairn' } })],
  ['engines.eventstoredb.url', 'external', engines({ eventstoredb: { url: 'esdb://it:2113?tls=false' } })],
  ['engines.smtp.url', 'external', engines({ smtp: { url: 'smtp://mail:25' } })],
  ['engines.kafka.tls', 'external', engines({ kafka: { tls: false } })],
  ['engines.kafka.existingSecret', 'external', engines({ kafka: { sasl: 'plain' } })],
  ['tls.caSecret', 'external', { tls: { caConfigMap: 'ca' } }],
  ['ingress.hosts', 'small', { ingress: { enabled: true } }],
  ['httpRoute.parentRefs', 'small', { httpRoute: { enabled: true } }],
  ['gateway.terminationGracePeriodSeconds', 'small', { gateway: { terminationGracePeriodSeconds: 20 } }],
  ['models.startupProbe', 'small', { models: { startupProbe: { failureThreshold: 30 } } }],
  ['identity.startupProbe', 'small', { config: { CAIRN_PATIENCE: 5 } }],
  ['models.autoscaling.maxReplicas', 'small', { models: { autoscaling: { maxReplicas: 1 } } }],
  ['secrets.secretBeforeKey', 'embedded', { secrets: { secretBeforeKey: 'before' } }],
  ['embedded.restore.enabled', 'embedded', { embedded: { restore: { enabled: true } } }],
  ['embedded.backup.enabled', 'embedded-kept', engines({ eventstoredb: { existingSecret: 'eventstoredb' } })],
];

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-values-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(HELM_MAJORS)('values that do not fit together, by Helm %i', (helm) => {
  const rendered = (name: string, over: object): Promise<string> => {
    const set = valueSets().find((one) => one.name === name)!;
    const file = join(folder, 'over.yaml');
    writeFileSync(file, JSON.stringify(over));
    return renderChart({ ...set, helm, chart: CHART, values: [set.values, file] });
  };

  it.each(UNFIT)('are told by name: %s (%s) %j', async (told, set, over) => {
    const names = new RegExp(`cannot be installed:[^]*\\n  - ${told.replaceAll('.', '\\.')}\\b`);
    await expect(rendered(set, over)).rejects.toThrow(names);
  });

  it('are told all at once', async () => {
    const over = { secrets: { existingSecret: '' }, ingress: { enabled: true } };
    await expect(rendered('small', over)).rejects.toThrow(/secrets\.existingSecret[^]*ingress\.hosts/);
  });

  it('are taken where the operator allows engines without TLS', async () => {
    const over = {
      allowPlaintext: true,
      s3: { url: 'http://s3:9000' },
      kafka: { brokers: 'kafka:9092', tls: false },
    };
    expect(await rendered('small', engines(over))).toContain('value: "http://s3:9000"');
  });
});
