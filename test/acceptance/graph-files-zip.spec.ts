/** Tables of nodes and of edges come in together as a zip, and go out so. */
import type { Problem } from '@cairn/contracts';
import { zipOf } from '../support/archive-maker.js';
import { contentOf, counts, countsOf, emptyGraph, foodWeb, type VersionPath } from '../support/content.js';
import { checkedPerson } from '../support/contract.js';
import { exportedFile, importedFile, sendFile } from '../support/graph-files.js';
import type { Person } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const BIRDS = 'id,labels,ring\npuffin,Bird,GB-4711\ngull,Bird,\n';
const FISH = 'id;labels\nsandeel;Fish\n';
const EATS = 'source,target,type,share\npuffin,sandeel,EATS,0.8\ngull,plankton,EATS,0.1\n';

describe.each(topologies)('zips of tables of graphs on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await checkedPerson(cairn);
  });
  afterAll(() => cairn.leave());

  const zipped = (files: Readonly<Record<string, string>>) => ({
    name: 'web.zip',
    content: new Uint8Array(zipOf(Object.entries(files).map(([name, content]) => ({ name, content })))),
  });
  /** Apart from the times. */
  const values = async (params: VersionPath) => {
    const { nodes, edges } = await contentOf(ada, params);
    return [...nodes, ...edges].map(({ created_at: _, updated_at: __, ...value }) => value);
  };

  it('come in as one graph, or not at all: what is wrong has file, line and column', async () => {
    const params = await emptyGraph(ada);
    const tables = { 'edges/eats.csv': EATS, 'nodes/birds.csv': BIRDS, 'nodes/fish.csv': FISH };
    const broken = zipped({ ...tables, 'edges/eats.csv': EATS.replace('gull', '"gull"s') });
    const { status, body } = await sendFile(ada, params, broken);
    const place = { file: 'edges/eats.csv', line: 3, column: 6 };
    expect([status, body as Problem]).toMatchObject([
      422,
      { code: 'graph_file_invalid', errors: [{ ...place, code: 'csv_invalid' }] },
    ]);
    expect(await countsOf(ada, params)).toEqual(counts(0, 0));
    expect(await importedFile(ada, params, zipped(tables), { format: 'csv' })).toMatchObject({
      ...{ format: 'csv', dialect: 'tables', nodes_read: 3, nodes_created: 4, nodes_implied: 1 },
      ...{ edges_read: 2, edges_created: 2, warnings: [] },
    });
    expect(await countsOf(ada, params)).toEqual(counts(4, 2));
  });

  it('go out, and come in again as what they were', async () => {
    const [params, again] = [await foodWeb(ada), await emptyGraph(ada)];
    const { headers, bytes } = await exportedFile(ada, params, { format: 'csv', dialect: 'tables' });
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toContain('.zip"');
    expect(headers.get('x-not-held')).toBeNull();
    await importedFile(ada, again, { content: bytes });
    expect(await values(again)).toEqual(await values(params));
  });
});
