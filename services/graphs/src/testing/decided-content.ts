import type { GraphContentEvent, KeptGraphElement } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import { change, type Changed, type Changes, NO_CHANGES } from '../domain/content/changing.js';
import { changedContent, Draft } from '../domain/content/draft.js';
import type { Flaw, KnownEdge, KnownNode } from '../domain/content/elements.js';
import { type Facts, type KnownFacts, NO_FACTS } from '../domain/content/facts.js';
import type { Loaded, UniqueValues } from '../domain/content/loaded.js';
import { anything, type ElementRules } from '../domain/content/rules.js';
import { compiledSchema, type UniqueProperties } from '../domain/content/schema/index.js';
import { graphContent } from '../domain/content/state.js';
import { touchedElements } from '../domain/content/touched.js';
import { undo } from '../domain/content/undoing.js';

type Data = GraphContentEvent['data'];
const IDS = { graph_id: 'graph', version_id: 'version' };

/** When a revision was made. */
export const timeOf = (revision: number): string => new Date(Date.UTC(2026, 0, 1 + revision)).toISOString();

/** Content whose decisions are made one after the other: nothing is stored. */
export class DecidedContent {
  readonly #events: GraphContentEvent[] = [];

  /** Its revisions, in their order. */
  get events(): readonly GraphContentEvent[] {
    return this.#events;
  }

  /** The elements as a decision would load them: all of them. */
  loaded(through = this.#events.length - 1, hubs: Loaded['hubs'] = new Map()): Loaded {
    const [nodes, edges] = [new Map<string, KnownNode>(), new Map<string, KnownEdge>()];
    for (const [since, { data }] of this.#events.slice(0, through + 1).entries()) {
      const touched = touchedElements(data);
      const life = { since, created_at: timeOf(since) };
      for (const { was: _, ...each } of touched.nodes) nodes.set(each.uid, { ...life, ...each } as KnownNode);
      for (const { was: _, ...each } of touched.edges) edges.set(each.uid, { ...life, ...each } as KnownEdge);
      for (const { uid } of touched.deletedNodes) nodes.delete(uid);
      for (const { uid } of touched.deletedEdges) edges.delete(uid);
    }
    return { nodes, edges, hubs, facts: this.#facts(through) };
  }

  #facts(through: number): KnownFacts | undefined {
    const since = this.#events.slice(0, through + 1).findLastIndex(({ data }) => data.facts !== undefined);
    return since < 0 ? undefined : { said: this.#events[since]!.data.facts as Facts, since };
  }

  /** What a change is told, and what its event tells; that is the next revision. */
  change(
    changes: Partial<Changes>,
    { rules = anything, hubs }: { readonly rules?: ElementRules; readonly hubs?: Loaded['hubs'] } = {},
  ): {
    readonly flaws: readonly Flaw[];
    readonly warned: Changed['warned'];
    readonly data: Data | undefined;
  } {
    const draft = new Draft(this.loaded(undefined, hubs), this.#known(rules.unique));
    const { flaws, warned } = change(draft, { ...NO_CHANGES, ...changes }, rules);
    return { flaws, warned, data: this.#taken(draft) };
  }

  /** Undoes a revision, but for what stays. */
  undo(
    revision: number,
    hubs?: Loaded['hubs'],
    unique?: UniqueProperties,
  ): { readonly kept: readonly KeptGraphElement[]; readonly data: Data | undefined } {
    const draft = new Draft(this.loaded(undefined, hubs), this.#known(unique));
    const { nodes, edges, facts } = this.loaded(revision - 1);
    const { data } = this.#events[revision]!;
    const touched = touchedElements(data);
    const pastOf = <Value>(all: ReadonlyMap<string, Value>, uids: readonly { readonly uid: string }[]) =>
      new Map([...all].filter(([uid]) => uids.some((each) => each.uid === uid)));
    const kept = undo(draft, {
      ...{ revision, data, facts: facts?.said ?? NO_FACTS },
      nodes: pastOf(nodes, [...touched.nodes, ...touched.deletedNodes]),
      edges: pastOf(edges, [...touched.edges, ...touched.deletedEdges]),
    });
    return { kept, data: this.#taken(draft) };
  }

  /** By key: the nodes that have it. */
  holders({ keysOf }: UniqueProperties, through?: number): ReadonlyMap<string, readonly string[]> {
    const holders = new Map<string, string[]>();
    for (const [uid, value] of this.loaded(through).nodes)
      for (const { key } of keysOf(value)) holders.set(key, [...(holders.get(key) ?? []), uid]);
    return holders;
  }

  #known(unique: UniqueProperties | undefined): UniqueValues | undefined {
    if (unique === undefined) return undefined;
    const isKeyed = stateAfter(graphContent, this.#events).keyed === unique.digest;
    const unkeyed = [...this.loaded().nodes].map(([uid, value]) => ({
      ...{ uid, since: value.since },
      keys: unique.keysOf(value).map(({ key }) => key),
    }));
    return { ...unique, holders: this.holders(unique), unkeyed: isKeyed ? [] : unkeyed };
  }

  #taken(draft: Draft): Data | undefined {
    const [event] = changedContent(stateAfter(graphContent, this.#events), IDS, draft);
    if (event !== undefined) this.#events.push(event);
    return event?.data;
  }
}

/** A node that is there afterwards, whatever was there. */
export const node = (uid: string, sent: Changes['nodes'][number]['sent'] = {}): Changes['nodes'][number] => ({
  ...{ uid, sent, pointer: `/${uid}`, mode: 'merge' },
});
/** An edge, likewise. */
export const edge = (
  uid: string,
  source: string,
  target: string,
  sent: Changes['edges'][number]['sent'] = {},
): Changes['edges'][number] => ({
  ...{ uid, sent: { source, target, ...sent }, pointer: `/${uid}`, mode: 'merge' },
});
/** What a file says of the graph itself, beside what was said. */
export const said = (facts: Facts): NonNullable<Changes['facts']> => ({ said: facts, isAll: false });
/** Elements that are deleted. */
export const gone = (...uids: readonly string[]): Changes['deletedNodes'] =>
  uids.map((uid) => ({ uid, pointer: `/${uid}` }));

/** Birds have a ring each, and a name that no other bird has. */
export const birds = compiledSchema(
  JSON.stringify({
    nodes: [
      {
        type: 'Bird',
        properties: [
          { name: 'ring', type: 'json', unique: true },
          { name: 'name', type: 'string', unique: true },
        ],
      },
      { type: 'Fish', properties: [{ name: 'length', type: 'integer', required: true }] },
    ],
  }),
);
/** A bird that is there afterwards, with its ring. */
export const bird = (uid: string, ring: Json, more: object = {}): Changes['nodes'][number] =>
  node(uid, { labels: ['Bird'], properties: { ring, ...more } });
