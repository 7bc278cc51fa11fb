import { join } from 'node:path';
import { outputOf } from '@cairn/engines';
import { folderOf } from '../tools/tools.js';

/** How kubeconform fills in the name of a schema. */
const NAME = '{{.ResourceKind}}{{.KindSuffix}}.json';

/**
 * Holds files of YAML documents against the schemas of a version of Kubernetes (`1.36`), and of the other kinds that the
 * chart can make. Answers how many documents are good; throws with what is wrong when one is not, or its kind is not known.
 */
export const checkSchemas = async (files: readonly string[], kubeVersion: string): Promise<number> => {
  const [program, own, others] = await Promise.all([
    folderOf('kubeconform'),
    folderOf('kubernetesSchemas'),
    folderOf('resourceDefinitions'),
  ]);
  const locations = [join(own, kubeVersion, NAME), join(others, 'schemas', NAME)];
  const printed = await outputOf(join(program, 'bin', 'kubeconform'), [
    ...['-strict', '-summary', '-output', 'json', '-kubernetes-version', `${kubeVersion}.0`],
    ...locations.flatMap((location) => ['-schema-location', location]),
    ...files,
  ]);
  return (JSON.parse(printed) as { readonly summary: { readonly valid: number } }).summary.valid;
};
