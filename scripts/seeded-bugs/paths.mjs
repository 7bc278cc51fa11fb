// Finds the files that seeds name, wherever a move put them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

/** The path from the root of the one file in `folder` that is called `name`, or whose path ends with it. */
const within = (folder) => {
  const paths = readdirSync(join(root, folder), { recursive: true }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  return (name) => {
    const found = paths.includes(name) ? [name] : paths.filter((path) => path.endsWith(`/${name}`));
    if (found.length > 1)
      throw new Error(`${folder} has several files that end with ${name}: ${found.join(', ')}`);
    return `${folder}/${found[0] ?? name}`;
  };
};

export const contracts = within('contracts/src');
export const kernel = within('services/kernel/src');
export const assets = within('services/assets/src');
export const datasets = within('services/datasets/src');
export const identity = within('services/identity/src');
export const gateway = within('gateway/src');
export const edge = within('deploy/edge/src');
export const services = within('deploy/services/src');
