import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allTopics } from '@cairn/contracts';
import { root } from '../support/topology.js';

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');

/** The names by which a page's headings are linked, as GitHub makes them. */
const anchorsOf = (document: string): readonly string[] =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Files that a column of a table names in backquotes; `kernel/` stands for `services/kernel/src/`. */
const placesIn = (document: string): readonly string[] =>
  textOf(document)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)])
    .map(([, place = '']) => place.replace(/^kernel\//, 'services/kernel/src/'))
    .filter((place) => /^(?:services|contracts|gateway|deploy|test)\/[\w./-]+$/.test(place));

describe('the documents', () => {
  it.each(documents)('%s: its links lead somewhere', (document) => {
    const lost = [...textOf(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].filter(
      ([, path = '', anchor]) => {
        const target = path === '' ? document : join(dirname(document), path);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      },
    );
    expect(lost.map(([link]) => link)).toEqual([]);
  });

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
