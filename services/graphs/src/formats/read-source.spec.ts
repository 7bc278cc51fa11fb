import { gzipSync } from 'node:zlib';
import { openSource } from '@cairn/kernel';
import { uploadOf, zipOf } from '@cairn/kernel/testkit';
import { limits } from './limits.js';
import type { ReadOptions } from './read-graph.js';
import { readSource } from './read-source.js';
import { readWhole } from './testing/reading.js';

type Files = Readonly<Record<string, string | Uint8Array>>;

const read = async (files: Files, options: ReadOptions = {}) => readWhole(await zipOf(files), options);

const PEOPLE = 'id,labels,born\nada,Person,1815\ncharles,Person,1791\n';
const PLACES = 'name\tid\nLondon\tlon\n';
const KNOWS = 'source,target,type,since\nada,charles,KNOWS,1833\n';
const LIVES = ':START_ID(P);:END_ID(Q);:TYPE\nada;lon;LIVES_IN\ncharles;nowhere;LIVES_IN\n';
const GRAPHML = '<graphml>\n<graph edgedefault="directed">\n<node id="a"/></graph></graphml>';

/** The file, the line, the column and the code of what is wrong. */
const wrong = async (files: Files, options: ReadOptions = {}) => {
  const { end } = await read(files, options);
  if (end.kind !== 'error') throw new Error('it was read');
  const { file, line, column, code } = end;
  return [file, line, column, code];
};

