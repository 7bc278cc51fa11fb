import fc from 'fast-check';
import { ADA, BOB, edge, graphChanged, idOf, node } from '../../testing/canvas.js';
import { changedNeeds, flowChange, refusedEdges } from './changed-needs.js';
import { edgeNeeds, edgesNeeding } from './edge-needs.js';
import { entityOf, hasSameEntity } from './entities.js';
import type { Drawn } from './flow.js';
import type { Needs } from './needs.js';
import { type Canvas, canvasAfter, EMPTY_CANVAS, type KnownEdge } from './state.js';

const model = (name: string) => ({ entity_type: 'model', entity_id: idOf(name) }) as const;
const [X, Y, P, Q, R] = ['x', 'y', 'p', 'q', 'r'].map(idOf) as [string, string, string, string, string];
const line = (begin: string, end: string, user_id = ADA) =>
  edge(idOf(`${begin} ${end}`), begin, end, { user_id });
const drawn = (...edges: readonly KnownEdge[]) =>
  canvasAfter(
    EMPTY_CANVAS,
    graphChanged({
      nodes: [node(X, model('x')), node(Y, model('y')), node(P), node(Q), node(R)],
      edges: [...edges],
    }),
  );
const plain = (needs: Needs) =>
  [...needs].flatMap(([saver, ids]) => [...ids].map((id) => `${saver} ${id}`)).sort();
const pairs = (...all: readonly (readonly [string, string])[]) =>
  all.map(([saver, id]) => `${saver} ${id}`).sort();
const all = ({ edges }: Drawn) => Object.keys(edges);

describe('what the saver of an edge must be allowed to use', () => {
  it('is named by the nodes at both of its ends', () => {
    const canvas = drawn(line(X, Y));
    expect(plain(edgeNeeds(canvas, all(canvas)))).toEqual(pairs([ADA, X], [ADA, Y]));
    expect(plain(edgeNeeds(canvas, []))).toEqual([]);
    expect(plain(edgeNeeds(drawn(line(P, Q)), all(drawn(line(P, Q)))))).toEqual([]);
  });
  it('is what reaches a pass node through others, and not what only comes behind it', () => {
    const canvas = drawn(line(X, P, BOB), line(P, Q), line(Q, R), line(R, Y, BOB));
    const needs = (...ends: readonly [string, string][]) =>
      plain(
        edgeNeeds(
          canvas,
          ends.map(([begin, end]) => idOf(`${begin} ${end}`)),
        ),
      );
    expect(needs([Q, R])).toEqual(pairs([ADA, X]));
    expect(needs([X, P])).toEqual(pairs([BOB, X]));
    expect(needs([R, Y], [P, Q])).toEqual(pairs([ADA, X], [BOB, X], [BOB, Y]));
  });
  it('is what else reaches the node that it ends at', () => {
    const canvas = drawn(line(X, P, BOB), line(Y, P));
    expect(plain(edgeNeeds(canvas, [idOf(`${Y} ${P}`)]))).toEqual(pairs([ADA, X], [ADA, Y]));
  });
  it('ends at a node with an entity, and goes round in circles once', () => {
    const canvas = drawn(line(X, Y), line(Y, P), line(P, Q, BOB), line(Q, P), line(Q, Q));
    expect(plain(edgeNeeds(canvas, [idOf(`${P} ${Q}`)]))).toEqual(pairs([BOB, Y]));
  });
  it('leads back to the edges of that person, and to no others', () => {
    const canvas = drawn(line(X, P, BOB), line(P, Q), line(Q, R), line(Y, R), line(R, Y, BOB));
    const found = (saver: string, ...ids: string[]) =>
      edgesNeeding(canvas, all(canvas), new Map([[saver, new Set(ids)]])).map(({ id }) => id);
    expect(found(ADA, X)).toEqual([idOf(`${P} ${Q}`), idOf(`${Q} ${R}`), idOf(`${Y} ${R}`)]);
    expect(found(BOB, Y)).toEqual([idOf(`${R} ${Y}`)]);
    expect(found(BOB)).toEqual([]);
    expect(found(ADA, idOf('nobody'))).toEqual([]);
    const asked = [idOf(`${Q} ${R}`), 'nobody'];
    expect(edgesNeeding(canvas, asked, new Map([[ADA, new Set([X])]])).map(({ id }) => id)).toEqual([
      idOf(`${Q} ${R}`),
    ]);
  });
});

const place = fc.nat(5);
const kind = fc.constantFrom('', '', 'x', 'y');
const PEOPLE = [ADA, BOB, idOf('eve')];
const person = fc.constantFrom(...PEOPLE);
const anyEdges = fc.array(fc.tuple(place, place, person), { maxLength: 9 });
const idAt = (at: number) => idOf(`n${at}`);
const nodeOf = (at: number, named: string) => node(idAt(at), named === '' ? {} : model(named));
const edgeOf = (at: number, [begin, end, user_id]: readonly [number, number, string]) =>
  edge(idOf(`e${at}`), idAt(begin), idAt(end), { user_id });
