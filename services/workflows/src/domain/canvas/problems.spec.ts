import { canvasStreamEvents as events, type WorkflowProblem } from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import {
  A,
  AB,
  ADA,
  B,
  BC,
  BOB,
  C,
  canvasStream,
  chain,
  connected,
  created,
  deleted,
  disconnected,
  edge,
  graphChanged,
  idOf,
  MODEL,
  node,
  updated,
} from '../../testing/canvas.js';
import { createEdge, deleteEdge, updateEdge } from './edges.js';
import { createNode, deleteNode, updateNode } from './nodes.js';
import { problemsAfter } from './problems.js';
import { type Canvas, canvasAfter, EMPTY_CANVAS } from './state.js';
import { validated } from './validating.js';

type Part = ReturnType<typeof node> | ReturnType<typeof edge>;

const drawn = (...parts: readonly Part[]) =>
  canvasAfter(
    EMPTY_CANVAS,
    graphChanged({
      nodes: parts.filter((part) => 'config' in part),
      edges: parts.filter((part) => 'edge_type' in part),
    }),
  );
/** Code and what it names of each, without the sentences. */
const found = (...parts: readonly Part[]) =>
  problemsAfter(EMPTY_CANVAS, drawn(...parts)).map(({ code, node_ids, edge_id }) => [
    code,
    ...(node_ids ?? []),
    ...(edge_id === undefined ? [] : [edge_id]),
  ]);
const [D, CA] = [idOf('d'), idOf('ca')];

describe('a canvas', () => {
  it('has nothing wrong when all of it can be reached', () => {
    expect(found()).toEqual([]);
    expect(found(node(A), node(B), node(C), edge(AB, A, B), edge(BC, B, C), edge(CA, A, C))).toEqual([]);
    expect(found(node(A), node(B), edge(AB, A, B), edge(BC, A, B, { edge_type: 'context' }))).toEqual([]);
  });
  it('has a cycle for each component of one, a loop among them, and what only they lead to is not reached', () => {
    const ring = [node(A), node(B), edge(AB, A, B), edge(BC, B, A)];
    expect(found(...ring)).toEqual([['cycle', A, B]]);
    expect(found(...ring, node(C), node(D), edge(CA, B, C))).toEqual([
      ['cycle', A, B],
      ['node_unreachable', C],
    ]);
    expect(found(...ring, node(C), edge(CA, C, C), node(D))).toEqual([
      ['cycle', A, B],
      ['cycle', C],
    ]);
    expect(found(...ring, node(C), edge(CA, C, A), node(D), edge(idOf('bd'), B, D))).toEqual([
      ['cycle', A, B],
    ]);
  });
  it('has edges of which a node is missing', () => {
    expect(found(node(A), edge(AB, A, B), edge(BC, B, A))).toEqual([
      ['edge_dangling', AB],
      ['edge_dangling', BC],
    ]);
  });
  it('knows what a node does when it fails', () => {
    for (const on_failure of ['stop', 'continue', 'skip', 'retry', 'retry:1', 'retry:12'])
      expect(found(node(A, { on_failure }))).toEqual([]);
    for (const on_failure of [
      '',
      'Stop',
      'retry:',
      'retry:0',
      'retry:-1',
      'retry:1.5',
      'retry:3\n',
      'xretry',
    ])
      expect(found(node(A, { on_failure }))).toEqual([['on_failure_unknown', A]]);
  });
  it('has nodes that say half of what they work with', () => {
    const missing = [['entity_missing', A]];
    const model = { entity_type: 'model', entity_id: MODEL } as const;
    expect(found(node(A, { ...model, entity_version_id: B }))).toEqual([]);
    expect(found(node(A, { entity_type: 'dataset' }))).toEqual(missing);
    expect(found(node(A, { entity_id: MODEL }))).toEqual(missing);
    expect(found(node(A, { entity_version_id: B }))).toEqual(missing);
    expect(found(node(A, { entity_type: 'model', entity_version_id: B }))).toEqual(missing);
  });
  it('tells a hundred at most, the worst first, and a hundred nodes of each', () => {
    const many = Array.from({ length: 150 }, (_, place) => node(idOf(`n${place}`), { on_failure: '?' }));
    const ring = many.map(({ id }, place) => edge(idOf(`e${place}`), id, many[(place + 1) % 150]!.id));
    const problems = problemsAfter(EMPTY_CANVAS, drawn(...many, ...ring));
    expect(problems).toHaveLength(100);
    expect(problems[0]).toMatchObject({
      code: 'cycle',
      message: '150 nodes lead to each other in a circle.',
      node_ids: many.slice(0, 100).map(({ id }) => id),
    });
    expect(new Set(problems.slice(1).map(({ code }) => code))).toEqual(new Set(['on_failure_unknown']));
  });
  it('may be as deep as it is large', () => {
    const many = Array.from({ length: 10_000 }, (_, place) => node(idOf(`n${place}`)));
    const line = many.slice(1).map(({ id }, place) => edge(idOf(`e${place}`), many[place]!.id, id));
    expect(found(...many, ...line)).toEqual([]);
    const ring = found(...many, ...line, edge(AB, many.at(-1)!.id, many[0]!.id));
    expect(ring.map(([code]) => code)).toEqual(['cycle']);
  });
});

