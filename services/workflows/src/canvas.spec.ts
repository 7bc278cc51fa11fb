import { workflowCommands, type WorkflowEdge, type WorkflowNode } from '@cairn/contracts';
import { type PointInTime, type QueryContext } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import fc from 'fast-check';
import { workflowEdges, workflowNodes } from './read-models/canvas/queries.js';
import { workflowsService } from './service.js';
import type { KnownNode } from './domain/canvas/state.js';
import { type Fields, PlainCanvas } from './testing/plain-canvas.js';
import { workflowVersionReads } from './workflows.js';

const ada = someone();
const place = fc.nat(5);
const fields = fc.record({ name: fc.constantFrom('one', 'two'), timeout: fc.constantFrom(0, 5) });
const step = fc.record({
  deed: fc.constantFrom(
    ...(['node', 'node', 'node', 'name', 'remove', 'edge', 'edge', 'cut', 'save', 'undo'] as const),
  ),
  fields,
  places: fc.tuple(place, place),
  saved: fc.array(fields, { maxLength: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Shown = ReturnType<PlainCanvas['shown']>;

const { createWorkflow, createWorkflowNode, createWorkflowEdge, updateWorkflowNode } = workflowCommands;
const { deleteWorkflowNode, deleteWorkflowEdge, setWorkflowGraph, revertWorkflowVersion } = workflowCommands;
const ALL = { limit: 1_000, sort: 'created_at' };

/** One workflow, what was done to its first version, and what that must be. */
class Walk {
  plain = new PlainCanvas();
  /** By revision of the version's stream, from the first one. */
  readonly history: Shown[] = [this.plain.shown()];
  readonly deeds = new Set<string>();

  private constructor(
    readonly running: ServiceUnderTest,
    readonly ids: { readonly workflow_id: string; readonly version_id: string },
  ) {}

  static async of(running: ServiceUnderTest): Promise<Walk> {
    const workflow_id = await running.make(ada, createWorkflow, { body: { name: 'walked' } }, 'workflow');
    const { elements } = (await workflowVersionReads.list(running.reading(ada), { workflow_id }, ALL)) as {
      readonly elements: readonly { readonly id: string }[];
    };
    return new Walk(running, { workflow_id, version_id: elements[0]!.id });
  }

  async play(each: Step): Promise<void> {
    const next = await this.#done(each);
    if (next === undefined) return;
    this.deeds.add(each.deed);
    this.plain = next;
    this.history.push(next.shown());
    await this.#expectRead(this.running.reading(ada), next.shown());
  }

  /** The same of each revision that there was. */
  async lookBack(): Promise<void> {
    const stream = `workflowVersion-${this.ids.version_id}` as const;
    for (const [revision, shown] of this.history.entries()) {
      const moment: PointInTime = {
        at: new Date().toISOString(),
        pinned: { stream, revision: BigInt(revision) },
      };
      await this.#expectRead(this.running.readingAt(ada, moment), shown);
    }
  }

  #node(at: number): KnownNode | undefined {
    return [...this.plain.nodes.values()][at];
  }

  /** What the canvas is after it; `undefined` where it cannot be done. */
  #done({ deed, fields: said, places: [one, other], saved }: Step): Promise<PlainCanvas | undefined> {
    const [node, end] = [this.#node(one), this.#node(other)];
    const edge = [...this.plain.edges.keys()][one];
    const deeds: Readonly<Record<Step['deed'], () => Promise<PlainCanvas | undefined>>> = {
      node: () => this.#made(said),
      name: async () => node && this.#named(node, said),
      remove: async () => node && this.#removed(node.id),
      edge: async () => node && end && this.#connected(node.id, end.id),
      cut: async () => (edge === undefined ? undefined : this.#cut(edge)),
      save: () => this.#saved(node, saved),
      undo: () => this.#undone(),
    };
    return deeds[deed]();
  }

  async #made(said: Fields): Promise<PlainCanvas> {
    const id = await this.running.make(ada, createWorkflowNode, { ...this.ids, body: said }, 'node');
    return this.plain.withNode(id, said, ada.userId);
  }

  async #named(node: KnownNode, said: Fields): Promise<PlainCanvas | undefined> {
    if (isSame(node, said)) return undefined;
    await this.running.done(ada, updateWorkflowNode, { ...this.ids, id: node.id, body: said });
    return this.plain.changedNode(node.id, said, ada.userId) as PlainCanvas;
  }

  async #removed(id: string): Promise<PlainCanvas> {
    await this.running.done(ada, deleteWorkflowNode, { ...this.ids, id });
    return this.plain.withoutNode(id) as PlainCanvas;
  }

  async #connected(begin_node_id: string, end_node_id: string): Promise<PlainCanvas> {
    const ends = { begin_node_id, end_node_id };
    const id = await this.running.make(ada, createWorkflowEdge, { ...this.ids, body: ends }, 'edge');
    return this.plain.withEdge(id, ends, ada.userId) as PlainCanvas;
  }

  async #cut(id: string): Promise<PlainCanvas> {
    await this.running.done(ada, deleteWorkflowEdge, { ...this.ids, id });
    return this.plain.withoutEdge(id) as PlainCanvas;
  }

  /** One node stays, others are new, all edges go; new ones are told by reading. */
  async #saved(kept: KnownNode | undefined, others: readonly Fields[]): Promise<PlainCanvas | undefined> {
    if (others.length === 0) return undefined;
    const nodes = [...(kept === undefined ? [] : [{ id: kept.id }]), ...others];
    await this.running.done(ada, setWorkflowGraph, { ...this.ids, body: { nodes, edges: [] } });
    const { nodes: there } = await this.#shown(this.running.reading(ada));
    const made = Object.values(there).filter(({ id }) => id !== kept?.id);
    expect(made.map(({ name, timeout }) => `${name} ${timeout}`).sort()).toEqual(
      others.map(({ name, timeout }) => `${name} ${timeout}`).sort(),
    );
    return new PlainCanvas(
      new Map([...(kept === undefined ? [] : [kept]), ...made].map((each) => [each.id, each])),
    );
  }

  /** The last change is undone: nothing came after it. */
  async #undone(): Promise<PlainCanvas | undefined> {
    const last = this.history.length - 1;
    const before = this.history[last - 1];
    if (before === undefined) return undefined;
    const { workflow_id, version_id: id } = this.ids;
    await this.running.done(ada, revertWorkflowVersion, { workflow_id, id, body: { revision: last } });
    return PlainCanvas.of({ ...before, problems: [] });
  }

  async #shown(context: QueryContext): Promise<Shown> {
    const [nodes, edges] = [
      await workflowNodes.list(context, this.ids, ALL),
      await workflowEdges.list(context, this.ids, ALL),
    ];
    return { nodes: recordsOf(nodes!.elements), edges: recordsOf(edges!.elements) };
  }

  async #expectRead(context: QueryContext, shown: Shown): Promise<void> {
    expect(await this.#shown(context)).toEqual(shown);
    const { workflow_id, version_id: id } = this.ids;
    const version = await workflowVersionReads.byId(context, { workflow_id, id });
    const { nodes = [], edges = [], node_count, edge_count } = version!.resource;
    expect({ nodes: recordsOf(nodes), edges: recordsOf(edges) }).toEqual(shown);
    expect([node_count, edge_count]).toEqual([nodes.length, edges.length]);
  }
}

const isSame = (node: KnownNode, { name, timeout }: Fields): boolean =>
  node.name === name && node.timeout === timeout;

/** By id, without what their documents alone know. */
const recordsOf = <Part extends WorkflowNode | WorkflowEdge>(
  parts: readonly Part[],
): Readonly<Record<string, Omit<Part, 'created_at' | 'updated_at' | 'version_id'>>> =>
  Object.fromEntries(
    parts.map(({ created_at: _made, updated_at: _changed, version_id: _version, ...record }) => [
      record.id,
      record,
    ]),
  );

describe('the canvas of a version', () => {
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(workflowsService);
  });
  afterAll(() => running.stop());

  it('is read as a plain list of nodes and edges would be, after every command and as of every revision', async () => {
    const deeds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16, size: 'max' }), async (steps) => {
        const walk = await Walk.of(running);
        for (const each of steps) await walk.play(each);
        await walk.lookBack();
        for (const deed of walk.deeds) deeds.add(deed);
      }),
      { numRuns: 6 },
    );
    expect([...deeds].sort()).toEqual(['cut', 'edge', 'name', 'node', 'remove', 'save', 'undo']);
  }, 120_000);
});
