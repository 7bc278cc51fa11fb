import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Declaration, EdgeElement, GraphElement } from './element.js';
import { formats } from './index.js';
import { readWhole, roundTrip, type Whole } from './testing/reading.js';

/** What a library, or a manual's example, says of a file. */
interface Counted {
  readonly by: string;
  readonly nodes: number;
  readonly edges: number;
  readonly directed?: boolean;
  readonly format: string;
  readonly dialect: string;
}

const folder = join(__dirname, 'testing/corpus/files');
const read = (file: string): Buffer => readFileSync(join(folder, file));
const counted = Object.entries(
  Object.assign(
    {},
    ...readdirSync(folder)
      .filter((file) => file.startsWith('counts.'))
      .map((file) => JSON.parse(read(file).toString()) as unknown),
  ) as Record<string, Counted>,
);
const dialects = Object.values(formats).flatMap((format) =>
  format.dialects.map((dialect) => [format.name, dialect] as const),
);

describe('what other tools wrote', () => {
  it('stands in the corpus with its counts, all of it', () => {
    const files = readdirSync(folder).filter((file) => !file.startsWith('counts.'));
    expect(counted.map(([file]) => file).sort()).toEqual(files.sort());
    expect(files.length).toBeGreaterThan(35);
  });

  it.each(counted)('%s is told by its content and has the counts of its own tool', async (file, told) => {
    const { by, directed, ...counts } = told;
    const { nodes, edges, facts: of, end } = await readWhole(read(file));
    expect([by, end]).toMatchObject([by, { kind: 'end', ...counts }]);
    expect([nodes.length, edges.length]).toEqual([counts.nodes, counts.edges]);
    expect(directed === undefined || of.directed === directed).toBe(true);
  });

  it('of an undirected graph of graphology, which says it once, has undirected edges', async () => {
    const { edges } = await readWhole(read('graphology-undirected.json'));
    expect(edges.map(({ directed }) => directed)).toEqual([false, false]);
    const late = `{"nodes":[{"key":"a"}],"edges":[{"source":"a","target":"a"}],"options":{"type":"undirected"}}`;
    expect((await readWhole(late)).end).toMatchObject({ kind: 'error', code: 'structure_invalid' });
    const said = late.replace('"target"', '"undirected":true,"target"');
    expect((await readWhole(said)).edges).toMatchObject([{ directed: false }]);
  });

  it.each(counted)('%s says the same however it is cut', async (file) => {
    expect(await readWhole(read(file), { pieceBytes: 1 })).toEqual(
      await readWhole(read(file), { pieceBytes: 100_000 }),
    );
  });
});

const words: Readonly<Record<string, readonly string[]>> = {
  node: ['id', 'labels', 'parent'],
  edge: ['id', 'source', 'target', 'type', 'directed'],
};

/** What every format holds of an element. */
const held = ({ kept: _, ...element }: GraphElement, dialect: string): GraphElement => {
  const flat = ['node-link', 'd3', 'cytoscape'].includes(dialect);
  const properties = Object.fromEntries(
    Object.entries(element.properties).filter(([name]) => !flat || !words[element.kind]!.includes(name)),
  );
  const whole = { ...element, properties } as GraphElement;
  if (whole.kind === 'edge' || !['apoc', 'jgf'].includes(dialect)) return whole;
  const { parent: _parent, ...rest } = whole;
  return rest;
};

const heldEdge = (edge: EdgeElement, dialect: string): GraphElement =>
  held(dialect === 'apoc' ? { ...edge, directed: true } : edge, dialect);

describe('what other tools wrote, written again', () => {
  it.each(dialects)('as %s, %s has the same nodes, edges and properties', async (format, dialect) => {
    for (const [file] of counted) {
      const graph = await readWhole(read(file));
      const { back } = await roundTrip(graph, format, dialect);
      expect([file, back.end.kind]).toEqual([file, 'end']);
      expect([file, ...back.nodes.map((one) => held(one, dialect))]).toEqual([
        file,
        ...(dialect === 'edges' ? [] : graph.nodes.map((one) => held(one, dialect))),
      ]);
      expect([file, ...back.edges.map((one) => held(one, dialect))]).toEqual([
        file,
        ...(dialect === 'nodes' ? [] : graph.edges.map((one) => heldEdge(one, dialect))),
      ]);
    }
  });

  it.each(counted)('%s in its own format is what it was, with what only that knows', async (file, told) => {
    const graph = await readWhole(read(file));
    const { name, dialects: known } = formats[told.format as keyof typeof formats];
    const dialect = known.includes(told.dialect) ? told.dialect : known[0]!;
    const { back } = await roundTrip(graph, name, dialect);
    expect(back).toMatchObject({ nodes: graph.nodes, edges: graph.edges });
    expect(facts(back)).toEqual(facts(graph));
  });

  it.each(counted)('%s in the native form is what it was, wholly', async (file) => {
    const graph = await readWhole(read(file));
    const { back, output } = await roundTrip(graph, 'json', 'graphology');
    expect(back).toMatchObject({ nodes: graph.nodes, edges: graph.edges });
    expect(facts(back)).toEqual(facts(graph));
    expect(output.notHeld).toEqual([]);
  });
});

const facts = ({ facts: { properties = {}, kept = {}, declarations = [] } }: Whole) => ({
  properties,
  kept,
  declarations: [...declarations].sort((one, other) => keyOf(one).localeCompare(keyOf(other))),
});

const keyOf = ({ of, name, type }: Declaration): string => `${of} ${name} ${type}`;