describe('an archive of tables', () => {
  it('is one graph, nodes before edges, in whatever order the tables stand', async () => {
    const files = {
      'knows.csv': KNOWS,
      'of/people.csv': PEOPLE,
      'lives.csv': LIVES,
      'of/places.TSV': PLACES,
    };
    const { nodes, edges, end } = await read(files);
    expect(nodes.map(({ uid, properties }) => [uid, properties])).toEqual([
      ['ada', { born: 1815 }],
      ['charles', { born: 1791 }],
      ['lon', { name: 'London' }],
    ]);
    expect(edges.map(({ from, to, type }) => `${from} ${type} ${to}`)).toEqual([
      'ada KNOWS charles',
      'ada LIVES_IN lon',
      'charles LIVES_IN nowhere',
    ]);
    expect(end).toEqual({
      ...{ kind: 'end', format: 'csv', dialect: 'tables', nodes: 3, edges: 3 },
      notHeld: [{ what: 'groups of ids', count: 1 }],
    });
    const turned = await read(Object.fromEntries(Object.entries(files).toReversed()), { format: 'csv' });
    expect(new Set(turned.nodes)).toEqual(new Set(nodes));
    expect([turned.edges.length, turned.end]).toEqual([3, end]);
  });

  it('passes over what is no table, and names it; what tools leave it does not', async () => {
    const others = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`doc/${at}.txt`, 'hello']));
    const left = { '__MACOSX/._nodes.csv': '\0', '.DS_Store': '\0', 'files/padding': '\0' };
    const what =
      'files that are no tables: "doc/0.txt", "doc/1.txt", "doc/2.txt", "doc/3.txt", "doc/4.txt" and others';
    const { end } = await read({ 'nodes.csv': PEOPLE, ...others, ...left });
    expect(end).toMatchObject({ nodes: 2, dialect: 'tables', notHeld: [{ what, count: 7 }] });
    const { end: readme } = await read({ 'README.txt': 'hello', 'nodes.csv': PEOPLE });
    expect(readme).toMatchObject({ notHeld: [{ what: 'files that are no tables: "README.txt"', count: 1 }] });
  });

  it('says where elements stand', async () => {
    const { nodes, edges } = await read({ 'e.csv': KNOWS, 'd/n.csv': PEOPLE }, { places: true });
    expect([...nodes, ...edges].map(({ place }) => place)).toEqual([
      { file: 'd/n.csv', line: 2, column: 1 },
      { file: 'd/n.csv', line: 3, column: 1 },
      { file: 'e.csv', line: 2, column: 1 },
    ]);
  });

  it.each([
    [
      'a row of edges',
      { 'e.csv': 'source,target\na,b\na\n', 'n.csv': PEOPLE },
      ['e.csv', 3, 1, 'structure_invalid'],
    ],
    ['a row of nodes', { 'e.csv': KNOWS, 'd/n.csv': 'name,id\na,\n' }, ['d/n.csv', 2, 3, 'uid_invalid']],
    ['a header', { 'e.csv': KNOWS, 'n.csv': 'person,age\na,1\n' }, ['n.csv', 1, 1, 'structure_invalid']],
    ['an empty table', { 'e.csv': KNOWS, 'n.csv': '' }, ['n.csv', 1, 1, 'structure_invalid']],
    [
      'bytes',
      { 'e.csv': KNOWS, 'n.csv': Buffer.from('id\né\n', 'latin1') },
      ['n.csv', 2, 1, 'encoding_invalid'],
    ],
    [
      'a table that is packed once more',
      { 'n.csv': gzipSync(PEOPLE), 'e.csv': KNOWS },
      ['n.csv', 1, 2, 'encoding_invalid'],
    ],
  ] as const)('is refused with file, line and column for %s', async (_, files, told) => {
    expect(await wrong(files)).toEqual(told);
  });

  it.each([
    ['nothing', {}, {}, 'archive_invalid'],
    ['no table', { 'README.txt': 'hello', 'graph.graphml': GRAPHML }, {}, 'archive_invalid'],
    ['an archive', { 'tables.zip': 'PK\x03\x04' }, {}, 'archive_invalid'],
    ['a file that is packed', { 'n.csv.gz': gzipSync(PEOPLE) }, {}, 'archive_invalid'],
    [
      'tables that are to be something else',
      { 'n.csv': PEOPLE, 'e.csv': KNOWS },
      { format: 'gexf' },
      'archive_invalid',
    ],
  ] as const)('is refused as a whole for %s', async (_, files, options, code) => {
    expect(await wrong(files, options)).toEqual([undefined, undefined, undefined, code]);
  });

  it('has ten thousand tables at most', async () => {
    const source = await openSource(uploadOf('set.zip', await zipOf({ 'n.csv': PEOPLE })));
    const names = Array.from({ length: limits.tables + 1 }, () => 'n.csv');
    const reading = readSource({ ...source, names: () => names });
    expect((await reading.next()).value).toMatchObject([{ kind: 'error', code: 'too_large' }]);
    await source.close();
  });

  it('that is not what its directory says is refused, and the table is named', async () => {
    const zip = await zipOf({ 'n.csv': PEOPLE, 'e.csv': KNOWS });
    const checksum = zip.lastIndexOf('PK\x01\x02') + 16;
    zip.writeUInt32LE((zip.readUInt32LE(checksum) ^ 1) >>> 0, checksum);
    expect((await readWhole(zip)).end).toMatchObject({ code: 'archive_invalid', file: 'e.csv' });
    zip.fill(0xff, zip.indexOf('PK\x03\x04') + 35, zip.indexOf('PK\x03\x04') + 45);
    expect((await readWhole(zip)).end).toMatchObject({ code: 'archive_invalid', file: 'n.csv' });
  });
});

describe('an archive of one file', () => {
  it.each([
    ['graph.graphml', GRAPHML, { format: 'graphml', nodes: 1 }],
    ['people', PEOPLE, { format: 'csv', dialect: 'nodes', nodes: 2 }],
    ['knows.csv', KNOWS, { format: 'csv', dialect: 'edges', edges: 1 }],
  ])('is that file: %s', async (name, content, told) => {
    const { end } = await read({ [name]: content, '.DS_Store': '\0' });
    expect(end).toMatchObject({ kind: 'end', ...told });
  });

  it('that cannot be read names it', async () => {
    expect(await wrong({ 'd/a.graphml': GRAPHML.replace('/>', '>') })).toEqual([
      'd/a.graphml',
      3,
      22,
      'xml_invalid',
    ]);
    expect(await wrong({ 'a.txt': 'hello' })).toEqual(['a.txt', 1, 1, 'format_unknown']);
  });
});
