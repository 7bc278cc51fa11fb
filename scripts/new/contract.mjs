// What the contract has already.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas, assets, operations } from '../../contracts/src/areas.ts';
import { isPermissionName } from '../../contracts/src/permissions.ts';
import { Job } from '../../contracts/src/work/job.ts';
import { root } from './plan.mjs';
import { Refused } from './refused.mjs';

const categories = new Set(Object.values(areas).flatMap(({ streams }) => Object.keys(streams)));

export const areaNames = Object.keys(areas);

/** The kind of asset of an area; `undefined` where it has none. */
export const assetOf = (area) => assets.find((asset) => asset.area === area);

/** Whether jobs of every kind have a field. */
export const jobTells = (field) => Object.hasOwn(Job.properties, field);

/** Refuses an area that is not there. */
export const areaThere = (area) => {
  if (Object.hasOwn(areas, area)) return;
  throw new Refused(
    `There is no area ${area}: it is one of ${areaNames.join(', ')}, or \`npm run new -- service ${area}\` makes it.`,
  );
};

/** Whether an area has permissions of its own. */
export const hasPermissions = (area) => isPermissionName(`${area}:write`);

/** Under which tag most operations of an area stand in the documents. */
export const tagOf = (area, otherwise) => {
  const counts = new Map();
  for (const { path, tag } of Object.values(operations))
    if (path.startsWith(`/api/v1/${area}`)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? otherwise;
};

const sources = () =>
  readdirSync(join(root, 'contracts/src'), { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(root, 'contracts/src', path), 'utf8'));

const isExported = (name) => {
  const declared = new RegExp(`^export (?:const|type|interface|class) ${name}\\b`, 'm');
  return sources().some((text) => declared.test(text));
};

const said = (what, area) => (area === undefined ? what : `${what} in ${area}`);

/**
 * Refuses what another one in the contract is called: an operation, a path, a category of streams, an export.
 * `called` is what people asked for.
 */
export const allFree = (called, { ids = [], paths = [], category, exported = [] }) => {
  const refuse = (what) => {
    throw new Refused(`${called} cannot be made: the contract has ${what} already.`);
  };
  const id = ids.find((each) => Object.hasOwn(operations, each));
  if (id !== undefined) refuse(`an operation ${id}`);
  const path = paths.find((each) => Object.values(operations).some((operation) => operation.path === each));
  if (path !== undefined) refuse(`the path ${path}`);
  if (category !== undefined && categories.has(category)) refuse(said(`streams called ${category}`));
  const name = exported.find(isExported);
  if (name !== undefined) refuse(`an export ${name}`);
};
