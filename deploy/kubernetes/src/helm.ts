import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf, theKeeper } from '@cairn/engines';
import { folderOf } from './tools/tools.js';

/** Both majors that are in use. */
export type HelmMajor = 3 | 4;

export const HELM_MAJORS: readonly HelmMajor[] = [3, 4];
const TOOLS = { 3: 'helm3', 4: 'helm4' } as const;

export interface Rendering {
  readonly helm: HelmMajor;
  /** Folder of the chart. */
  readonly chart: string;
  /** Files of values; what a later one says wins. */
  readonly values: readonly string[];
  readonly release: string;
  readonly namespace: string;
  /** `1.36`. */
  readonly kubeVersion: string;
  /** What the cluster is taken to have beside Kubernetes' own: `monitoring.coreos.com/v1`. */
  readonly apiVersions?: readonly string[];
}

/**
 * Runs Helm, which is installed when it is not there, without what its user has set; answers what it wrote. Throws with
 * what it said when it fails. `kubeconfig` is of the cluster that it may ask.
 */
export const runHelm = async (
  helm: HelmMajor,
  args: readonly string[],
  kubeconfig = '/dev/null',
): Promise<string> => {
  const program = join(await helmFolder(helm), 'helm');
  return outputOf(program, args, { environment: { ...ownFolders(helm), KUBECONFIG: kubeconfig } });
};

/** The folder in which a major of it is the program `helm`. */
export const helmFolder = async (helm: HelmMajor): Promise<string> =>
  join(await folderOf(TOOLS[helm]), 'bin');

/** What stands between two documents; before it each major leaves room of its own. */
const BETWEEN = '\n---\n';

/** What the chart makes of values, as YAML documents: the same text from both majors. */
export const renderChart = async (rendering: Rendering): Promise<string> => {
  const { helm, chart, values, release, namespace, kubeVersion, apiVersions = [] } = rendering;
  const rendered = await runHelm(helm, [
    ...['template', release, chart, '--namespace', namespace, '--kube-version', kubeVersion],
    ...values.flatMap((file) => ['--values', file]),
    ...apiVersions.flatMap((version) => ['--api-versions', version]),
  ]);
  return `${rendered
    .split(BETWEEN)
    .map((document) => document.trimEnd())
    .join(BETWEEN)}\n`;
};

/** Its settings, plugins and cache are nobody's. */
export const ownFolders = (helm: HelmMajor): Readonly<Record<string, string>> => {
  const folder = join(theKeeper().folder, `helm${helm}`);
  mkdirSync(folder, { recursive: true });
  const names = ['CACHE', 'CONFIG', 'DATA'];
  return Object.fromEntries(names.map((name) => [`HELM_${name}_HOME`, join(folder, name.toLowerCase())]));
};
