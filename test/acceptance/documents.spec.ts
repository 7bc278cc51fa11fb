import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allTopics } from '@cairn/contracts';
import { root } from '../support/topology.js';

const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');

/** Files that a column of a table names in backquotes; `kernel/` stands for `services/kernel/src/`. */
const placesIn = (document: string): readonly string[] =>
  textOf(document)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, place = '']) => place.replace(/^kernel\//, 'services/kernel/src/'))
    .filter((place) => /^(?:services|contracts|gateway|deploy|test)\/[\w./-]+$/.test(place));

describe('the documents', () => {
  it('events.md names every topic there is, operations.md every state', () => {
    const [told, operated] = [textOf('docs/events.md'), textOf('docs/operations.md')];
    const untold = allTopics.filter(({ name, kind }) =>
      kind === 'events'
        ? !told.includes(`\`<prefix>.${name}\``)
        : !told.includes(`\`<prefix>.${name}\``) ||
          !operated.includes(`\`${name.replace('.state.v1', '')}\``),
    );
    expect(untold.map(({ name }) => name)).toEqual([]);
    expect(allTopics.length).toBeGreaterThan(10);
  });

  it('the glossary names places that are there', () => {
    const places = placesIn('docs/glossary.md');
    expect(places.length).toBeGreaterThan(50);
    expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
  });
});
