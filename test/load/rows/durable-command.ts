import { administrator } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { throughput } from '../http-load.js';
import { paired } from '../measuring.js';
import { startPeer } from '../processes.js';
import type { Row, Settings } from '../row.js';

export const newDataset = {
  name: 'Sea birds',
  description: 'Photographs from the cliff camera',
  content_type: 'image',
};
const CONNECTIONS = 32;

/** B1: what a durable write costs beside CRUD that neither authenticates nor remembers. */
export const durableCommand: Row = {
  name: 'B1',
  about: 'POST a dataset: authenticated, authorised, validated, event on disk, read model visible',
  measure: async ({ rounds, seconds }: Settings) => {
    const cairn = await oneMachine.start();
    const peer = await startPeer('test/load/peers/express-crud.ts');
    try {
      const { token } = await administrator(cairn);
      const post = (baseUrl: string, headers: Readonly<Record<string, string>>) => (): Promise<number> =>
        throughput({
          url: baseUrl,
          connections: CONNECTIONS,
          seconds,
          headers,
          requests: [{ method: 'POST', path: '/api/v1/datasets', body: JSON.stringify(newDataset) }],
        });
      const ours = { name: 'Cairn', rate: post(cairn.baseUrl, { authorization: `Bearer ${token}` }) };
      const theirs = { name: 'express + SQLite', rate: post(peer.baseUrl, {}) };
      await ours.rate();
      await theirs.rate();
      const measured = await paired(ours, theirs, rounds);
      return [
        {
          row: 'B1',
          measured: 'POST a dataset, 32 connections: Cairn ÷ plain express + SQLite FULL without auth',
          ratio: measured.ratio,
          bound: { floor: 1.5, goal: 3 },
          details: { ours_per_second: measured.ours, peer_per_second: measured.peer },
        },
      ];
    } finally {
      await peer.end();
      await cairn.remove();
    }
  },
};
