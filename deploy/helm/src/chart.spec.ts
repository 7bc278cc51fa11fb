import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Spoiling } from './checklist/item.js';
import { brokenPromises, isSeen, promises, releaseOf, spoiledSet } from './checklist/promises.js';
import { generatedFiles } from './generate/files.js';
import { CHART, committedOf, committedPath, committedSets, fingerprintOf } from './sets.js';

const sets = committedSets();
const releases = new Map(sets.map((set) => [set.name, releaseOf(set, committedOf(set).text)]));
const isCommitted = (change: Spoiling): boolean => releases.has(spoiledSet(change));

describe('the chart', () => {
  it.each([...generatedFiles()])(
    '%s is what is written of the schema and of deploy/observability',
    (path, text) => {
      expect(readFileSync(join(CHART, path), 'utf8')).toBe(text);
    },
  );

  it('is in git as it is rendered with four sets of values', () => {
    const files = readdirSync(dirname(committedPath(sets[0]!)));
    expect(files.sort()).toEqual(sets.map(({ name }) => `${name}.yaml`));
    expect(files).toHaveLength(4);
  });

  it.each(sets)('was rendered with the values of $name as it stands here', (set) => {
    expect(committedOf(set).fingerprint).toBe(fingerprintOf(set));
  });

  it.each(sets)('keeps each promise with the values of $name', ({ name }) => {
    expect(brokenPromises(releases.get(name)!)).toEqual([]);
  });

  it.each(promises.filter(({ spoiled }) => spoiled.some(isCommitted)))(
    'would be seen to break: $promise',
    (item) => {
      const changes = item.spoiled.filter(isCommitted);
      expect(changes.filter((change) => !isSeen(item, releases.get(spoiledSet(change))!, change))).toEqual(
        [],
      );
    },
  );

  it('leaves to the deep suite, which renders every set, what only another set asks for', () => {
    const left = promises.filter(({ spoiled }) => !spoiled.every(isCommitted));
    expect(left.map(({ promise }) => promise)).toEqual([
      'where KEDA is there, services grow by how long their work waits',
      'a restore runs while nothing else has the data',
      'images are named by their digest, at the mirror',
    ]);
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
