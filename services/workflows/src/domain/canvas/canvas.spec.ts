import { canvasStreamEvents as events } from '@cairn/contracts';
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
  idOf,
  MODEL,
  node,
  updated,
} from '../../testing/canvas.js';
import { createEdge, deleteEdge, updateEdge } from './edges.js';
import { createNode, deleteNode, updateNode } from './nodes.js';

const empty = given(canvasStream, []);
const there = given(canvasStream, chain);
const made = { id: A, user_id: ADA };

describe('a node', () => {
  it('is made, and is of whoever makes it', () => {
    empty.when((canvas) => createNode(canvas, {}, made)).then(created(node(A)));
    const said = { name: 'find birds', entity_type: 'model', entity_id: MODEL, timeout: 60 } as const;
    empty
      .when((canvas) => createNode(canvas, { ...said, on_failure: 'retry:3' }, { id: A, user_id: BOB }))
      .then(created(node(A, { ...said, on_failure: 'retry:3', user_id: BOB })));
    there.when((canvas) => createNode(canvas, {}, made)).thenRefused('conflict');
  });
  it('stops when it fails, where nobody says otherwise', () => {
    empty.when((canvas) => createNode(canvas, { on_failure: '' }, made)).then(created(node(A)));
    given(canvasStream, [created(node(A, { on_failure: 'skip' }))])
      .when((canvas) => updateNode(canvas, A, { on_failure: '' }, ADA))
      .then(updated(A, { on_failure: 'stop' }));
  });
  it('keeps config and position as they were sent, objects as their text', () => {
    for (const [sent, kept] of [
      ['{ "x":1, "y":-2.50, "z":"w" }', '{ "x":1, "y":-2.50, "z":"w" }'],
      [{ x: 1, y: 0.5 }, '{"x":1,"y":0.5}'],
      ['', ''],
    ] as const)
      empty
        .when((canvas) => createNode(canvas, { config: sent, position: sent }, made))
        .then(created(node(A, { config: kept, position: kept })));
  });
  it('has a position with finite numbers x and y, or none', () => {
    for (const position of ['{', '[1,2]', 'null', '1', '{"x":1}', '{"x":"1","y":2}', '{"x":1e999,"y":2}'])
      empty
        .when((canvas) => createNode(canvas, { position }, made))
        .thenRefused('invalid_body', ['/position']);
    for (const position of [[1, 2], {}, { x: 1, y: null }])
      there
        .when((canvas) => updateNode(canvas, A, { position }, ADA))
        .thenRefused('invalid_body', ['/position']);
  });
  it('has a config that is JSON and holds no credential', () => {
    const make = (config: string | object) =>
      empty.when((canvas) => createNode(canvas, { config: config as string }, made));
    make('{').thenRefused('invalid_body', ['/config']);
    make({ api_key: 'abc' }).thenRefused('use_secret', ['/config/api_key']);
    make('{"headers":{"Authorization":"Bearer abc"}}').thenRefused('use_secret', [
      '/config/headers/Authorization',
    ]);
  });
  it('is saved by who changes anything of it, and by nobody else', () => {
    const change = (body: object) => there.when((canvas) => updateNode(canvas, A, body, BOB));
    change({ name: 'first' }).then(updated(A, { name: 'first' }, BOB));
    change({ name: '', timeout: 0, on_failure: 'stop' }).thenNothing();
    change({}).thenNothing();
    change({ id: B, user_id: BOB, version_id: B, created_at: 'now' }).thenNothing();
  });
  it('takes its edges along, and no others', () => {
    there.when((canvas) => deleteNode(canvas, B)).then(deleted(B, [AB, BC]));
    there.when((canvas) => deleteNode(canvas, C)).then(deleted(C, [BC]));
    given(canvasStream, [created(node(A)), connected(edge(AB, A, A))])
      .when((canvas) => deleteNode(canvas, A))
      .then(deleted(A, [AB]));
  });
  it('is not found under an id that is none, or no longer', () => {
    for (const id of [idOf('nobody'), '__proto__', 'constructor', '']) {
      there.when((canvas) => updateNode(canvas, id, { name: 'x' }, ADA)).thenRefused('not_found');
      there.when((canvas) => deleteNode(canvas, id)).thenRefused('not_found');
    }
    given(canvasStream, [...chain, deleted(B, [AB, BC])])
      .when((canvas) => deleteNode(canvas, B))
      .thenRefused('not_found');
  });
});

describe('an edge', () => {
  const ends = { begin_node_id: A, end_node_id: C };
  const id = idOf('ac');

  it('connects two nodes of the version, data when nothing is said', () => {
    const connect = (body: Parameters<typeof createEdge>[1]) =>
      there.when((canvas) => createEdge(canvas, body, { id, user_id: ADA }));
    connect(ends).then(connected(edge(id, A, C)));
    connect({ ...ends, name: 'n', description: 'd', edge_type: 'context' }).then(
      connected(edge(id, A, C, { name: 'n', description: 'd', edge_type: 'context' })),
    );
    there.when((canvas) => createEdge(canvas, ends, { id: AB, user_id: ADA })).thenRefused('conflict');
  });
  it('names no node of elsewhere', () => {
    const foreign = idOf('foreign');
    const connect = (begin_node_id: string, end_node_id: string) =>
      there.when((canvas) => createEdge(canvas, { begin_node_id, end_node_id }, { id, user_id: ADA }));
    connect(foreign, A).thenRefused('foreign_node', ['/begin_node_id']);
    connect(A, '').thenRefused('foreign_node', ['/end_node_id']);
    connect('__proto__', AB).thenRefused('foreign_node', ['/begin_node_id', '/end_node_id']);
    there
      .when((canvas) => updateEdge(canvas, AB, { end_node_id: foreign }, ADA))
      .thenRefused('foreign_node', ['/end_node_id']);
  });
  it('is changed at either end, and is of who changed it', () => {
    const change = (body: object) => there.when((canvas) => updateEdge(canvas, AB, body, BOB));
    change({ end_node_id: C, edge_type: 'context' }).then(
      events.WorkflowEdgeUpdated.of({
        id: AB,
        changes: { end_node_id: C, edge_type: 'context' },
        user_id: BOB,
      }),
    );
    change({ begin_node_id: A, end_node_id: B }).thenNothing();
  });
  it('is taken off the canvas', () => {
    there.when((canvas) => deleteEdge(canvas, AB)).then(disconnected(AB));
    for (const nobody of [A, '__proto__'])
      for (const decide of [
        deleteEdge,
        (...[canvas, of]: Parameters<typeof deleteEdge>) => updateEdge(canvas, of, {}, ADA),
      ])
        there.when((canvas) => decide(canvas, nobody)).thenRefused('not_found');
  });
});
