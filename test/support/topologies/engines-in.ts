import { join } from 'node:path';
import { type EngineName, startEngine } from '@cairn/engines';
import type { Engines } from './running-cluster.js';

const NAMES: readonly EngineName[] = ['eventstoredb', 'mongodb', 'kafka', 's3', 'smtp'];

/** Every engine of a cluster, started, with its data in a folder below `engines`. */
export const enginesIn = async (folder: string): Promise<Engines> => {
  const started = await Promise.all(
    NAMES.map((name) => startEngine(name, { folder: join(folder, 'engines', name) })),
  );
  return Object.fromEntries(started.map((engine) => [engine.name, engine])) as Engines;
};
