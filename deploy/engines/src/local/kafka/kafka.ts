import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../install/command.js';
import { freePort } from '../../process/free-port.js';
import type { LocalKind, LocalProgram, Place } from '../local-engine.js';
import { newClusterId } from './cluster-id.js';
import { brokerCommand, formatCommand, KAFKA } from './commands.js';
import { servesCluster } from './is-ready.js';
import { kafkaRecipe } from './recipe.js';
import { serverProperties } from './server-properties.js';

const CLUSTER_ID = /^cluster\.id=(.+)$/m;

/** One broker in KRaft mode; `url` is `127.0.0.1:<port>`. */
export const kafka: LocalKind = {
  name: 'kafka',
  product: KAFKA.product,
  recipe: kafkaRecipe,
  program: async (place) => {
    const clusterId = await formatted(place);
    return program(place, clusterId);
  },
};

/** The cluster that the folder holds, formatted when it holds none. Writes the ports into its properties. */
const formatted = async ({ installation, folder, port }: Place): Promise<string> => {
  const properties = propertiesIn(folder);
  writeFileSync(properties, serverProperties({ port, controllerPort: await freePort(), folder }));
  const meta = join(folder, 'data', 'meta.properties');
  const known = existsSync(meta) ? CLUSTER_ID.exec(readFileSync(meta, 'utf8'))?.[1] : undefined;
  if (known !== undefined) return known;
  const clusterId = newClusterId();
  const format = formatCommand(installation, properties, clusterId);
  await runCommand(format.command, format.args, format);
  return clusterId;
};

const program = ({ installation, folder, port, environment }: Place, clusterId: string): LocalProgram => ({
  ...brokerCommand(installation, propertiesIn(folder)),
  environment,
  url: `127.0.0.1:${port}`,
  isReady: servesCluster(clusterId, port),
});

const propertiesIn = (folder: string): string => join(folder, 'server.properties');
