import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART, committedOf, committedSets, valueSets } from '@cairn/helm';
import { lintDockerfile } from './checks/dockerfile.js';
import { checkSchemas } from './checks/schemas.js';
import { HELM_MAJORS, renderChart, runHelm } from './helm.js';
import { renderedOf, renderingOf } from './testing/rendering.js';
import { KUBE_VERSIONS } from './tools/kubernetes-schemas.js';

const sets = valueSets();
const IMAGE = join(__dirname, '../../image/Dockerfile');

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-chart-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe.each(HELM_MAJORS)('the chart, by Helm %i', (helm) => {
  it.each(sets)('renders the same for each version of Kubernetes: $name', async (set) => {
    const text = await renderingOf(set);
    for (const kubeVersion of KUBE_VERSIONS)
      expect(await renderChart({ ...set, helm, chart: CHART, values: [set.values], kubeVersion })).toBe(text);
  });

  it.each(sets)('has nothing that lint complains of: $name', async ({ values }) => {
    const args = ['lint', CHART, '--strict', '--values', values, '--kube-version', KUBE_VERSIONS.at(-1)!];
    expect(await runHelm(helm, args)).toContain('1 chart(s) linted, 0 chart(s) failed');
  });

  it('is refused below the oldest version that it is for', async () => {
    const old = { ...sets[0]!, helm, chart: CHART, values: [sets[0]!.values], kubeVersion: '1.32.9' };
    await expect(renderChart(old)).rejects.toThrow(
      'chart requires kubeVersion: >=1.33.0-0 which is incompatible with Kubernetes v1.32.9',
    );
  });
});

describe('what is in git', () => {
  it.each(committedSets())('is what the chart renders: $name', async (set) => {
    expect(committedOf(set).text).toBe(await renderingOf(set));
  });
});

describe.each(KUBE_VERSIONS)('the schemas of Kubernetes %s', (kubeVersion) => {
  it('know every kind and every field of all that is rendered', async () => {
    const files = await Promise.all(
      sets.map(async (set) => written(`${set.name}.yaml`, await renderingOf(set))),
    );
    const objects = (await Promise.all(sets.map(renderedOf))).flat().length;
    expect(objects).toBeGreaterThan(100);
    expect(await checkSchemas(files, kubeVersion)).toBe(objects);
  });

  it.each([
    ['a field', 'apps/v1', 'Deployment', { replicaz: 1 }, `additional properties 'replicaz' not allowed`],
    ['a type', 'apps/v1', 'Deployment', { replicas: 'two' }, '/spec/replicas'],
    ['a kind', 'apps/v1', 'Deploiment', {}, 'could not find schema for Deploiment'],
    [
      'a field of a kind of others',
      'monitoring.coreos.com/v1',
      'ServiceMonitor',
      { selector: {}, endpoints: [{ prt: 'metrics' }] },
      `additional properties 'prt' not allowed`,
    ],
  ])('refuse %s that they do not know', async (_, apiVersion, kind, spec, why) => {
    const file = written(
      `${kind}.yaml`,
      JSON.stringify({ apiVersion, kind, metadata: { name: 'it' }, spec }),
    );
    await expect(checkSchemas([file], kubeVersion)).rejects.toThrow(why);
  });
});

describe('the Dockerfile of the image', () => {
  it('has nothing that hadolint complains of', async () => {
    expect(await lintDockerfile(IMAGE)).toBe('');
  });

  it('would be complained of', async () => {
    const file = written('Dockerfile', 'FROM node\nRUN cd /tmp && sudo true\n');
    await expect(lintDockerfile(file)).rejects.toThrow(/DL3006.*DL3004/s);
  });
});
