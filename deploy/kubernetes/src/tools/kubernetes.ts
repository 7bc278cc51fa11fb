import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Recipe, runCommand } from '@cairn/engines';
import { GO, linkedWith, moduleFolder, STATIC } from './go.js';

const MINOR = '36';
const PATCH = '2';
const KWOK = '0.7.0';
const VERSION = `1.${MINOR}.${PATCH}`;

/** Modules that Kubernetes has in its own tree: whoever builds it from outside names a version of each. */
const STAGING = [
  ...['api', 'apiextensions-apiserver', 'apimachinery', 'apiserver', 'cli-runtime', 'client-go'],
  ...['cloud-provider', 'cluster-bootstrap', 'code-generator', 'component-base', 'component-helpers'],
  ...['controller-manager', 'cri-api', 'cri-client', 'cri-streaming', 'csi-translation-lib'],
  ...['dynamic-resource-allocation', 'endpointslice', 'externaljwt', 'kms', 'kube-aggregator'],
  ...['kube-controller-manager', 'kube-proxy', 'kube-scheduler', 'kubectl', 'kubelet', 'metrics'],
  ...['mount-utils', 'pod-security-admission', 'sample-apiserver', 'streaming'],
];

const MODULE = [
  'module cairn-kubernetes',
  'go 1.26',
  ...STAGING.map((name) => `replace k8s.io/${name} => k8s.io/${name} v0.${MINOR}.${PATCH}`),
  '',
].join('\n');

const GET = [
  ...['get', '-tool'],
  ...['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'].map(
    (program) => `k8s.io/kubernetes/cmd/${program}@v${VERSION}`,
  ),
  'go.etcd.io/etcd/server/v3@v3.6.12',
];

/** Without a version of its own no `kubeVersion` of a chart matches. */
const ITS_VERSION = Object.entries({
  gitVersion: `v${VERSION}`,
  gitMajor: '1',
  gitMinor: MINOR,
  gitTreeState: 'clean',
  gitCommit: 'local',
}).map(([name, value]) => `k8s.io/component-base/version.${name}=${value}`);

const INSTALL = ['install', '-ldflags', linkedWith(ITS_VERSION), 'tool'];
const INSTALL_KWOK = ['install', '-ldflags', linkedWith(), `sigs.k8s.io/kwok/cmd/kwok@v${KWOK}`];
/** What kwok does with pods unless it is told otherwise. */
const STAGES = 'kustomize/stage/pod/fast';
export const POD_STAGES: readonly string[] = ['pod-ready.yaml', 'pod-complete.yaml', 'pod-delete.yaml'];

/** What a cluster is made of whose nodes are only played: `bin/kube-apiserver` and what stands around it, `stages` of pods. */
export const kubernetes: Recipe = {
  name: 'kubernetes',
  product: `Kubernetes ${VERSION} (API server, controllers, scheduler, kubectl), etcd 3.6.12, kwok ${KWOK}`,
  version: VERSION,
  ingredients: [MODULE, ...GET, ...INSTALL, ...INSTALL_KWOK, STAGES, ...POD_STAGES, JSON.stringify(STATIC)],
  tools: [GO],
  packages: [],
  takes: 'about 8 minutes: it is compiled',
  build: async (folder) => {
    const environment = { ...STATIC, GOBIN: join(folder, 'bin') };
    await writeFile(join(folder, 'go.mod'), MODULE);
    for (const args of [GET, INSTALL, INSTALL_KWOK])
      await runCommand('go', args, { cwd: folder, environment });
    await rename(join(folder, 'bin', 'server'), join(folder, 'bin', 'etcd'));
    await mkdir(join(folder, 'stages'));
    const kwok = await moduleFolder('sigs.k8s.io/kwok', KWOK);
    for (const stage of POD_STAGES) await copyFile(join(kwok, STAGES, stage), join(folder, 'stages', stage));
    for (const file of ['go.mod', 'go.sum']) await rm(join(folder, file));
  },
};
