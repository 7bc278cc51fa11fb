import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recipe } from '@cairn/engines';
import { parse } from 'yaml';
import { GO, moduleFolder } from './go.js';
import { type Definition, schemasOf } from './schemas-of.js';

interface Origin {
  readonly module: string;
  readonly version: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** Whoever defines kinds that the chart can make: their modules carry the definitions that they release. */
const ORIGINS: readonly Origin[] = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: '0.85.0',
    folder: 'example/prometheus-operator-crd',
    files: ['monitoring.coreos.com_servicemonitors.yaml', 'monitoring.coreos.com_prometheusrules.yaml'],
  },
  {
    module: 'sigs.k8s.io/gateway-api',
    version: '1.5.1',
    folder: 'config/crd/standard',
    files: ['gateway.networking.k8s.io_httproutes.yaml'],
  },
  {
    module: 'github.com/kedacore/keda/v2',
    version: '2.21.0',
    folder: 'config/crd/bases',
    files: ['keda.sh_scaledobjects.yaml'],
  },
];

/**
 * What the API server is told of kinds that are not Kubernetes' own (`definitions/*.yaml`), and the same as schemas
 * (`schemas/<kind>-<group>-<version>.json`), in which a field that is not known is an error.
 */
export const resourceDefinitions: Recipe = {
  name: 'resource-definitions',
  product: 'prometheus-operator 0.85.0, gateway-api 1.5.1, keda 2.21.0: the kinds they define',
  version: ORIGINS.map(({ version }) => version).join('-'),
  ingredients: [JSON.stringify(ORIGINS), 'schemas: no field beside those that are named'],
  tools: [GO],
  packages: [],
  takes: 'some seconds',
  build: async (folder) => {
    for (const name of ['definitions', 'schemas']) await mkdir(join(folder, name));
    for (const origin of ORIGINS) await take(origin, folder);
  },
};

const take = async (origin: Origin, folder: string): Promise<void> => {
  const module = await moduleFolder(origin.module, origin.version);
  for (const file of origin.files) {
    const definition = join(folder, 'definitions', file);
    await copyFile(join(module, origin.folder, file), definition);
    const schemas = schemasOf(parse(await readFile(definition, 'utf8')) as Definition);
    for (const [name, schema] of Object.entries(schemas))
      await writeFile(join(folder, 'schemas', `${name}.json`), JSON.stringify(schema));
  }
};
