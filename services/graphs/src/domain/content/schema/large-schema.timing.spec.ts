import { ContentSchema } from './content-schema.js';

const ELEMENTS = 10_000;
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const schemaOf = (types: number): ContentSchema =>
  new ContentSchema({
    nodes: range(types).map((index) => ({
      type: `T${index}`,
      properties: [
        { name: 'ring', type: 'string', required: true, unique: true },
        { name: 'wings', type: 'integer' },
      ],
    })),
    edges: range(types).map((index) => ({ type: `E${index}`, from: `T${index}`, to: 'T0' })),
  });

/** Milliseconds of as many nodes and edges, the best of five. */
const timeOf = (types: number): number => {
  const schema = schemaOf(types);
  const times = range(5).map(() => {
    const begun = performance.now();
    for (const index of range(ELEMENTS)) {
      const label = `T${index % types}`;
      const node = { labels: [label], properties: { ring: `r${index}`, wings: 2, colour: 'red' } };
      const edge = {
        ...{ source: 'a', target: 'b', type: `E${index % types}`, directed: true },
        properties: {},
      };
      const flaws = [
        ...schema.nodeFlaws(node),
        ...schema.edgeFlaws(edge, { source: [label], target: ['T0'] }),
      ];
      if (flaws.length > 0 || schema.uniqueKeys(node).length !== 1)
        throw new Error('it is as the schema says');
    }
    return performance.now() - begun;
  });
  return Math.min(...times);
};

describe('a large schema', () => {
  it('of 10,000 types costs an element about what one of ten does', () => {
    timeOf(10);
    expect(timeOf(10_000) / timeOf(10)).toBeLessThan(10);
  });

  it('that is made to be slow takes a bulk of 10,000 edges seconds, not minutes', () => {
    const labels = (letter: string): readonly string[] => range(100).map((index) => `${letter}${index}`);
    const schema = new ContentSchema({
      edges: range(1_000).map((index) => ({
        ...{ type: 'E', from: `a${index % 100}`, to: `b${Math.floor(index / 100)}` },
        properties: [{ name: `p${index}`, type: 'string', required: true }],
      })),
    });
    const ends = { source: labels('a'), target: labels('b') };
    const edge = { source: 'a', target: 'b', type: 'E', directed: false, properties: { p: 1 } };
    const begun = performance.now();
    for (let count = 0; count < ELEMENTS; count += 1) expect(schema.edgeFlaws(edge, ends)).toHaveLength(1);
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
