import type { DeclaredProperty, GraphSchema } from '../../schema.js';
import type { EdgeValue, Flaw, NodeValue } from '../elements.js';
import { ContentSchema } from './content-schema.js';

const ring: DeclaredProperty = { name: 'ring', type: 'string', required: true, unique: true };
const schema: GraphSchema = {
  nodes: [
    { type: 'Bird', properties: [ring, { name: 'wings', type: 'integer' }] },
    { type: 'Fish' },
    {
      type: 'Ringed',
      properties: [
        { name: 'ring', type: 'string' },
        { name: 'since', type: 'date', required: true },
      ],
    },
    { type: 'a/b', properties: [{ name: 'c~d/e', type: 'number', required: true }] },
  ],
  edges: [
    {
      type: 'EATS',
      from: 'Bird',
      to: 'Fish',
      properties: [{ name: 'share', type: 'number', required: true }],
    },
    { type: 'NEAR' },
    {
      type: 'LEADS',
      from: 'Bird',
      to: 'Bird',
      properties: [{ name: 'years', type: 'integer', required: true }],
    },
    { type: 'LEADS', from: 'Fish', to: 'Fish' },
    { type: 'LEADS', from: 'Ringed', properties: [{ name: 'by', type: 'text', required: true }] },
  ],
};

const node = (labels: readonly string[], properties: NodeValue['properties'] = {}): NodeValue => ({
  labels,
  properties,
});
const edge = (type: string, properties: EdgeValue['properties'] = {}, directed = true): EdgeValue => ({
  ...{ source: 'a', target: 'b', type, directed, properties },
});
const told = (flaws: readonly Flaw[]) => flaws.map(({ pointer, code }) => `${code} ${pointer}`);
const nodeFlaws = (under: GraphSchema, one: NodeValue) => told(new ContentSchema(under).nodeFlaws(one));
const edgeFlaws = (
  under: GraphSchema,
  one: EdgeValue,
  source: readonly string[],
  target: readonly string[],
) => told(new ContentSchema(under).edgeFlaws(one, { source, target }));

describe('a node is held against the types of its labels', () => {
  it.each<[string, NodeValue, readonly string[]]>([
    ['one that has all', node(['Bird'], { ring: 'GB-1', wings: 2 }), []],
    ['one that has what is required alone', node(['Bird'], { ring: '' }), []],
    ['properties that no type declares', node(['Fish'], { wings: 'none', colour: ['red'] }), []],
    ['no label', node([], { ring: 1 }), ['label_missing /labels']],
    ['a label that is no type', node(['Fish', 'fish']), ['type_undeclared /labels/1']],
    ['a required property that is not there', node(['Bird']), ['property_missing /properties/ring']],
    ['one that is null', node(['Bird'], { ring: null }), ['property_missing /properties/ring']],
    ['an optional one that is null', node(['Bird'], { ring: 'a', wings: null }), []],
    [
      'a value of another type',
      node(['Bird'], { ring: 'a', wings: 1.5 }),
      ['property_type /properties/wings'],
    ],
    [
      'two labels, each of which asks',
      node(['Bird', 'Ringed'], { ring: 7 }),
      [
        ...['property_type /properties/ring', 'property_type /properties/ring'],
        'property_missing /properties/since',
      ],
    ],
    ['names that a pointer escapes', node(['a/b'], { 'c~d/e': 'x' }), ['property_type /properties/c~0d~1e']],
    ['names that a pointer escapes, missing', node(['a/b']), ['property_missing /properties/c~0d~1e']],
    [
      'all that is wrong',
      node(['Bat', 'Bird', 'Cat'], { wings: '2' }),
      [
        ...['type_undeclared /labels/0', 'property_type /properties/wings'],
        ...['property_missing /properties/ring', 'type_undeclared /labels/2'],
      ],
    ],
  ])('%s', (_, one, flaws) => {
    expect(nodeFlaws(schema, one)).toEqual(flaws);
  });

  it('and is free where the schema has no types of nodes', () => {
    for (const none of [{}, { nodes: [] }, { edges: [{ type: 'EATS', from: 'Bird' }] }])
      for (const one of [node([]), node(['Bird'], { ring: 1 })]) expect(nodeFlaws(none, one)).toEqual([]);
  });

  it('as all say that declare the same type or property', () => {
    const twice: GraphSchema = {
      nodes: [
        { type: 'Bird', properties: [ring, { name: 'ring', type: 'date' }] },
        {
          type: 'Bird',
          properties: [
            { name: 'wings', type: 'integer', required: true },
            { type: 'integer', required: true },
          ],
        },
      ],
    };
    expect(nodeFlaws(twice, node(['Bird'], { ring: '2026-03-02', wings: 2 }))).toEqual([]);
    expect(nodeFlaws(twice, node(['Bird'], { ring: 'a' }))).toEqual([
      'property_type /properties/ring',
      'property_missing /properties/wings',
    ]);
  });
});

