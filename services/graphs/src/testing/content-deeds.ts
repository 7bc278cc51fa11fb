import type { Json } from '@cairn/kernel';
import * as fc from 'fast-check';
import type { PutMode } from '../domain/content/changing.js';

export type Kind = 'node' | 'edge';

/** What a caller says of a node, or of an edge. */
export interface Sent {
  readonly labels?: readonly string[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly source?: string;
  readonly target?: string;
  readonly type?: string;
  readonly directed?: boolean;
}

/** An element of a bulk; one that says no `uid` gets one. */
export interface Put {
  readonly uid: string;
  readonly pointer: string;
  readonly mode: PutMode;
  readonly sent: Sent;
}

/** One element is created, changed, replaced or deleted. */
export interface OneDeed {
  readonly deed: Exclude<PutMode, 'merge' | 'set'> | 'delete';
  readonly element: Kind;
  /** It gets one where it is absent. */
  readonly uid?: string | undefined;
  readonly sent?: Sent;
  /** The revision that the request is for: that of the element, or another one. */
  readonly ifMatch?: 'right' | 'wrong' | undefined;
}

export interface BulkDeed {
  readonly deed: 'bulk';
  /** Of nodes, or of edges: what its `delete` names. */
  readonly element: Kind;
  readonly mode: 'create' | 'merge';
  readonly skip: boolean;
  readonly deleted: readonly string[];
  readonly nodes: readonly Put[];
  readonly edges: readonly Put[];
}

export interface UndoDeed {
  readonly deed: 'undo';
  /** So many revisions ago; −1 is the next one, which is not there yet. */
  readonly back: number;
  readonly skip: boolean;
}

/** A command that was done before comes again. */
interface AgainDeed {
  readonly deed: 'again';
  /** So many of those ago. */
  readonly back: number;
}

export type Deed = OneDeed | BulkDeed | UndoDeed | AgainDeed;

/** Few, so that deeds meet; some look like keys of others, or mean something to a store. */
export const uids = {
  node: ['a', 'a.000001', 'a b', '$set', '🐦', `${'long '.repeat(20)}node`],
  edge: ['e', 'e.000001', 'E', '__proto__', 'é', `${'long '.repeat(20)}edge`],
} as const satisfies Record<Kind, readonly string[]>;

const UNKNOWN = 'nobody';
export const labels = ['Bird', 'a.b.c', '$set', '__proto__'] as const;
export const types = ['', 'EATS', 'a.b.c', '__proto__'] as const;
export const propertyNames = ['p', 'a.b.c', '$set', 'toString'] as const;
const values: readonly Json[] = [1, '1', true, 'x', null, { n: [1, { m: null }] }];

const oneOf = <Value>(all: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...all);
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined, freq: 3 });

const properties = fc
  .array(fc.tuple(oneOf(propertyNames), oneOf(values)), { maxLength: 2 })
  .map((entries) => Object.fromEntries(entries));

const node: fc.Arbitrary<Sent> = fc.record(
  { labels: fc.array(oneOf(labels), { maxLength: 3 }), properties },
  { requiredKeys: [], noNullPrototype: true },
);
const end = fc.oneof(
  { weight: 20, arbitrary: oneOf(uids.node) },
  { weight: 1, arbitrary: fc.constant(UNKNOWN) },
);
const edgeParts = {
  ...{ source: end, target: end, type: oneOf(types), directed: fc.boolean(), properties },
};
const edge: fc.Arbitrary<Sent> = fc.record(edgeParts, {
  requiredKeys: ['source', 'target'],
  noNullPrototype: true,
});
const edgeChanges: fc.Arbitrary<Sent> = fc.record(edgeParts, { requiredKeys: [], noNullPrototype: true });

const creating = (element: Kind): fc.Arbitrary<Deed> =>
  fc.record({
    deed: fc.constant('create' as const),
    element: fc.constant(element),
    uid: fc.option(oneOf(uids[element]), { nil: undefined, freq: 20 }),
    sent: element === 'node' ? node : edge,
  });

const changing = (element: Kind): fc.Arbitrary<Deed> =>
  fc.record({
    deed: oneOf(['change', 'change', 'replace', 'delete'] as const),
    element: fc.constant(element),
    uid: oneOf(uids[element]),
    sent: element === 'node' ? node : edgeChanges,
    ifMatch: maybe(oneOf(['right', 'right', 'wrong'] as const)),
  });

/** Most bulks name each element once. */
const puts = (element: Kind, mode: BulkDeed['mode'], maxLength: number): fc.Arbitrary<readonly Put[]> => {
  const put = fc.record({ uid: oneOf(uids[element]), sent: element === 'node' ? node : edge });
  const once = fc.uniqueArray(put, { maxLength, selector: ({ uid }) => uid });
  return fc
    .oneof({ weight: 4, arbitrary: once }, { weight: 1, arbitrary: fc.array(put, { maxLength }) })
    .map((all) => all.map((each, index) => putOf(element, mode, each, index)));
};

const putOf = (
  element: Kind,
  mode: BulkDeed['mode'],
  put: Pick<Put, 'uid' | 'sent'>,
  index: number,
): Put => ({ ...put, mode, pointer: `/${element}s/${index}` });

const sending = (element: Kind): fc.Arbitrary<Deed> =>
  oneOf(['create', 'merge', 'merge'] as const).chain((mode) =>
    fc.record({
      deed: fc.constant('bulk' as const),
      element: fc.constant(element),
      mode: fc.constant(mode),
      skip: oneOf([true, true, false]),
      deleted: fc.array(oneOf(uids[element]), { maxLength: 1 }),
      nodes: element === 'node' ? puts('node', mode, 4) : fc.constant([]),
      edges: puts('edge', mode, element === 'node' ? 3 : 4),
    }),
  );

/** Most nodes, and some edges: what is done next finds something. */
const beginning: fc.Arbitrary<Deed> = fc.record({
  deed: fc.constant('bulk' as const),
  element: fc.constant('node' as const),
  mode: fc.constant('merge' as const),
  skip: fc.constant(true),
  deleted: fc.constant([]),
  nodes: fc
    .subarray([...uids.node], { minLength: 3, maxLength: 5 })
    .map((all) => all.map((uid, index) => putOf('node', 'merge', { uid, sent: {} }, index))),
  edges: puts('edge', 'merge', 6),
});

/** Most often of what was done last. */
const undoing: fc.Arbitrary<Deed> = fc.record({
  deed: fc.constant('undo' as const),
  back: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 25 }) },
  ),
  skip: fc.boolean(),
});
const again: fc.Arbitrary<Deed> = fc.record({
  deed: fc.constant('again' as const),
  back: fc.nat({ max: 5 }),
});

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: creating('node') },
  { weight: 3, arbitrary: creating('edge') },
  { weight: 5, arbitrary: changing('node') },
  { weight: 5, arbitrary: changing('edge') },
  { weight: 5, arbitrary: sending('node') },
  { weight: 4, arbitrary: sending('edge') },
  { weight: 6, arbitrary: undoing },
  { weight: 1, arbitrary: again },
);

/** What people do to content, in any order. */
export const anyDeeds = (count: number): fc.Arbitrary<readonly Deed[]> =>
  fc
    .tuple(beginning, fc.array(anyDeed, { minLength: count - 1, maxLength: count - 1, size: 'max' }))
    .map(([first, others]) => [first, ...others]);
