/** What other tools wrote comes in, goes out in each format, and is read by other tools with the same counts and values. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Content, contentOf, emptyGraph } from '../support/content.js';
import { exportGraphFile, importGraphFile } from '../support/large-graph-files.js';
import { readByTools, type ToolFile, type ToolReading } from '../support/graph-tools.js';
import { somebody } from '../support/people.js';
import { root, type RunningCairn, topologies } from '../support/topology.js';

const CORPUS = join(root, 'services/graphs/src/formats/testing/corpus/files');
/** Corpus files that the tools read themselves. */
const READ_AS_THEY_ARE = /\.(graphml|gexf)$/;
/** What is exported, and what the tools call it. NetworkX reads GEXF up to 1.2 and knows fewer types than 1.3 has. */
const EXPORTS = [
  ['graphml', 'graphml', 'graphml'],
  ['graphml', 'neo4j', 'graphml'],
  ['gexf', '1.2draft', 'gexf'],
  ['json', 'node-link', 'node-link'],
  ['json', 'graphology', 'graphology'],
  ['json', 'cytoscape', 'cytoscape'],
] as const;

interface Case {
  /** Of the corpus. */
  readonly file: string;
  readonly dialect: string;
  readonly content: Content;
}

describe.each(topologies)('graph files for other tools, on $name', (topology) => {
  let cairn: RunningCairn;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-graph-tools-'));
  beforeAll(async () => {
    cairn = await topology.start();
  });
  afterAll(async () => {
    await cairn.remove();
    rmSync(folder, { recursive: true });
  });

  it('are read with the nodes, edges and values that Cairn has', async () => {
    const ada = await somebody(cairn);
    const cases = new Map<string, Case>();
    const files: ToolFile[] = [];
    for (const file of readdirSync(CORPUS).filter((each) => !each.startsWith('counts.'))) {
      const version = await emptyGraph(ada);
      await importGraphFile(cairn, ada, version, Uint8Array.from(readFileSync(join(CORPUS, file))));
      const content = await contentOf(ada, version, { limit: 1000 });
      const [, called] = READ_AS_THEY_ARE.exec(file) ?? [];
      if (called !== undefined) files.push({ path: join(CORPUS, file), format: called });
      for (const [format, dialect, called] of EXPORTS) {
        const path = join(folder, `${file}~${dialect}.${format}`);
        const exported = await exportGraphFile(cairn, ada, version, { format, dialect });
        writeFileSync(path, Buffer.from(await exported.arrayBuffer()));
        files.push({ path, format: called });
        cases.set(path, { file, dialect, content });
      }
    }
    const readings = await readByTools(files, join(folder, 'files.json'));
    expect(new Set(readings.map(({ tool }) => tool)).size).toBe(4);
    expect(readings.length).toBeGreaterThan(files.length);
    const wrong = readings.flatMap((reading) => {
      const exported = cases.get(reading.path);
      if (exported === undefined) return [];
      const { file, dialect, content } = exported;
      const original = readings.find(
        ({ path, tool }) => path === join(CORPUS, file) && tool === reading.tool,
      );
      if (reading.error !== undefined && reading.error === original?.error) return [];
      return wrongIn(reading, content).map((what) => `${file} as ${dialect}, ${reading.tool}: ${what}`);
    });
    expect(wrong).toEqual([]);
  }, 600_000);
});

const wrongIn = (reading: ToolReading, content: Content): readonly string[] => {
  const { error, nodes = {}, edges = [], directed } = reading;
  if (error !== undefined) return LIMITS.some((limit) => limit(reading, content)) ? [] : [error];
  const directions = new Set(content.edges.map((edge) => edge.directed));
  const [own] = directions;
  const turned = directions.size === 1 && typeof directed === 'boolean' && directed !== own;
  const count = (list: readonly unknown[], all: readonly unknown[]) =>
    list.length === all.length ? [] : [`${list.length} of ${all.length}`];
  return [
    ...count(Object.keys(nodes), content.nodes),
    ...count(edges, content.edges),
    ...(turned ? [`directed is ${directed}`] : []),
    ...content.nodes.flatMap(({ uid, properties }) =>
      nodes[uid] !== undefined && hasAll(nodes[uid], properties) ? [] : [`node ${uid}`],
    ),
    ...content.edges.flatMap((edge) =>
      edges.some((read) => isAlike(read, edge, reading)) ? [] : [`edge ${edge.uid}`],
    ),
  ];
};

/** Values that JSON has as one thing: the tools have no lists, objects and numbers of any size in all formats. */
const hasAll = (read: Properties, held: Properties, but?: string): boolean =>
  Object.entries(held).every(
    ([name, value]) =>
      name === but || (typeof value === 'object' ? Object.hasOwn(read, name) : read[name] === value),
  );
type Properties = Readonly<Record<string, unknown>>;

const isAlike = (
  read: ToolEdge,
  edge: Content['edges'][number],
  { tool, path, directed }: ToolReading,
): boolean => {
  // In node-link data, `key` is what NetworkX tells parallel edges apart by.
  const key = tool === 'networkx' && path.endsWith('node-link.json') ? 'key' : undefined;
  return isBetween(read, edge, edge.directed && directed !== false) && hasAll(read[2], edge.properties, key);
};
type ToolEdge = NonNullable<ToolReading['edges']>[number];

/** `isOrdered`: the edge has a direction, in a graph that the tool read as one whose edges have. */
const isBetween = (
  [from, to]: ToolEdge,
  { source, target }: Content['edges'][number],
  isOrdered: boolean,
): boolean => (from === source && to === target) || (!isOrdered && from === target && to === source);

/** What the tools cannot read, whoever wrote it. */
const LIMITS: readonly ((reading: ToolReading, content: Content) => boolean)[] = [
  ({ tool, error = '' }, { edges }) =>
    tool === 'networkx' &&
    /edge found in (un)?directed graph/.test(error) &&
    new Set(edges.map(({ directed }) => directed)).size === 2,
  ({ tool, error = '' }, { edges }) =>
    tool === 'networkx' &&
    error.includes("multiple values for keyword argument 'key'") &&
    edges.some(({ properties }) => Object.hasOwn(properties, 'key')),
  // Values of one property are of several types, each of which has a key.
  ({ tool, error = '' }, { nodes, edges }) => {
    const name = /Duplicate attribute name found: '(\w+)'/.exec(error)?.[1];
    if (tool !== 'igraph' || name === undefined) return false;
    const types = (all: readonly { readonly properties: Properties }[]) =>
      new Set(
        all.flatMap(({ properties: { [name]: value } }) => (value === undefined ? [] : [kindOf(value)])),
      );
    return types(nodes).size > 1 || types(edges).size > 1;
  },
];

/** Numbers that JSON does not have are objects of one key, which names their kind. */
const kindOf = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return Object.keys(value).join();
  return Number.isInteger(value) ? 'integer' : typeof value;
};
