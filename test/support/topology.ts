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

export { freePort } from '@cairn/engines';
