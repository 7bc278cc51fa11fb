import { administrator } from '../../support/people.js';
import { cluster } from '../../support/topology.js';
import { throughput } from '../http-load.js';
import { paired } from '../measuring.js';
import { startPeer } from '../processes.js';
import type { Row, Settings } from '../row.js';
import { newDataset } from './durable-command.js';

const CONNECTIONS = 32;

/** B1 on the cluster: what the same write costs beside the bare drivers of the same engines. */
export const durableCommandOnCluster: Row = {
  name: 'B1 cluster',
  about: 'POST a dataset through two gateways and two of each service, on EventStoreDB and MongoDB',
  measure: async ({ rounds, seconds }: Settings) => {
    const cairn = await cluster.start();
    const { eventstoredb, mongodb } = cairn.engines;
    const peer = await startPeer('test/load/peers/express-engines.ts', [eventstoredb.url, mongodb.url]);
    try {
      const { token } = await administrator(cairn);
      const ours = {
        name: 'Cairn',
        rate: posting(cairn.gateways, seconds, { authorization: `Bearer ${token}` }),
      };
      const theirs = { name: 'express + drivers', rate: posting([peer.baseUrl], seconds, {}) };
      await ours.rate();
      await theirs.rate();
      const measured = await paired(ours, theirs, rounds);
      return [
        {
          row: 'B1 cluster',
          measured:
            'POST a dataset, 32 connections: the cluster ÷ express + EventStoreDB append + MongoDB upsert without auth',
          ratio: measured.ratio,
          details: { ours_per_second: measured.ours, peer_per_second: measured.peer },
        },
      ];
    } finally {
      await peer.end();
      await cairn.remove();
    }
  },
};

/** The same number of connections, whatever the number of addresses. */
const posting =
  (addresses: readonly string[], seconds: number, headers: Readonly<Record<string, string>>) =>
  async (): Promise<number> => {
    const rates = await Promise.all(
      addresses.map((url) =>
        throughput({
          url,
          connections: CONNECTIONS / addresses.length,
          seconds,
          headers,
          requests: [{ method: 'POST', path: '/api/v1/datasets', body: JSON.stringify(newDataset) }],
        }),
      ),
    );
    return rates.reduce((sum, rate) => sum + rate, 0);
  };
