/** A file of each format comes in, goes out, and comes in again: what smoke shows on a cluster. */
import { contentOf, counts, countsOf, emptyGraph, type VersionPath } from '../support/content.js';
import { corpusFile, exportedFile, importedFile } from '../support/graph-files.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const FILES = {
  graphml: 'networkx-karate.graphml',
  gexf: 'gephi-1.3.gexf',
  json: 'graphology-mixed.json',
  csv: 'edges.csv',
} as const;

describe.each(topologies)('formats of graphs on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
  });
  afterAll(() => cairn.leave());

  /** Apart from the times. */
  const values = async (params: VersionPath) => {
    const { nodes, edges } = await contentOf(ada, params, { limit: 1_000 });
    return [...nodes, ...edges].map(({ created_at: _, updated_at: __, ...value }) => value);
  };

  it.each(Object.entries(FILES))('%s comes in, goes out, and comes in again', async (format, name) => {
    const [first, second] = [await emptyGraph(ada), await emptyGraph(ada)];
    const report = await importedFile(ada, first, corpusFile(name));
    expect(report).toMatchObject({ format, edges_created: corpusFile(name).edges });
    expect(await countsOf(ada, first)).toEqual(counts(report.nodes_created, report.edges_created));
    const { status, text } = await exportedFile(ada, first, { format });
    expect(status).toBe(200);
    await importedFile(ada, second, { content: text });
    expect(await values(second)).toEqual(await values(first));
    const { body } = await ada.client.call('undoGraphContent', {
      params: first,
      body: { job_id: report.job_id ?? '' },
    });
    expect(body).toMatchObject({ nodes: report.nodes_created, edges: report.edges_created });
    expect(await countsOf(ada, first)).toEqual(counts(0, 0));
  });
});
