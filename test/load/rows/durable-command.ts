import { administrator } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { throughput } from '../http-load.js';
import { type Paired, paired } from '../measuring.js';
import { startPeer } from '../processes.js';
import type { Line, Row, Settings } from '../row.js';
import { prepareSlowDisk, slowerBy } from '../slow-disk/slow-disk.js';

export const newDataset = {
  name: 'Sea birds',
  description: 'Photographs from the cliff camera',
  content_type: 'image',
};
const CONNECTIONS = 32;
const MEASURED = 'POST a dataset, 32 connections: Cairn ÷ plain express + SQLite FULL without auth';

/** What an account may own is asked for each; a whole run makes more datasets than it is by itself. */
const ROOM = { CAIRN_MAX_DATASETS: '1000000' };

/** Both sides with the same environment, in turn. */
const besidePeer = async (
  { rounds, seconds }: Settings,
  environment: Readonly<Record<string, string>> = {},
): Promise<Paired> => {
  const cairn = await oneMachine.start({ ...ROOM, ...environment });
  const peer = await startPeer('test/load/peers/express-crud.ts', [], environment);
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
    return await paired(ours, theirs, rounds);
  } finally {
    await peer.end();
    await cairn.remove();
  }
};

const details = ({ ours, peer }: Paired): Readonly<Record<string, number>> => ({
  ours_per_second: ours,
  peer_per_second: peer,
});

/** B1: what a durable write costs beside CRUD that neither authenticates nor remembers. */
export const durableCommand: Row = {
  name: 'B1',
  about: 'POST a dataset: authenticated, authorised, validated, event on disk, read model visible',
  measure: async (settings) => {
    const measured = await besidePeer(settings);
    return [
      {
        row: 'B1',
        measured: MEASURED,
        ratio: measured.ratio,
        bound: { floor: 1.5, goal: 3 },
        details: details(measured),
      },
    ];
  },
};

/** What a sync takes longer, milliseconds: disks of servers, of clouds, and ones that turn. */
const SLOWER = [0.5, 1, 5];

/** B1 on disks that take longer: both sides wait as much for each sync. */
export const durableCommandOnSlowDisks: Row = {
  name: 'B1 disk',
  about: 'the same on disks whose sync takes longer',
  measure: async (settings) => {
    prepareSlowDisk();
    const lines: Line[] = [];
    for (const milliseconds of SLOWER) {
      const measured = await besidePeer(settings, slowerBy(milliseconds));
      lines.push({
        row: 'B1 disk',
        measured: `${MEASURED}; ${milliseconds} ms more for each sync`,
        ratio: measured.ratio,
        details: details(measured),
      });
    }
    return lines;
  },
};