describe('an edge is held against the declarations of its type', () => {
  const [bird, fish] = [['Bird'], ['Fish']];
  const ends = ['end_type /source', 'end_type /target'];

  it.each<[string, EdgeValue, readonly string[], readonly string[], readonly string[]]>([
    ['one that has all', edge('EATS', { share: 0.5 }), bird, fish, []],
    ['ends with more labels', edge('EATS', { share: 1 }), ['Ringed', 'Bird'], ['Fish', 'Ringed'], []],
    ['any ends', edge('NEAR'), [], ['Bat'], []],
    ['a type that is none', edge('eats', { share: 0.5 }), bird, fish, ['type_undeclared /type']],
    ['no type', edge(''), bird, fish, ['type_undeclared /type']],
    ['another source', edge('EATS', { share: 1 }), fish, fish, ['end_type /source']],
    ['another target', edge('EATS', { share: 1 }), bird, [], ['end_type /target']],
    ['the wrong way round', edge('EATS', { share: 1 }), fish, bird, ends],
    ['without a direction, the other way round', edge('EATS', { share: 1 }, false), fish, bird, []],
    [
      'without a direction, another target',
      edge('EATS', { share: 1 }, false),
      bird,
      bird,
      ['end_type /target'],
    ],
    [
      'a required property that is not there',
      edge('EATS'),
      bird,
      fish,
      ['property_missing /properties/share'],
    ],
    ['all that is wrong', edge('EATS', { share: 'x' }), [], [], [...ends, 'property_type /properties/share']],
    ['the first of several', edge('LEADS', { years: 1 }), bird, bird, []],
    ['the second of several', edge('LEADS'), fish, fish, []],
    ['one of several with any target', edge('LEADS', { by: 'night' }), ['Ringed'], ['a/b'], []],
    ['one that fits of two with such ends', edge('LEADS', { by: 'night' }), ['Bird', 'Ringed'], bird, []],
    [
      'none that fits of two with such ends',
      edge('LEADS', { years: 'x' }),
      ['Bird', 'Ringed'],
      bird,
      ['property_type /properties/years'],
    ],
    ['none of several with such ends', edge('LEADS'), ['a/b'], bird, ['end_type /source']],
    ['each end for itself is one of several', edge('LEADS'), bird, fish, ['end_type /target']],
  ])('%s', (_, one, source, target, flaws) => {
    expect(edgeFlaws(schema, one, source, target)).toEqual(flaws);
  });

  it('and is free where the schema has no types of edges', () => {
    for (const none of [{}, { edges: [] }, { nodes: [{ type: 'Bird' }] }])
      expect(edgeFlaws(none, edge('', { share: 'x' }), [], [])).toEqual([]);
  });

  it('as all say that declare the same type between the same ends', () => {
    const twice: GraphSchema = {
      edges: [
        { type: 'EATS', to: 'Fish', properties: [{ name: 'share', type: 'number', required: true }] },
        { type: 'EATS', to: 'Fish', properties: [{ name: 'seen', type: 'date', required: true }] },
      ],
    };
    expect(edgeFlaws(twice, edge('EATS'), bird, fish)).toEqual([
      'property_missing /properties/share',
      'property_missing /properties/seen',
    ]);
  });
});

