import {
  type CanvasEvent,
  canvasStreamEvents,
  type WorkflowGraphInput,
  type WorkflowProblem,
} from '@cairn/contracts';
import {
  applyChanges,
  type Change,
  type Decision,
  type Document,
  type DocumentMaps,
  isRefusal,
  same,
} from '@cairn/kernel';
import fc from 'fast-check';
import type { EdgeDocument, NodeDocument } from '../../read-models/canvas/documents.js';
import { canvasChanges } from '../../read-models/canvas/project.js';
import { edgeResource, nodeResource } from '../../read-models/canvas/resource.js';
import { ADA, BOB, idOf, VERSION } from '../../testing/canvas.js';
import { type Ends, type PlainBody, PlainCanvas } from '../../testing/plain-canvas.js';
import { createEdge, deleteEdge, updateEdge } from './edges.js';
import { createNode, deleteNode, updateNode } from './nodes.js';
import { setGraph } from './set-graph.js';
import { type Canvas, canvasAfter, EMPTY_CANVAS } from './state.js';
import { undone } from './undoing.js';
import { validated } from './validating.js';

const which = fc.nat(7);
const fields = fc.record(
  {
    name: fc.constantFrom('', 'one', 'two'),
    timeout: fc.constantFrom(0, 5),
    on_failure: fc.constantFrom('stop', 'retry:2', 'pray'),
  },
  { requiredKeys: [] },
);
const step = fc.record({
  deed: fc.constantFrom(
    ...(['createNode', 'createNode', 'updateNode', 'deleteNode', 'createEdge', 'createEdge'] as const),
    ...(['updateEdge', 'deleteEdge', 'setGraph', 'validate', 'undo', 'undo'] as const),
  ),
  user: fc.constantFrom(ADA, BOB),
  id: which,
  ends: fc.tuple(which, which),
  fields,
  nodes: fc.uniqueArray(fc.record({ id: which, fields }), { selector: ({ id }) => id, maxLength: 6 }),
  edges: fc.uniqueArray(fc.record({ id: which, ends: fc.tuple(which, which) }), {
    selector: ({ id }) => id,
    maxLength: 6,
  }),
  revision: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const COLLECTIONS = { nodes: 'nodes', edges: 'edges', heads: 'heads', isSearched: true };

/** A canvas under way, its documents, and what both must be. */
class Walk {
  readonly outcomes = new Set<string>();
  readonly history: Canvas[] = [EMPTY_CANVAS];
  readonly documents: DocumentMaps = new Map([
    [
      'heads',
      new Map([[VERSION, { id: VERSION, node_count: 0, edge_count: 0, valid: true, validation_errors: [] }]]),
    ],
  ]);
  plain = new PlainCanvas();
  #unavailable: readonly string[] = [];
  #serial = 0;

  get canvas(): Canvas {
    return this.history.at(-1)!;
  }

  play(each: Step): void {
    const serial = this.#serial++;
    const { expected, decision } = this.#decided(each, serial);
    const outcome = typeof expected === 'string' ? expected : 'done';
    this.outcomes.add(`${each.deed} ${outcome}`);
    expect([each.deed, isRefusal(decision) ? decision.refused : 'done']).toEqual([each.deed, outcome]);
    if (isRefusal(decision) || typeof expected === 'string') return;
    for (const event of decision) this.#append(event, serial);
    const { nodes, edges } = this.canvas;
    expect({ nodes, edges }).toEqual(expected instanceof PlainCanvas ? expected.shown() : expected);
    const before = this.plain;
    this.plain = PlainCanvas.of(this.canvas);
    this.#unavailable = this.#unavailable.filter((id) =>
      same(before.nodes.get(id), this.plain.nodes.get(id)),
    );
    this.#expectProblems();
    this.#expectDocuments();
  }

  #node(place: number): string {
    return [...this.plain.nodes.keys()][place] ?? idOf(`no ${place}`);
  }

  #edge(place: number): string {
    return [...this.plain.edges.keys()][place] ?? idOf(`no ${place}`);
  }

  #ends([begin, end]: Step['ends']): Ends {
    return { begin_node_id: this.#node(begin), end_node_id: this.#node(end) };
  }

  #decided(each: Step, serial: number): Expectation {
    const { plain, canvas } = this;
    const id = idOf(`made ${serial}`);
    const ends = this.#ends(each.ends);
    const [nodeId, edgeId] = [this.#node(each.id), this.#edge(each.id)];
    const made = { id, user_id: each.user };
    const decide: Readonly<Record<Step['deed'], () => Expectation>> = {
      createNode: () => ({
        expected: plain.withNode(id, each.fields, each.user),
        decision: createNode(canvas, each.fields, made),
      }),
      updateNode: () => ({
        expected: plain.changedNode(nodeId, each.fields, each.user),
        decision: updateNode(canvas, nodeId, each.fields, each.user),
      }),
      deleteNode: () => ({ expected: plain.withoutNode(nodeId), decision: deleteNode(canvas, nodeId) }),
      createEdge: () => ({
        expected: plain.withEdge(id, ends, each.user),
        decision: createEdge(canvas, ends, made),
      }),
      updateEdge: () => ({
        expected: plain.changedEdge(edgeId, ends, each.user),
        decision: updateEdge(canvas, edgeId, ends, each.user),
      }),
      deleteEdge: () => ({ expected: plain.withoutEdge(edgeId), decision: deleteEdge(canvas, edgeId) }),
      setGraph: () => this.#saved(each, serial),
      validate: () => this.#validated(nodeId),
      undo: () => this.#undone(each),
    };
    return decide[each.deed]();
  }

  #saved({ nodes, edges, user }: Step, serial: number): Expectation {
    const sent: PlainBody = {
      nodes: nodes.map((each) => ({ ...each, id: this.#node(each.id) })),
      edges: edges.map((each) => ({ id: this.#edge(each.id), ends: this.#ends(each.ends) })),
    };
    const body: WorkflowGraphInput = {
      nodes: sent.nodes.map((each) => ({ id: each.id, ...each.fields })),
      edges: sent.edges.map((each) => ({ id: each.id, ...each.ends })),
    };
    const saver = {
      user_id: user,
      nodeId: (place: number) => idOf(`n${place} ${serial}`),
      edgeId: (place: number) => idOf(`e${place} ${serial}`),
    };
    return { expected: this.plain.saved(sent, user, saver), decision: setGraph(this.canvas, body, saver) };
  }

  #undone({ revision, user }: Step): Expectation {
    if (this.history.length === 1) return { expected: this.plain, decision: [] };
    const after = 1 + (revision % (this.history.length - 1));
    // States that are folded anew share no records.
    const [then, made] = structuredClone([this.history[after - 1]!, this.history[after]!] as const);
    return {
      expected: this.plain.undone(then, made, user),
      decision: undone(then, made, this.canvas, user),
    };
  }

  /** Finds that the node may not be used, if it is there. */
  #validated(id: string): Expectation {
    this.#unavailable = this.plain.nodes.has(id) ? [id] : [];
    const problems = this.#unavailable.map((each) => unavailable(each));
    return { expected: this.plain, decision: validated(this.canvas, problems) };
  }

  #append(event: CanvasEvent, serial: number): void {
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, serial)).toISOString();
    this.outcomes.add(event.type);
    this.history.push(canvasAfter(this.canvas, event));
    const changes = canvasChanges(event, { id: VERSION, at }, COLLECTIONS);
    applyChanges(this.documents, changes);
    this.#expectAgain(changes);
  }

  /** Applied again, documents of nodes and edges are the same; counts are kept by the checkpoint (law 1). */
  #expectAgain(changes: readonly Change[]): void {
    const again = structuredClone(this.documents);
    applyChanges(
      again,
      changes.filter(({ kind }) => kind !== 'increment'),
    );
    expect(again).toEqual(this.documents);
  }

  #expectProblems(): void {
    const found = (code: string) =>
      this.canvas.problems.filter((each) => each.code === code).flatMap(({ node_ids }) => node_ids);
    const { cyclic, unreachable } = this.plain.misled();
    expect(found('cycle').sort()).toEqual([...cyclic].sort());
    expect(found('node_unreachable')).toEqual(unreachable);
    expect(found('entity_unavailable')).toEqual(this.#unavailable);
    const praying = [...this.plain.nodes.values()].filter(({ on_failure }) => on_failure === 'pray');
    expect(found('on_failure_unknown')).toEqual(praying.map(({ id }) => id));
  }

  #expectDocuments(): void {
    const { nodes, edges, problems } = this.canvas;
    const all = (name: string): readonly Document[] => [...(this.documents.get(name)?.values() ?? [])];
    const ofNodes = all('nodes') as readonly NodeDocument[];
    const ofEdges = all('edges') as readonly EdgeDocument[];
    expect(shownOf(ofNodes, nodeResource)).toEqual(nodes);
    expect(shownOf(ofEdges, edgeResource)).toEqual(edges);
    expect(ofNodes.every(({ deleted, deleted_at }) => deleted === (deleted_at !== undefined))).toBe(true);
    expect(this.documents.get('heads')?.get(VERSION)).toEqual({
      id: VERSION,
      node_count: Object.keys(nodes).length,
      edge_count: Object.keys(edges).length,
      valid: problems.length === 0,
      validation_errors: problems,
    });
  }
}

