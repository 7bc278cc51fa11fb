import fc from 'fast-check';

/** The texts that models are asked here: the first three are two numbers each, of the last a model can make nothing. */
export const TEXTS = ['3,0', '0,3', '1,1', 'no numbers'] as const;
export type AskedText = (typeof TEXTS)[number];

/** Two models: what each says to the first three texts, in their order. What one says, another can be asked. */
export const MODELS = {
  walker: ['0,3', '1,1', 'no numbers'],
  turner: ['1,1', '3,0', '0,3'],
} as const satisfies Readonly<Record<string, readonly [AskedText, AskedText, AskedText]>>;
export type ModelName = keyof typeof MODELS;

export interface DrawnNode {
  /** No other node of its canvas has it. */
  readonly name: string;
  /** Without a model it hands on what it gets. */
  readonly model?: ModelName;
  readonly on_failure: string;
  /** The nodes that lead to it, which stand before it in their canvas. */
  readonly after: readonly string[];
}
export type DrawnCanvas = readonly DrawnNode[];

export interface Shape {
  readonly name: string;
  readonly given: AskedText;
  readonly canvas: DrawnCanvas;
}

const pass = (name: string, ...after: readonly string[]): DrawnNode => ({ name, on_failure: 'stop', after });
const asks = (name: string, model: ModelName, after: readonly string[], on_failure = 'stop'): DrawnNode => ({
  ...{ name, model, on_failure, after },
});

/** So many models one after the other, none of which fails. */
export const chain = (length: number): DrawnCanvas => [
  pass('begin'),
  ...Array.from({ length }, (_, index) =>
    asks(`n${index}`, 'turner', [index === 0 ? 'begin' : `n${index - 1}`]),
  ),
];

/** Each of another kind: how it branches, and what becomes of a node that fails. */
export const SHAPES: readonly Shape[] = [
  { name: 'a chain', given: '3,0', canvas: chain(6) },
  {
    name: 'branches and a join',
    given: '0,3',
    canvas: [
      pass('begin'),
      ...[1, 2, 3, 4, 5, 6].map((each) => asks(`b${each}`, each % 2 === 0 ? 'walker' : 'turner', ['begin'])),
      pass('join', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6'),
    ],
  },
  {
    name: 'a failure that goes on',
    given: '1,1',
    canvas: [
      asks('first', 'walker', []),
      asks('fails', 'walker', ['first'], 'continue'),
      asks('beside', 'turner', []),
      pass('join', 'fails', 'beside'),
    ],
  },
  {
    name: 'a failure that is skipped',
    given: '0,3',
    canvas: [
      asks('first', 'walker', []),
      asks('second', 'walker', ['first']),
      asks('fails', 'turner', ['second'], 'skip'),
      asks('behind', 'turner', ['fails']),
      asks('beside', 'turner', ['first']),
      asks('last', 'walker', ['beside']),
    ],
  },
  {
    name: 'a failure that stops',
    given: '1,1',
    canvas: [asks('first', 'walker', []), asks('fails', 'turner', ['first']), pass('behind', 'fails')],
  },
  {
    name: 'a failure that is tried again',
    given: '1,1',
    canvas: [
      asks('first', 'walker', []),
      asks('fails', 'turner', ['first'], 'retry:2'),
      asks('beside', 'turner', []),
      pass('behind', 'fails', 'beside'),
    ],
  },
];

const MOST_NODES = 12;
const MOST_BEFORE = 3;

/** Mostly what lets the others go on: what is behind a failure that stops says little. */
const onFailure = fc.oneof(
  { weight: 10, arbitrary: fc.constant('continue') },
  { weight: 8, arbitrary: fc.constant('skip') },
  { weight: 4, arbitrary: fc.constant('stop') },
  { weight: 2, arbitrary: fc.constant('retry:1') },
  { weight: 1, arbitrary: fc.constant('retry') },
);

const nodeAt = (place: number): fc.Arbitrary<DrawnNode> =>
  fc
    .record({
      model: fc.constantFrom(undefined, 'walker' as const, 'walker' as const, 'turner' as const),
      on_failure: onFailure,
      after: fc.uniqueArray(fc.nat({ max: Math.max(0, place - 1) }), {
        maxLength: Math.min(place, MOST_BEFORE),
      }),
    })
    .map(({ model, on_failure, after }) => ({
      ...{ name: `n${place}`, on_failure, after: after.map((each) => `n${each}`) },
      ...(model === undefined ? {} : { model }),
    }));

/** Any canvas of a few nodes, over any of the texts. */
export const anyShape: fc.Arbitrary<Shape> = fc
  .integer({ min: 1, max: MOST_NODES })
  .chain((length) =>
    fc.record({
      given: fc.constantFrom(...TEXTS),
      canvas: fc.tuple(...Array.from({ length }, (_, place) => nodeAt(place))),
    }),
  )
  .map((drawn) => ({ name: 'drawn at random', ...drawn }));
