import { join } from 'node:path';
import { type ValueSet, valueSets } from '@cairn/helm';
import { KubeCluster } from './cluster/kube-cluster.js';
import { storageOf } from './cluster/objects.js';
import { HELM_MAJORS } from './helm.js';
import { Namespace } from './testing/namespace.js';
import { componentOf, isReady, type KubeObject } from './testing/objects.js';
import { Release } from './testing/release.js';
import { renderedOf, renderingOf } from './testing/rendering.js';
import { folderOf } from './tools/tools.js';

jest.setTimeout(600_000);

const sets = valueSets();
const setOf = (name: string): ValueSet => sets.find((set) => set.name === name)!;
/** Where renderings are for. */
const RENDERED_FOR = 'cairn';
/** What somebody else brings: set `full` names them. */
const BROUGHT = [
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'cairn' }, value: 1000 },
  ...storageOf('fast'),
];
const NOWHERE = 'nodeSelector.disk=nowhere';

/** By its name, without all that the server would compare. */
const bareOf = ({ apiVersion, kind, metadata: { name } }: KubeObject): [string, KubeObject] => [
  name,
  { apiVersion, kind, metadata: { name } },
];

let cluster: KubeCluster;
beforeAll(async () => {
  cluster = await KubeCluster.start();
  const definitions = join(await folderOf('resourceDefinitions'), 'definitions');
  await cluster.kubectl(['create', '--filename', definitions]);
  await cluster.kubectl(['wait', 'crd', '--all', '--for=condition=Established', '--timeout=60s']);
  await cluster.create(BROUGHT);
  const namespace = await Namespace.make(cluster, RENDERED_FOR);
  const all = (await Promise.all(sets.map(renderedOf))).flat();
  const accounts = all.filter(({ kind }) => kind === 'ServiceAccount');
  await namespace.create([...new Map(accounts.map(bareOf)).values()]);
}, 600_000);
afterAll(() => cluster.stop());

const idsOf = (objects: readonly { readonly metadata: { readonly uid?: string } }[]): readonly string[] =>
  objects.map(({ metadata }) => metadata.uid!).sort();

/** A release that somebody can install now. */
const prepared = async (namespace: Namespace, helm: 3 | 4, name: string): Promise<Release> => {
  const release = new Release(namespace, helm, setOf(name));
  await release.surround();
  return release;
};

describe('the API server', () => {
  it.each(sets)('takes all that is rendered, and warns of nothing: $name', async (set) => {
    const args = ['apply', '--server-side', '--dry-run=server', '--warnings-as-errors'];
    const printed = await cluster.kubectl([...args, '--filename', '-'], await renderingOf(set));
    expect(printed).toMatch(/^(?:\S+ serverside-applied \(server dry run\)\n)+$/);
  });

  it('refuses a pod that is not restricted', async () => {
    const spec = { containers: [{ name: 'it', image: 'it' }] };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'it', namespace: RENDERED_FOR }, spec };
    await expect(cluster.create([pod])).rejects.toThrow('violates PodSecurity "restricted:latest"');
  });
});

describe.each(HELM_MAJORS)('with Helm %i', (helm) => {
  it.each([
    ['small', ['pod/cairn-check']],
    ['full', ['pod/cairn-check']],
    ['embedded', ['persistentvolumeclaim/data-cairn-0', 'pod/cairn-check']],
  ])('is installed, passes its test, and leaves nothing but what must be kept: %s', async (name, kept) => {
    const namespace = await Namespace.make(cluster, `whole-${name}-${helm}`);
    const release = await prepared(namespace, helm, name);
    const before = await namespace.everything();
    await release.install();
    const pods = await release.pods();
    expect(pods.length).toBeGreaterThan(0);
    expect(pods.every(isReady)).toBe(true);
    expect(await release.test()).toMatch(/^Phase: +Succeeded$/m);
    await release.uninstall();
    const after = [...before, ...kept].sort();
    await namespace.until(`${after.join(', ')} are left`, async () => {
      const left = await namespace.everything();
      return left.length <= after.length;
    });
    expect(await namespace.everything()).toEqual(after);
  });

  describe('an upgrade', () => {
    let release: Release;
    beforeAll(async () => {
      release = await prepared(await Namespace.make(cluster, `upgraded-${helm}`), helm, 'small');
      await release.install();
    });

    /** Upgrades; answers which processes have other pods now. Secrets, names and selectors must be as they were. */
    const rolledBy = async (...changes: readonly string[]): Promise<readonly string[]> => {
      const [pods, fixed, secrets] = await Promise.all([release.pods(), release.fixed(), release.secrets()]);
      await release.upgrade(...changes);
      expect(await release.fixed()).toEqual(fixed);
      expect(await release.secrets()).toEqual(secrets);
      const ready = await release.ready();
      return pods
        .filter(({ metadata }) => !ready.includes(metadata.uid!))
        .map(componentOf)
        .sort();
    };

    it('that changes nothing rolls nothing', async () => {
      expect(await rolledBy()).toEqual([]);
    });

    it('rolls the process whose values have changed, and no other', async () => {
      expect(await rolledBy('models.heapMegabytes=700')).toEqual(['models']);
    });

    it('rolls every process when a setting of all has changed', async () => {
      const all = (await release.pods()).map(componentOf).sort();
      expect(await rolledBy('config.CAIRN_LOG_LEVEL=debug')).toEqual(all);
    });

    it('rolls every process when it is told that a Secret has changed', async () => {
      const all = (await release.pods()).map(componentOf).sort();
      expect(await rolledBy('secrets.revision=another')).toEqual(all);
    });

    it('that fails leaves every pod as it is, and a rollback brings back what was', async () => {
      const before = await release.ready();
      await expect(release.tryUpgrade(`defaults.${NOWHERE}`)).rejects.toThrow(/timed out|deadline|not ready/);
      expect(await release.status()).toBe('failed');
      expect(await release.ready()).toEqual(before);
      await release.rollback();
      expect(await release.status()).toBe('deployed');
      expect(idsOf(await release.pods())).toEqual(before);
    });
  });

  it('the one pod of an embedded release is back after an upgrade that failed, by a rollback', async () => {
    const release = await prepared(await Namespace.make(cluster, `mended-${helm}`), helm, 'embedded');
    await release.install();
    const fixed = await release.fixed();
    await expect(release.tryUpgrade(`embeddedProcess.${NOWHERE}`)).rejects.toThrow();
    expect(await release.ready()).toEqual([]);
    await release.rollback();
    expect(await release.ready()).toHaveLength(1);
    expect(await release.fixed()).toEqual(fixed);
  });

  it('two releases stand side by side in a namespace, and one goes without the other', async () => {
    const namespace = await Namespace.make(cluster, `shared-${helm}`);
    const blue = await prepared(namespace, helm, 'two-releases-blue');
    const green = await prepared(namespace, helm, 'two-releases-green');
    await blue.install();
    await green.install();
    for (const release of [blue, green]) {
      const own = idsOf(await release.pods());
      for (const { spec } of await release.services()) {
        const labels = Object.entries(spec.selector ?? {}).map((label) => label.join('='));
        const selected = idsOf(await namespace.list('pods', labels.join(',')));
        expect(selected.length).toBeGreaterThan(0);
        expect(own).toEqual(expect.arrayContaining([...selected]));
      }
    }
    const before = await green.ready();
    await blue.uninstall();
    expect(await green.ready()).toEqual(before);
    expect(await blue.pods()).toEqual([]);
  });
});
