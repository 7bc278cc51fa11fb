import { administrator, type Person } from '../../support/people.js';
import type { RunningCairn } from '../../support/topology.js';
import { resultOf } from '../processes.js';
import type { Plan, Stage, StageResult } from './stages.js';

const MAKERS = 16;

/** Loads a Cairn with stages, one after the other. */
export type Loads = (connections: number, ...stages: readonly Stage[]) => Promise<readonly StageResult[]>;

/** Makes so many datasets that the load reads and changes, and answers how to load it. */
export const loadsOn = async (cairn: RunningCairn, count: number): Promise<Loads> => {
  const person = await administrator(cairn);
  const datasets = await datasetsOf(person, count);
  return async (connections, ...stages) => {
    const plan: Plan = { gateways: cairn.gateways, token: person.token, datasets, connections, stages };
    return (
      await resultOf<{ results: readonly StageResult[] }>('test/load/soak/generator.ts', JSON.stringify(plan))
    ).results;
  };
};

const datasetsOf = async ({ client }: Person, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  const make = async (): Promise<void> => {
    while (ids.length < count)
      ids.push((await client.call('createDataset', { body: { name: `Sea birds ${ids.length}` } })).body.id);
  };
  await Promise.all(Array.from({ length: MAKERS }, make));
  return ids;
};