const unavailable = (id: string): WorkflowProblem => ({
  code: 'entity_unavailable',
  message: 'It is gone.',
  node_ids: [id],
});

interface Expectation {
  readonly expected: ReturnType<PlainCanvas['undone']>;
  readonly decision: Decision<CanvasEvent>;
}

interface Shown {
  readonly id: string;
  readonly version_id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Those that are there, without what their documents alone know. */
const shownOf = <Kept extends { readonly deleted: boolean }>(
  documents: readonly Kept[],
  resourceOf: (document: Kept) => Shown,
): object =>
  Object.fromEntries(
    documents
      .filter(({ deleted }) => !deleted)
      .map(resourceOf)
      .map(({ version_id, created_at, updated_at, ...record }) => {
        expect([version_id, created_at <= updated_at]).toEqual([VERSION, true]);
        return [record.id, record];
      }),
  );

describe('a canvas', () => {
  it('is what a plain list of nodes and edges would be, in its state and in its documents, whatever happens', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), (steps) => {
        const walk = new Walk();
        for (const each of steps) walk.play(each);
        for (const outcome of walk.outcomes) outcomes.add(outcome);
      }),
      { numRuns: 150 },
    );
    expect([...outcomes].sort()).toEqual([
      ...Object.keys(canvasStreamEvents).sort(),
      'createEdge done',
      'createEdge foreign_node',
      'createNode done',
      'deleteEdge done',
      'deleteEdge not_found',
      'deleteNode done',
      'deleteNode not_found',
      'setGraph done',
      'setGraph foreign_node',
      'undo done',
      'undo not_revertible',
      'updateEdge done',
      'updateEdge foreign_node',
      'updateEdge not_found',
      'updateNode done',
      'updateNode not_found',
      'validate done',
    ]);
  });
});
