import type { Json } from '@cairn/kernel';
import * as fc from 'fast-check';
import type { DeclaredEdgeType, DeclaredProperty, DeclaredType } from '../../schema.js';
import type { EdgeValue, Flaw, NodeValue } from '../elements.js';
import { compiledSchema } from './compiled.js';
import type { EndLabels } from './edge-type.js';

/** Values that a word takes, and values that it does not. */
const words: Readonly<Record<string, readonly [readonly Json[], readonly Json[]]>> = {
  string: [
    ['', 'a'],
    [1, []],
  ],
  Integer: [
    [0, -7, { $integer: '9007199254740993' }],
    [1.5, '1'],
  ],
  number: [
    [0.5, 3, { $float: 'NaN' }],
    ['x', true],
  ],
  bool: [
    [true, false],
    ['true', 0],
  ],
  date: [['2026-03-02'], ['2026-02-30', 1]],
  datetime: [['2026-03-02T09:15:00Z'], ['2026-03-02']],
  'list<string>': [
    [[], ['a']],
    ['a', [1]],
  ],
};
/** A property has the same word wherever it is declared, so that two labels never ask for what cannot be. */
const wordOf = new Map(
  ['ring', 'age', 'a/b', '~', '__proto__', 'constructor', 'née'].map((name, index) => [
    name,
    Object.keys(words)[index]!,
  ]),
);
const UNDECLARED = 'nobody declares it';

const properties = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...wordOf.keys()),
    required: fc.boolean(),
    unique: fc.boolean(),
  }),
  { selector: ({ name }) => name, maxLength: 5 },
);
const declared = (own: readonly Omit<Required<DeclaredProperty>, 'type'>[]): readonly DeclaredProperty[] =>
  own.map((one) => ({ ...one, type: wordOf.get(one.name)! }));

const typeNames = ['Bird', 'Fish', '__proto__', 'toString', 'x/y~z', ' '];
const typesOf = (names: readonly string[]): fc.Arbitrary<readonly DeclaredType[]> =>
  fc.uniqueArray(fc.record({ type: fc.constantFrom(...names), properties: properties.map(declared) }), {
    selector: ({ type }) => type,
    minLength: 1,
    maxLength: 4,
  });

interface Sample {
  readonly text: string;
  readonly nodeTypes: readonly DeclaredType[];
  readonly node: NodeValue;
  readonly edgeType: DeclaredEdgeType;
  readonly edge: EdgeValue;
  readonly ends: EndLabels;
}

const valuesOf = (types: readonly DeclaredType[]): fc.Arbitrary<NodeValue['properties']> => {
  const all = types.flatMap((type) => type.properties ?? []);
  const required = new Set(all.filter((one) => one.required).map((one) => one.name!));
  const names = [...new Set(all.map((one) => one.name!)), UNDECLARED];
  return fc
    .tuple(
      ...names.map((name) => {
        const value = fc.constantFrom(...words[wordOf.get(name) ?? 'number']![0]);
        return required.has(name) ? value : fc.option(value, { nil: undefined });
      }),
    )
    .map((values) => own(names.map((name, index) => [name, values[index]])));
};
/** `Object.fromEntries` makes `__proto__` a property of the object itself, as `JSON.parse` does. */
const own = (entries: readonly (readonly [string, Json | undefined])[]): NodeValue['properties'] =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as NodeValue['properties'];