const loop: WorkflowProblem = { code: 'cycle', message: 'The node leads to itself.', node_ids: [A] };
const unavailable = (...node_ids: string[]): WorkflowProblem => ({
  code: 'entity_unavailable',
  message: 'It is gone.',
  node_ids,
});

describe('what is wrong', () => {
  const looped = [created(node(A)), connected(edge(AB, A, A), { problems: [loop] })];

  it('is told when it changes, and only then', () => {
    given(canvasStream, [created(node(A))])
      .when((canvas) => createEdge(canvas, { begin_node_id: A, end_node_id: A }, { id: AB, user_id: ADA }))
      .then(looped[1]!);
    given(canvasStream, looped)
      .when((canvas) => createNode(canvas, {}, { id: B, user_id: ADA }))
      .then(created(node(B)));
    given(canvasStream, looped)
      .when((canvas) => deleteEdge(canvas, AB))
      .then(disconnected(AB, { problems: [] }));
    given(canvasStream, looped)
      .when((canvas) => deleteNode(canvas, A))
      .then(deleted(A, [AB], { problems: [] }));
  });
  it('is told by a validation, with what else was found', () => {
    const validate = (...found: WorkflowProblem[]) =>
      given(canvasStream, looped).when((canvas) => validated(canvas, found));
    validate().thenNothing();
    validate(unavailable(A)).then(events.WorkflowVersionValidated.of({ problems: [loop, unavailable(A)] }));
    given(canvasStream, [created(node(A)), connected(edge(AB, A, A))])
      .when((canvas) => validated(canvas, []))
      .then(events.WorkflowVersionValidated.of({ problems: [loop] }));
  });
  it('stays as a validation found it until the node is saved again or goes', () => {
    const known = [
      ...chain,
      events.WorkflowVersionValidated.of({ problems: [unavailable(A), unavailable(B, C)] }),
    ];
    const change = (id: string) =>
      given(canvasStream, known).when((canvas) => updateNode(canvas, id, { name: 'x' }, BOB));
    change(A).then(updated(A, { name: 'x' }, BOB, { problems: [unavailable(B, C)] }));
    change(B).then(updated(B, { name: 'x' }, BOB, { problems: [unavailable(A), unavailable(C)] }));
    given(canvasStream, known)
      .when((canvas) => deleteNode(canvas, A))
      .then(deleted(A, [AB], { problems: [unavailable(B, C)] }));
    given(canvasStream, known)
      .when((canvas) => deleteEdge(canvas, AB))
      .then(disconnected(AB));
  });
  it('of an edge stays until the edge is saved again, or goes, or its node gets another entity', () => {
    const ofEdge = { ...unavailable(A), edge_id: BC };
    const known = [...chain, events.WorkflowVersionValidated.of({ problems: [ofEdge] })];
    const when = (decide: Parameters<ReturnType<typeof given<Canvas>>['when']>[0]) =>
      given(canvasStream, known).when(decide);
    when((canvas) => updateNode(canvas, A, { name: 'x' }, BOB)).then(updated(A, { name: 'x' }, BOB));
    when((canvas) => deleteEdge(canvas, AB)).then(disconnected(AB));
    const other = { entity_type: 'model', entity_id: MODEL } as const;
    when((canvas) => updateNode(canvas, A, other, BOB)).then(updated(A, other, BOB, { problems: [] }));
    when((canvas) => updateEdge(canvas, BC, { name: 'x' }, BOB)).then(
      events.WorkflowEdgeUpdated.of({ id: BC, changes: { name: 'x' }, user_id: BOB, problems: [] }),
    );
    when((canvas) => deleteEdge(canvas, BC)).then(disconnected(BC, { problems: [] }));
  });
});