const anyCanvas = fc
  .record({ kinds: fc.array(kind, { minLength: 6, maxLength: 6 }), edges: anyEdges })
  .map(({ kinds, edges }) =>
    canvasAfter(
      EMPTY_CANVAS,
      graphChanged({
        nodes: kinds.map((named, at) => nodeOf(at, named)),
        edges: edges.map((each, at) => edgeOf(at, each)),
      }),
    ),
  );

/** What a node stands for, as the decision says it: itself, or what each of those before it stands for. */
const standsFor = (canvas: Drawn, id: string, passed: readonly string[] = []): readonly string[] => {
  if (entityOf(canvas.nodes[id]!) !== undefined) return [id];
  if (passed.includes(id)) return [];
  return Object.values(canvas.edges)
    .filter(({ end_node_id }) => end_node_id === id)
    .flatMap(({ begin_node_id }) => standsFor(canvas, begin_node_id, [...passed, id]));
};
const needOf = (canvas: Drawn, { begin_node_id, end_node_id }: KnownEdge): ReadonlySet<string> =>
  new Set([...standsFor(canvas, begin_node_id), ...standsFor(canvas, end_node_id)]);
const pairsOf = (canvas: Drawn, edges: readonly KnownEdge[]): readonly string[] =>
  [
    ...new Set(edges.flatMap((each) => [...needOf(canvas, each)].map((id) => `${each.user_id} ${id}`))),
  ].sort();

const change = fc.oneof(
  fc.record({ deed: fc.constant('node' as const), at: place, named: fc.constantFrom('', 'x', 'z') }),
  fc.record({ deed: fc.constant('edge' as const), ends: fc.tuple(place, place, person) }),
  fc.record({ deed: fc.constant('move' as const), at: fc.nat(8), ends: fc.tuple(place, place, person) }),
  fc.record({ deed: fc.constant('cut' as const), at: fc.nat(8) }),
);
type Changed = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const changed = (canvas: Canvas, each: Changed): Canvas => {
  switch (each.deed) {
    case 'node':
      return canvasAfter(canvas, graphChanged({ restored_nodes: [nodeOf(each.at, each.named)] }));
    case 'edge':
      return canvasAfter(canvas, graphChanged({ edges: [edgeOf(100, each.ends)] }));
    case 'move':
      return canvasAfter(canvas, graphChanged({ restored_edges: [edgeOf(each.at, each.ends)] }));
    case 'cut':
      return canvasAfter(canvas, graphChanged({ removed_edge_ids: [idOf(`e${each.at}`)] }));
  }
};

/** What the edges that a change saves need, and what the others did not need before. */
const added = (before: Canvas, after: Canvas): readonly string[] =>
  Object.values(after.edges).flatMap((each) => {
    const isSaved = before.edges[each.id] !== each;
    const needed = isSaved ? new Set<string>() : needOf(before, each);
    return [...needOf(after, each)]
      .filter((id) => !needed.has(id) || !hasSameEntity(before.nodes[id], after.nodes[id]!))
      .map((id) => `${each.user_id} ${id}`);
  });

describe('on any canvas', () => {
  it('what is needed, and the edges that need it, are those of the definition', () => {
    fc.assert(
      fc.property(anyCanvas, fc.array(fc.nat(8)), fc.tuple(person, place), (canvas, some, [saver, at]) => {
        const edges = some.flatMap((each) => canvas.edges[idOf(`e${each}`)] ?? []);
        expect(
          plain(
            edgeNeeds(
              canvas,
              edges.map(({ id }) => id),
            ),
          ),
        ).toEqual(pairsOf(canvas, edges));
        if (entityOf(canvas.nodes[idAt(at)]!) === undefined) return;
        const found = edgesNeeding(canvas, all(canvas), new Map([[saver, new Set([idAt(at)])]]));
        const needing = Object.values(canvas.edges).filter(
          (each) => each.user_id === saver && needOf(canvas, each).has(idAt(at)),
        );
        expect(found).toEqual(needing);
      }),
      { numRuns: 300 },
    );
  });
  it('a change asks of each person all that is new to an edge, nothing that no edge of that person needs, and tells where', () => {
    let [asking, sparing] = [0, 0];
    fc.assert(
      fc.property(anyCanvas, change, (before, each) => {
        const after = changed(before, each);
        const flow = flowChange(before, after);
        const asked = flow === undefined ? [] : plain(changedNeeds(flow));
        const needed = pairsOf(after, Object.values(after.edges));
        const refused = (saver: string) =>
          flow === undefined
            ? []
            : Object.keys(after.nodes)
                .filter((id) => refusedEdges(flow, saver, new Set([id])).length > 0)
                .filter((id) => entityOf(after.nodes[id]!) !== undefined)
                .map((id) => `${saver} ${id}`);
        expect(PEOPLE.flatMap(refused).sort()).toEqual(asked);
        for (const pair of added(before, after)) expect(asked).toContain(pair);
        for (const pair of asked) expect(needed).toContain(pair);
        if (each.deed === 'cut') expect(asked).toEqual([]);
        if (asked.length > 0) asking += 1;
        if (asked.length < needed.length) sparing += 1;
      }),
      { numRuns: 1_000 },
    );
    expect([asking > 100, sparing > 100]).toEqual([true, true]);
  });
});