const labelsWith = (needed: string | undefined, names: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.subarray([...names]).map((some) => [...new Set([...some, ...(needed === undefined ? [] : [needed])])]);

const sample: fc.Arbitrary<Sample> = fc
  .record({
    nodeTypes: typesOf(typeNames),
    edgeTypes: typesOf(['EATS', 'constructor', 'LEADS']),
    from: fc.option(fc.nat(), { nil: undefined }),
    to: fc.option(fc.nat(), { nil: undefined }),
  })
  .chain(({ nodeTypes, edgeTypes, from, to }) => {
    const names = nodeTypes.map(({ type }) => type);
    const end = (at: number | undefined) => (at === undefined ? undefined : names[at % names.length]!);
    const ends = {
      ...(from === undefined ? {} : { from: end(from)! }),
      ...(to === undefined ? {} : { to: end(to)! }),
    };
    const edges: readonly DeclaredEdgeType[] = edgeTypes.map((type) => ({ ...type, ...ends }));
    return fc
      .record({
        types: fc.subarray([...nodeTypes], { minLength: 1 }),
        edgeType: fc.constantFrom(...edges),
        source: labelsWith(ends.from, names),
        target: labelsWith(ends.to, names),
      })
      .chain(({ types, edgeType, source, target }) =>
        fc.record({
          text: fc.constant(JSON.stringify({ nodes: nodeTypes, edges })),
          nodeTypes: fc.constant(types),
          node: fc.record({
            labels: fc.constant(types.map(({ type }) => type)),
            properties: valuesOf(types),
          }),
          edgeType: fc.constant(edgeType),
          edge: fc.record({
            source: fc.constant('a'),
            target: fc.constant('b'),
            type: fc.constant(edgeType.type),
            directed: fc.constant(true),
            properties: valuesOf([edgeType]),
          }),
          ends: fc.constant({ source, target }),
        }),
      );
  });

const told = (flaws: readonly Flaw[]): readonly string[] =>
  flaws.map(({ pointer, code }) => `${code} ${pointer}`);
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const times = (count: number, flaw: string): readonly string[] => Array.from({ length: count }, () => flaw);
const without = (properties: NodeValue['properties'], name: string): NodeValue['properties'] =>
  own(Object.entries(properties).filter(([key]) => key !== name));
const withValue = (properties: NodeValue['properties'], name: string, value: Json): NodeValue['properties'] =>
  own([...Object.entries(without(properties, name)), [name, value]]);

/** Each change of one declared property that makes it wrong, with the flaws that it has then. */
function* wrongProperties(
  types: readonly DeclaredType[],
  properties: NodeValue['properties'],
): Generator<readonly [NodeValue['properties'], readonly string[]]> {
  for (const [name, word] of wordOf) {
    const asking = types.flatMap((type) => (type.properties ?? []).filter((one) => one.name === name));
    const pointer = `/properties/${escaped(name)}`;
    const requiring = asking.filter((one) => one.required).length;
    const missing = times(requiring, `property_missing ${pointer}`);
    yield [without(properties, name), missing];
    yield [withValue(properties, name, null), missing];
    for (const value of words[word]![1])
      yield [withValue(properties, name, value), times(asking.length, `property_type ${pointer}`)];
  }
}

describe('under any schema', () => {
  const checked = (check: (one: Sample) => void): void =>
    fc.assert(fc.property(sample, check), { numRuns: 200 });

  it('what was made to be of it has no flaw', () => {
    checked(({ text, node, edge, ends }) => {
      expect(compiledSchema(text).nodeFlaws(node)).toEqual([]);
      expect(compiledSchema(text).edgeFlaws(edge, ends)).toEqual([]);
    });
  });

  it('a node with one thing wrong has the flaws of its kind, and no other', () => {
    checked(({ text, nodeTypes, node }) => {
      const schema = compiledSchema(text);
      const { labels, properties } = node;
      const added = { labels: [...labels, UNDECLARED], properties };
      expect(told(schema.nodeFlaws(added))).toEqual([`type_undeclared /labels/${labels.length}`]);
      expect(told(schema.nodeFlaws({ labels: [], properties }))).toEqual(['label_missing /labels']);
      for (const [wrong, flaws] of wrongProperties(nodeTypes, properties))
        expect(told(schema.nodeFlaws({ labels, properties: wrong }))).toEqual(flaws);
    });
  });

  it('an edge with one thing wrong has the flaws of its kind, and no other', () => {
    checked(({ text, edgeType, edge, ends }) => {
      const schema = compiledSchema(text);
      const flawsOf = (changed: Partial<EdgeValue>, at: Partial<EndLabels> = {}) =>
        told(schema.edgeFlaws({ ...edge, ...changed }, { ...ends, ...at }));
      for (const type of ['', UNDECLARED]) expect(flawsOf({ type })).toEqual(['type_undeclared /type']);
      const { from, to } = edgeType;
      const source = ends.source.filter((label) => label !== from);
      expect(flawsOf({}, { source })).toEqual(from === undefined ? [] : ['end_type /source']);
      const target = ends.target.filter((label) => label !== to);
      expect(flawsOf({}, { target })).toEqual(to === undefined ? [] : ['end_type /target']);
      for (const [properties, flaws] of wrongProperties([edgeType], edge.properties))
        expect(flawsOf({ properties })).toEqual(flaws);
    });
  });

  it('another node shares a key for each value that should be unique, and none once that is another', () => {
    checked(({ text, nodeTypes, node }) => {
      const schema = compiledSchema(text);
      const keys = schema.uniqueKeys(node);
      const unique = nodeTypes.flatMap((type) =>
        (type.properties ?? []).filter((one) => one.unique && Object.hasOwn(node.properties, one.name!)),
      );
      expect(keys.map(({ name }) => name).toSorted()).toEqual(unique.map((one) => one.name).toSorted());
      expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
      expect(schema.uniqueKeys(JSON.parse(JSON.stringify(node)) as NodeValue)).toEqual(keys);
      const others = own(Object.keys(node.properties).map((name) => [name, ['another', name]]));
      const shared = schema
        .uniqueKeys({ ...node, properties: others })
        .filter(({ key }) => keys.some((one) => one.key === key));
      expect(shared).toEqual([]);
    });
  });
});
