import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hardening } from './checklist/hardening.js';
import { type Item, type Release, spoil } from './checklist/item.js';
import { network } from './checklist/network.js';
import { objectsOf } from './checklist/objects.js';
import { ofProcesses } from './checklist/processes.js';
import { asked } from './checklist/watching.js';
import { generatedFiles } from './generate/files.js';
import { CHART, committedOf, fingerprintOf, valueSets } from './sets.js';

const sets = valueSets();
const releases = new Map<string, Release>();
const releaseOf = (name: string): Release => {
  const known = releases.get(name) ?? readRelease(name);
  releases.set(name, known);
  return known;
};
const readRelease = (name: string): Release => {
  const set = sets.find((each) => each.name === name)!;
  const { text } = committedOf(set);
  const mode = /^mode: embedded$/m.test(readFileSync(set.values, 'utf8')) ? 'embedded' : 'cluster';
  return { name, mode, objects: objectsOf(text) };
};

/** What is promised of every set. */
const ALWAYS: readonly Item[] = [...ofProcesses, ...hardening, ...network];
/** What is promised of those whose values ask for it. */
const ASKED: Readonly<Record<keyof typeof asked, readonly string[]>> = {
  monitoring: ['full', 'embedded-kept'],
  scaling: ['full', 'keda'],
  keda: ['keda'],
  check: sets.map(({ name }) => name).filter((name) => name !== 'cloud'),
  backup: ['embedded-kept', 'embedded-restoring'],
  restore: ['embedded-restoring'],
  digest: ['air-gapped'],
  kept: ['embedded', 'embedded-kept'],
};

describe('the chart', () => {
  it.each([...generatedFiles()])(
    '%s is what is written of the schema and of deploy/observability',
    (path, text) => {
      expect(readFileSync(join(CHART, path), 'utf8')).toBe(text);
    },
  );

  it.each(sets)('was rendered with the values of $name as it stands here', (set) => {
    expect(committedOf(set).fingerprint).toBe(fingerprintOf(set));
  });

  it.each(sets)('keeps each promise with the values of $name', ({ name }) => {
    const release = releaseOf(name);
    const items = [
      ...ALWAYS,
      ...Object.entries(asked).flatMap(([key, item]) => (ASKED[key]?.includes(name) ? [item] : [])),
    ];
    const broken = items.map(({ promise, findings }) => ({ promise, findings: findings(release) }));
    expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });

  it.each([...ALWAYS, ...Object.values(asked)])(
    'would be seen to break: $promise',
    ({ findings, spoiled }) => {
      const unseen = spoiled.filter((change) => {
        const release = releaseOf(change.set ?? 'full');
        return findings({ ...release, objects: spoil(release.objects, change) }).length === 0;
      });
      expect(unseen).toEqual([]);
    },
  );

  it('has names apart where two releases share a namespace', () => {
    const named = ['two-releases-blue', 'two-releases-green'].flatMap((name) =>
      releaseOf(name).objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    );
    expect(new Set(named).size).toBe(named.length);
  });

  it('makes nothing by chance, asks no cluster while it is rendered, and so changes nothing that it does not say', () => {
    const folder = join(CHART, 'templates');
    const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:tpl|yaml)$/.test(name),
    );
    const actions = (name: string) => readFileSync(join(folder, name), 'utf8').match(/\{\{[^}]*\}\}/g) ?? [];
    const chance = /\b(?:rand\w+|gen[A-Z]\w+|lookup|now|uuidv4|htpasswd)\b/;
    expect(templates.flatMap(actions).filter((action) => chance.test(action))).toEqual([]);
    expect(templates.length).toBeGreaterThan(10);
  });
});
