import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recipe } from '@cairn/engines';
import { pythonPackage } from './python.js';

/** Of Kubernetes, that the chart is for. */
export const KUBE_VERSIONS: readonly string[] = ['1.33', '1.34', '1.35', '1.36'];

const FROM = 'package/kubernetes_validate/kubernetes-json-schema';
/** Strict ones: a field that Kubernetes does not know is an error. */
const strictOf = (version: string): string => `v${version}.0-local-strict`;

const DEFINITIONS = '/api/_definitions.json';

/** With references to where the definitions lie: beside it. */
const besideOthers = (schema: string): string => {
  const parsed = JSON.parse(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(DEFINITIONS, '_definitions.json') : value,
  ) as Record<string, unknown>;
  return JSON.stringify({ ...parsed, $id: undefined });
};

/** Kubernetes' own, `<version>/<kind>-<group>-<version>.json`, for each version that the chart is for. */
export const kubernetesSchemas: Recipe = pythonPackage({
  name: 'kubernetes-schemas',
  product: `kubernetes-validate 1.37.0: schemas of Kubernetes ${KUBE_VERSIONS.join(', ')}`,
  version: '1.37.0',
  registered: 'kubernetes-validate',
  ingredients: [...KUBE_VERSIONS.map(strictOf), FROM, DEFINITIONS, 'without $id'],
  finish: async (folder) => {
    for (const version of KUBE_VERSIONS)
      await rewriteAll(join(folder, FROM, strictOf(version)), join(folder, version));
    await rm(join(folder, 'package'), { recursive: true });
  },
});

const rewriteAll = async (from: string, to: string): Promise<void> => {
  await mkdir(to);
  for (const name of await readdir(from))
    await writeFile(join(to, name), besideOthers(await readFile(join(from, name), 'utf8')));
};
