import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Topology } from './running-cairn.js';
import { cluster } from './topologies/cluster.js';
import { oneMachine } from './topologies/one-machine.js';

export * from './running-cairn.js';
export { cluster, oneMachine };

const all: readonly Topology[] = [oneMachine, cluster];
const wanted = process.env['CAIRN_TEST_TOPOLOGY'];

/** Both; `CAIRN_TEST_TOPOLOGY="one machine"` or `cluster` is for a look at one of them. */
export const topologies: readonly Topology[] = all.filter(
  ({ name }) => wanted === undefined || name === wanted,
);

/** A port that nothing listens on: for tests that must know it beforehand. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};
