import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Declaration, EdgeElement, GraphElement, NodeElement } from '../../formats/element.js';
import { formats } from '../../formats/index.js';
import { readWhole, type Whole } from '../../formats/testing/reading.js';
import { FilesUnderTest } from '../../testing/files-under-test.js';

const folder = join(__dirname, '../../formats/testing/corpus/files');
const corpus = readdirSync(folder).filter((file) => !file.startsWith('counts.'));

let files: FilesUnderTest;
beforeAll(async () => {
  files = await FilesUnderTest.start();
});
afterAll(() => files.stop());

/** What a graph says, in an order of its own: content has nodes and edges by their uids. */
const told = (
  { nodes, edges, facts }: Omit<Whole, 'end'>,
  { facts: said, edges: all }: Omit<Whole, 'end'>,
) => ({
  nodes: nodes.map(withoutNulls).sort(byText),
  edges: edges.map((edge) => uidIfSaid(withoutNulls(edge), uidsOf(all))).sort(byText),
  // A file always says them, the graph may not.
  directed: said.directed === undefined ? undefined : facts.directed,
  multigraph: said.multigraph === undefined ? undefined : facts.multigraph,
  properties: facts.properties ?? {},
  kept: facts.kept ?? {},
  declarations: [...(facts.declarations ?? [])].sort(byKey),
});

const byText = (one: GraphElement, other: GraphElement): number =>
  textOfElement(one).localeCompare(textOfElement(other));
const textOfElement = (element: GraphElement): string =>
  element.kind === 'node'
    ? element.uid
    : JSON.stringify([
        element.uid,
        element.from,
        element.to,
        element.type,
        element.directed,
        element.properties,
      ]);
const byKey = (one: Declaration, other: Declaration): number => keyOf(one).localeCompare(keyOf(other));
const keyOf = ({ of, name, type }: Declaration): string => `${of} ${name} ${type}`;

/** An edge without one gets a uid; ids that repeat are none (NetworkX in GraphML). */
const uidIfSaid = ({ uid, ...edge }: EdgeElement, said: ReadonlySet<string>): EdgeElement =>
  uid === undefined || !said.has(uid) ? edge : { ...edge, uid };

const uidsOf = (edges: readonly EdgeElement[]): ReadonlySet<string> => {
  const all = edges.flatMap(({ uid }) => uid ?? []);
  return new Set(new Set(all).size < all.length ? [] : all);
};

/** Null says that there is no value. */
const withoutNulls = <Element extends GraphElement>(element: Element): Element => ({
  ...element,
  properties: Object.fromEntries(Object.entries(element.properties).filter(([, value]) => value !== null)),
});

/** With the nodes that only edges name. */
const withEnds = (graph: Omit<Whole, 'end'>): Omit<Whole, 'end'> => {
  const named = new Set(graph.nodes.map(({ uid }) => uid));
  const ends = new Set(graph.edges.flatMap(({ from, to }) => [from, to]).filter((uid) => !named.has(uid)));
  const implied = [...ends].map((uid): NodeElement => ({ kind: 'node', uid, labels: [], properties: {} }));
  return { ...graph, nodes: [...graph.nodes, ...implied] };
};

describe('a file that is imported and exported', () => {
  it.each(corpus)('%s is what it was in its own format, and in the native form', async (file) => {
    const bytes = readFileSync(join(folder, file));
    const path = await files.version();
    const report = await files.imported(path, bytes);
    const { name, dialects } = formats[report.format as keyof typeof formats];
    const dialect = dialects.includes(report.dialect) ? report.dialect : dialects[0]!;
    const before = await readWhole(bytes);
    const own = await readWhole((await files.exported(path, name, dialect)).text, { format: name });
    expect(told(own, before)).toEqual(told(name === 'csv' ? before : withEnds(before), before));
    const native = await readWhole((await files.exported(path, 'json', 'graphology')).text);
    expect(told(native, before)).toEqual(told(withEnds(before), before));
  });
});
