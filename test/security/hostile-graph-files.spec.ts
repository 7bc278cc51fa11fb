/** S26 S27 S29: a graph file that would fill the memory, or read what it names, is refused; others are answered meanwhile. */
import { gzipSync } from 'node:zlib';
import { zipOf } from '../support/archive-maker.js';
import { counts, countsOf, emptyGraph } from '../support/content.js';
import { exportedFile, importedFile, sendFile } from '../support/graph-files.js';
import { residentBytes } from '../support/metrics.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const MB = 1024 * 1024;
const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('');
const GEXF = '<gexf version="1.3"><graph><nodes>';
const NODES = '{"directed":true,"nodes":[{"id":"a"},';
const KEY = '<graphml><key id="k" for="node" attr.name="k"/><graph edgedefault="directed">';

/** What it is, the file, and why it is refused. */
const HOSTILE: readonly (readonly [string, () => string | Uint8Array<ArrayBuffer>, string])[] = [
  [
    'entities that grow a thousandfold',
    () =>
      `<!DOCTYPE l [<!ENTITY a "aa">${times(30, (n) => `<!ENTITY a${n} "&a;&a;">`)}]><graphml>&a;</graphml>`,
    'doctype_refused',
  ],
  [
    'an entity that names a file of the server',
    () => '<!DOCTYPE x [<!ENTITY p SYSTEM "file:///etc/passwd">]><gexf>&p;</gexf>',
    'doctype_refused',
  ],
  ['a million levels of XML', () => `${KEY}<node id="a">${times(1_000_000, () => '<x>')}`, 'too_large'],
  ['a million levels of JSON', () => `${NODES}{"id":"b","x":${'['.repeat(1_000_000)}`, 'too_large'],
  ['a value of 20 MB', () => `${KEY}<node id="a"><data key="k">${'a'.repeat(20 * MB)}`, 'too_large'],
  ['a uid of 20 MB', () => `${NODES}{"id":"${'a'.repeat(20 * MB)}"}],"links":[]}`, 'too_large'],
  ['a cell in quotes that never ends', () => `source,target\na,"${'b\n'.repeat(8 * MB)}`, 'too_large'],
  [
    'a million attributes of a node',
    () => `${GEXF}<node id="a" ${times(1_000_000, (n) => `a${n}="" `)}/>`,
    'too_large',
  ],
  [
    'a gzip file that unpacks to 1,000 times its size',
    () => new Uint8Array(gzipSync(Buffer.concat([Buffer.from(GEXF), Buffer.alloc(300 * MB, 0x20)]))),
    'too_large',
  ],
  [
    'a zip of a table that unpacks to 1,000 times its size',
    () => new Uint8Array(zipOf([{ name: 'nodes.csv', content: Buffer.alloc(300 * MB, 'id\n') }])),
    'archive_invalid',
  ],
];

describe.each(topologies)('hostile files of graphs on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  it.each(HOSTILE)('%s', async (_, make, why) => {
    const params = await emptyGraph(ada);
    const file = { content: make() };
    const before = await residentBytes(cairn);
    const { status, body } = await sendFile(ada, params, file);
    const { code, errors } = body as { readonly code: string; readonly errors: readonly { code: string }[] };
    expect([status, code, errors.map((each) => each.code)]).toEqual([422, 'graph_file_invalid', [why]]);
    expect((await residentBytes(cairn)) - before).toBeLessThan(200 * MB);
    expect(await countsOf(ada, params)).toEqual(counts(0, 0));
  });

  it('what a file calls things goes out in each format, and into no header as it is', async () => {
    const params = await emptyGraph(ada);
    const kept = { 'graphml.key.\u540d\r\nX-Evil: 1': ['key', {}] };
    const node = { key: 'a', attributes: {}, kept: { '\u5f62\n': { x: 1 } } };
    const content = JSON.stringify({
      options: { type: 'directed' },
      cairn: { kept },
      nodes: [node],
      edges: [],
    });
    await importedFile(ada, params, { content });
    for (const format of ['gexf', 'graphml', 'csv', 'json']) {
      const { status, headers } = await exportedFile(ada, params, { format });
      expect([format, status, headers.get('x-evil')]).toEqual([format, 200, null]);
    }
  });

  it('names that mean something to JavaScript are refused, and others are only names', async () => {
    const params = await emptyGraph(ada);
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const content = `{"nodes":[{"id":"a","${name}":{"polluted":true}}],"links":[]}`;
      const { body } = await sendFile(ada, params, { content });
      expect(body).toMatchObject({ code: 'graph_file_invalid', errors: [{ code: 'name_invalid' }] });
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
    const uids = ['__proto__', 'constructor', 'a/b', '..', '$where', "' OR 1=1 --", '=1+1'];
    const nodes = uids.map((id) => ({ id }));
    const report = await importedFile(ada, params, { content: JSON.stringify({ nodes, links: [] }) });
    expect(report).toMatchObject({ nodes_created: uids.length });
    const listed = await ada.client.call('listGraphNodes', { params });
    expect(listed.body.map(({ uid }) => uid).toSorted()).toEqual(uids.toSorted());
  });
});
