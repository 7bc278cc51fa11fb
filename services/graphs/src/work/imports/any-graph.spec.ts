import * as fc from 'fast-check';
import { randomGraph } from '../../formats/testing/random-graphs.js';
import { contentOf, readWhole, textOf, type Whole } from '../../formats/testing/reading.js';
import { writeGraph } from '../../formats/write-graph.js';
import { FilesUnderTest } from '../../testing/files-under-test.js';

describe('any graph', () => {
  let files: FilesUnderTest;
  beforeAll(async () => {
    files = await FilesUnderTest.start();
  });
  afterAll(() => files.stop());

  it('comes back as the file said it, by an import and an export in the same format', async () => {
    const written = [
      ...([
        ['json', 'graphology'],
        ['gexf', '1.3'],
        ['graphml', 'graphml'],
      ] as const),
    ];
    const property = fc.asyncProperty(
      randomGraph,
      fc.constantFrom(...written),
      async (graph, [format, dialect]) => {
        const output = await writeGraph(contentOf(unique(graph)), format, dialect);
        if (output.kind === 'refused') throw new Error(output.message);
        const text = await textOf(output);
        const before = await readWhole(text, { format });
        const path = await files.version();
        await files.imported(path, text, { format });
        const back = await readWhole((await files.exported(path, format, dialect)).text, { format });
        expect(sorted(back)).toEqual(sorted(withoutNulls(before)));
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});

/** Each node once, each edge once, and every end of one among the nodes. */
const unique = ({ nodes, edges, facts }: Omit<Whole, 'end'>): Omit<Whole, 'end'> => {
  const named = new Map(nodes.map((one) => [one.uid, one]));
  const ends = edges.flatMap(({ from, to }) => [from, to]);
  for (const uid of ends)
    if (!named.has(uid)) named.set(uid, { kind: 'node', uid, labels: [], properties: {} });
  return { nodes: [...named.values()], edges: edges.map((edge, at) => ({ ...edge, uid: `e${at}` })), facts };
};

const byUid = (one: { readonly uid?: string }, other: { readonly uid?: string }): number =>
  (one.uid ?? '') < (other.uid ?? '') ? -1 : 1;
const sorted = ({ nodes, edges, facts }: Omit<Whole, 'end'>) => ({
  nodes: [...nodes].sort(byUid),
  edges: [...edges].sort(byUid),
  properties: facts.properties ?? {},
});
const withoutNulls = (graph: Omit<Whole, 'end'>): Omit<Whole, 'end'> => ({
  ...graph,
  nodes: graph.nodes.map((one) => ({ ...one, properties: present(one.properties) })),
  edges: graph.edges.map((one) => ({ ...one, properties: present(one.properties) })),
});
const present = <Value>(properties: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
