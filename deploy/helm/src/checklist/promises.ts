import { readFileSync } from 'node:fs';
import type { ValueSet } from '../sets.js';
import { hardening } from './hardening.js';
import { type Item, type Release, spoil, type Spoiling } from './item.js';
import { network } from './network.js';
import { objectsOf } from './objects.js';
import { ofProcesses } from './processes.js';
import { asked } from './watching.js';

/** What is promised of every set. */
const ALWAYS: readonly Item[] = [...ofProcesses, ...hardening, ...network];
/** Whether the values of a set ask for what is promised of some. */
const ASKS: Readonly<Record<keyof typeof asked, (set: string) => boolean>> = {
  monitoring: (set) => ['full', 'embedded-kept'].includes(set),
  scaling: (set) => ['full', 'keda'].includes(set),
  keda: (set) => set === 'keda',
  check: (set) => set !== 'cloud',
  backup: (set) => ['embedded-kept', 'embedded-restoring'].includes(set),
  restore: (set) => set === 'embedded-restoring',
  digest: (set) => set === 'air-gapped',
  kept: (set) => ['embedded', 'embedded-kept'].includes(set),
};

/** All that the chart promises of what it renders. */
export const promises: readonly Item[] = [...ALWAYS, ...Object.values(asked)];

/** What becomes of a set of values, of what helm has rendered. */
export const releaseOf = ({ name, values }: ValueSet, rendered: string): Release => ({
  name,
  mode: /^mode: embedded$/m.test(readFileSync(values, 'utf8')) ? 'embedded' : 'cluster',
  objects: objectsOf(rendered),
});

/** What is promised of a release and is not so. */
export const brokenPromises = (
  release: Release,
): readonly { readonly promise: string; readonly findings: readonly string[] }[] => {
  const own = Object.entries(asked).flatMap(([key, item]) => (ASKS[key]?.(release.name) ? [item] : []));
  return [...ALWAYS, ...own]
    .map(({ promise, findings }) => ({ promise, findings: findings(release) }))
    .filter(({ findings }) => findings.length > 0);
};

/** The set that a change spoils. */
export const spoiledSet = ({ set = 'full' }: Spoiling): string => set;

/** Whether a promise is seen to break in a release that is spoiled. */
export const isSeen = ({ findings }: Item, release: Release, change: Spoiling): boolean =>
  findings({ ...release, objects: spoil(release.objects, change) }).length > 0;

/** What of two releases that share a namespace has the same name. */
export const sharedNames = (one: Release, other: Release): readonly string[] => {
  const namesOf = ({ objects }: Release) => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const others = new Set(namesOf(other));
  return namesOf(one).filter((name) => others.has(name));
};