describe('a flaw says what would be right', () => {
  const compiled = new ContentSchema(schema);
  const messages = (flaws: readonly Flaw[]) => flaws.map(({ message }) => message);

  it('of a node', () => {
    expect(messages(compiled.nodeFlaws(node([])))).toEqual(["must have one of the schema's node types"]);
    expect(messages(compiled.nodeFlaws(node(['Bat', 'Bird'], { wings: true })))).toEqual([
      'must be one of the schema\'s node types: "Bat" is none',
      'must be a whole number (type "Bird")',
      'is required (type "Bird")',
    ]);
  });

  it('of an edge', () => {
    const of = (type: string, source: readonly string[], target: readonly string[]) =>
      messages(compiled.edgeFlaws(edge(type), { source, target }));
    expect(of('', [], [])).toEqual(["must be one of the schema's edge types"]);
    expect(of('EATS', [], ['Fish'])[0]).toBe('must be a node with the label "Bird" (type "EATS")');
    expect(of('LEADS', [], [])).toEqual([
      'must be a node with one of the labels "Bird", "Fish", "Ringed" (type "LEADS")',
    ]);
    expect(of('LEADS', ['Bird'], ['Fish'])).toEqual([
      'must be another node: "LEADS" does not lead from such a source to such a target',
    ]);
  });

  it.each([
    [5, '"A0", "A1", "A2", "A3", "A4"'],
    [6, '"A0", "A1", "A2", "A3", "A4", …'],
  ])('of an edge that may lead from %d types', (count, named) => {
    const edges = Array.from({ length: count }, (_, index) => ({ type: 'E', from: `A${index}` }));
    const flaws = new ContentSchema({ edges }).edgeFlaws(edge('E'), { source: [], target: [] });
    expect(messages(flaws)).toEqual([`must be a node with one of the labels ${named} (type "E")`]);
  });

  it('and is short, whatever the schema and the element have', () => {
    const long = 'x'.repeat(10_000);
    const properties = Array.from({ length: 5_000 }, (_, index) => ({
      name: `p${index}`,
      type: 'int',
      required: true,
    }));
    const edges = Array.from({ length: 100 }, (_, index) => ({
      type: long,
      from: `${long}${index}`,
      to: long,
    }));
    const large = new ContentSchema({ nodes: [{ type: long, properties }], edges });
    const flaws = [
      ...large.nodeFlaws(node([long, long])),
      ...large.nodeFlaws(node(['y'.repeat(1_000)])),
      ...large.edgeFlaws(edge(long), { source: [], target: [] }),
    ];
    expect(flaws).toHaveLength(100 + 1 + 2);
    for (const { message } of flaws) expect(message.length).toBeLessThan(700);
  });
});

describe('what means something to JavaScript is a name like any other', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'size'];

  it.each(names)('%s as a label, a type of edges, a property', (name) => {
    const plain: GraphSchema = { nodes: [{ type: 'Bird' }], edges: [{ type: 'EATS' }] };
    expect(nodeFlaws(plain, node([name]))).toEqual(['type_undeclared /labels/0']);
    expect(edgeFlaws(plain, edge(name), [], [])).toEqual(['type_undeclared /type']);

    const declared: GraphSchema = {
      nodes: [
        {
          type: name,
          properties: [
            { name, type: name },
            { name, type: 'integer', required: true, unique: true },
          ],
        },
      ],
      edges: [{ type: name, from: name, to: name }],
    };
    const having = (value: unknown) =>
      JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as NodeValue['properties'];
    expect(nodeFlaws(declared, node([name]))).toEqual([`property_missing /properties/${name}`]);
    expect(nodeFlaws(declared, node([name], having('x')))).toEqual([`property_type /properties/${name}`]);
    expect(nodeFlaws(declared, node([name], having(1)))).toEqual([]);
    expect(new ContentSchema(declared).uniqueKeys(node([name], having(1)))).toHaveLength(1);
    expect(new ContentSchema(declared).uniqueKeys(node([name]))).toEqual([]);
    expect(edgeFlaws(declared, edge(name), [], [name])).toEqual(['end_type /source']);
    expect(edgeFlaws(declared, edge(name), [name], [name])).toEqual([]);
  });
});
