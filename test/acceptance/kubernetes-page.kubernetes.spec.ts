/** Who copies the lines of docs/kubernetes.md comes from an empty namespace to a release that passes its test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HELM_MAJORS, KubeCluster } from '@cairn/kubernetes';
import { linesOf, ranAs } from '../support/documented.js';

jest.setTimeout(600_000);

const PAGE = 'docs/kubernetes.md';
const SUCCEEDED = /^Phase: +Succeeded$/gm;
/** What a reader has from somebody else. */
const GIVEN = Object.fromEntries(
  [
    ...['ADMIN_PASSWORD', 'EVENTSTOREDB_URL', 'MONGODB_URL', 'VAULT_MONGODB_URL', 'SMTP_URL'],
    ...['S3_ACCESS_KEY', 'S3_SECRET_KEY', 'KAFKA_USER', 'KAFKA_PASSWORD'],
  ].map((name) => [name, 'given']),
);

let cluster: KubeCluster;
let folder: string;
beforeAll(async () => {
  cluster = await KubeCluster.start();
  folder = mkdtempSync(join(tmpdir(), 'cairn-page-'));
}, 600_000);
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

describe.each(HELM_MAJORS)(`${PAGE} with Helm %i`, (helm) => {
  const ran = async (namespace: string, ...parts: readonly string[]): Promise<string> => {
    const VALUES = join(folder, 'values.yaml');
    writeFileSync(VALUES, linesOf(PAGE, 'kubernetes values'));
    const lines = parts.map((part) => linesOf(PAGE, `kubernetes ${part}`)).join('\n');
    const given = { ...GIVEN, NAMESPACE: `${namespace}-${helm}`, REGISTRY: 'registry.example.com', VALUES };
    return ranAs(lines, { ...given, ...(await cluster.environment(helm)) });
  };

  it('is as it stands there: one pod, and its backup in the place of its data', async () => {
    expect((await ran('one', 'embedded', 'restore')).match(SUCCEEDED)).toHaveLength(2);
  });

  it('is as it stands there: a cluster', async () => {
    expect((await ran('many', 'secrets', 'cluster')).match(SUCCEEDED)).toHaveLength(1);
  });
});
