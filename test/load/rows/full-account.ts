import { type Person, somebody } from '../../support/people.js';
import { oneMachine, type RunningCairn } from '../../support/topology.js';
import { throughput } from '../http-load.js';
import { paired } from '../measuring.js';
import type { Row } from '../row.js';
import { newDataset } from './durable-command.js';

const CONNECTIONS = 32;
/** Bounds, so that each POST asks what is left, and none is reached. */
const ROOM = { CAIRN_MAX_DATASETS: '1000000', CAIRN_MAX_ITEMS: '100000000' };
const FILLING_SECONDS = 5;

const posted = ({ baseUrl }: RunningCairn, { token }: Person, seconds: number): Promise<number> =>
  throughput({
    url: baseUrl,
    connections: CONNECTIONS,
    seconds,
    headers: { authorization: `Bearer ${token}` },
    requests: [{ method: 'POST', path: '/api/v1/datasets', body: JSON.stringify(newDataset) }],
  });

const datasetsOf = async ({ client }: Person): Promise<number> =>
  (await client.call('getMyUsage')).body.datasets.used;

/** B1 in an account that has many datasets, beside one that has none: what it costs to ask what is left. */
export const fullAccount: Row = {
  name: 'B1 full account',
  about: 'POST a dataset in an account that has many already',
  measure: async ({ quick, rounds, seconds }) => {
    const wanted = quick ? 20_000 : 100_000;
    const cairn = await oneMachine.start(ROOM);
    try {
      const full = await somebody(cairn);
      while ((await datasetsOf(full)) < wanted) await posted(cairn, full, FILLING_SECONDS);
      const empty = async (): Promise<number> => posted(cairn, await somebody(cairn), seconds);
      await empty();
      const measured = await paired(
        { name: 'full', rate: () => posted(cairn, full, seconds) },
        { name: 'empty', rate: empty },
        rounds,
      );
      return [
        {
          row: 'B1 full account',
          measured: `POST a dataset, 32 connections: in an account of ${wanted} datasets ÷ in one of none`,
          ratio: measured.ratio,
          bound: { floor: 0.8, goal: 0.95 },
          details: { full_per_second: measured.ours, empty_per_second: measured.peer },
        },
      ];
    } finally {
      await cairn.remove();
    }
  },
};
