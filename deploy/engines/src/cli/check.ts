import { engineSource, type EngineSource } from '../source.js';
import { engineStates } from './states.js';
import { tableOf } from './table.js';

const WHERE: Readonly<Record<EngineSource, string>> = {
  containers: 'containers (Docker answers)',
  local: 'processes of this machine, without Docker',
  external: 'addresses in the environment',
};

/**
 * Prints where engines come from and what each is; with `installs` it installs what is missing first. Answers the exit
 * code: 1 when an engine is missing, which is named last.
 */
export const check = async (installs: boolean): Promise<number> => {
  const source = await engineSource();
  const states = await engineStates(source, { installs });
  console.log(`Engines are ${WHERE[source]}; CAIRN_ENGINES=containers|local|external chooses.`);
  const rows = states.map(({ name, product, missing }) => [
    name,
    product,
    missing === undefined ? 'there' : 'MISSING',
  ]);
  for (const line of tableOf(rows)) console.log(line);
  const missing = states.filter((state) => state.missing !== undefined);
  for (const { name, missing: why = '' } of missing) console.error(`${name} is missing: ${why}`);
  return missing.length === 0 ? 0 : 1;
};
