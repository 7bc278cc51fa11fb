import type { Json } from '@cairn/kernel';
import * as fc from 'fast-check';
import type { EdgeElement, NodeElement, Properties } from '../element.js';
import { isXmlText } from '../xml-text.js';
import type { Whole } from './reading.js';

const MEANT = ['__proto__', 'constructor', 'prototype'];
const wellFormed = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    '',
    ' a ',
    '\ttab\nline\r\n',
    '<&>"\']]>',
    'a|b',
    '[a, b]',
    '\u0001',
    '\ufffe',
    'true',
    '1',
    'NaN',
  ),
);
const text = anyText.filter(wellFormed);
const name = anyText.filter((one) => one !== '' && wellFormed(one) && isXmlText(one) && !MEANT.includes(one));

/** A uid, a label or a type: no request may have control characters in one. */
const word = name.filter((one) => !/\p{Cc}/u.test(one));

const number = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one)),
);
/** Integers that a double would round are only ever kept as text. */
const special = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).map((one) => ({ $integer: one.toString() })),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }).map((one) => ({ $integer: (-one).toString() })),
  fc.constantFrom('NaN', 'Infinity', '-Infinity').map((one) => ({ $float: one })),
  fc.constant({ $decimal: '0.10000000000000000000001' }),
);
const scalar: fc.Arbitrary<Json> = fc.oneof(text, number, fc.boolean(), special);
const list: fc.Arbitrary<Json> = fc.oneof(
  fc.array(text, { maxLength: 4 }),
  fc.array(number, { maxLength: 4 }),
  fc.array(scalar, { maxLength: 3 }),
);
const nested: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.dictionary(name, scalar, { maxKeys: 3, noNullPrototype: true }),
  fc.array(fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.constant(null)), { maxLength: 3 }),
);

const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: list },
  { weight: 1, arbitrary: nested },
);

/** Few names, so that one has values of several types. */
const properties = (names: fc.Arbitrary<string>): fc.Arbitrary<Properties> =>
  fc.dictionary(names, isWhole(value), { maxKeys: 5, noNullPrototype: true });

/** JSON says a float as a whole number when it is one; beyond 2^53 that would be read as an integer. */
const isWhole = (values: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  values.filter((one) => !hasLargeWhole(one));

const hasLargeWhole = (one: Json): boolean => {
  if (typeof one === 'number')
    return Number.isInteger(one) && !Number.isSafeInteger(one) && Math.abs(one) < 1e21;
  return (
    typeof one === 'object' &&
    one !== null &&
    Object.values(one).some((inner) => hasLargeWhole(inner as Json))
  );
};

const propertyNames = fc.oneof(fc.constantFrom('label', 'weight', 'name', 'age', 'tags'), name);
const uid = fc.oneof(fc.integer({ min: 0, max: 9 }).map(String), word);

const node: fc.Arbitrary<NodeElement> = fc.record(
  {
    kind: fc.constant('node' as const),
    uid,
    labels: fc.uniqueArray(word, { maxLength: 3 }),
    properties: properties(propertyNames),
  },
  { noNullPrototype: true },
);

const edge: fc.Arbitrary<EdgeElement> = fc.record(
  {
    kind: fc.constant('edge' as const),
    uid,
    from: uid,
    to: uid,
    type: fc.oneof(fc.constant(''), word),
    directed: fc.boolean(),
    properties: properties(propertyNames),
  },
  { requiredKeys: ['kind', 'from', 'to', 'type', 'directed', 'properties'], noNullPrototype: true },
);

/** Graphs of all that elements can be, with names that no dialect of JSON has for itself. */
export const randomGraph: fc.Arbitrary<Omit<Whole, 'end'>> = fc
  .record({
    nodes: fc.array(node, { maxLength: 6 }),
    edges: fc.array(edge, { maxLength: 6 }),
    properties: properties(propertyNames),
  })
  .map(({ nodes, edges, properties: own }) => ({ nodes, edges, facts: { kind: 'graph', properties: own } }));
