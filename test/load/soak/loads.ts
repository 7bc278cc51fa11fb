import { administrator, type Person } from '../../support/people.js';
import type { RunningCairn } from '../../support/topology.js';
import { resultOf } from '../processes.js';
import type { Plan, Stage, StageResult } from './stages.js';

const DATASETS = 50;

/** Loads a Cairn with stages, one after the other. */
export type Loads = (connections: number, ...stages: readonly Stage[]) => Promise<readonly StageResult[]>;

/** Makes what the load reads and changes, and answers how to load it. */
export const loadsOn = async (cairn: RunningCairn): Promise<Loads> => {
  const person = await administrator(cairn);
  const datasets = await datasetsOf(person);
  return async (connections, ...stages) => {
    const plan: Plan = { gateways: cairn.gateways, token: person.token, datasets, connections, stages };
    return (
      await resultOf<{ results: readonly StageResult[] }>('test/load/soak/generator.ts', JSON.stringify(plan))
    ).results;
  };
};

const datasetsOf = async ({ client }: Person): Promise<readonly string[]> => {
  const ids: string[] = [];
  while (ids.length < DATASETS)
    ids.push((await client.call('createDataset', { body: { name: `Sea birds ${ids.length}` } })).body.id);
  return ids;
};
