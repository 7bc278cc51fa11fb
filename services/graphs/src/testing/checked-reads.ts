import { graphContentStreamEvents } from '@cairn/contracts';
import { differences, type Json, type PageRequest, type QueryContext } from '@cairn/kernel';
import { graphEdges, graphNodes } from '../read-models/content/queries.js';
import type { ElementFilters } from '../read-models/content/reads.js';
import { type Kind, labels, propertyNames, types, uids } from './content-deeds.js';
import { allPages } from './content-under-test.js';
import type { Kept, PlainEdge, PlainGraph, PlainNode } from './plain-graph.js';
import type { PlayedContent } from './sent-deeds.js';

type Element = Kept<PlainNode> | Kept<PlainEdge>;
type Resource = { readonly uid: string };
/** How many are on a page, and which way it goes. */
type Paging = Pick<PageRequest, 'limit' | 'sort'>;

const ways = (sort: string): readonly Paging[] =>
  [1, 2, 3].flatMap((limit) => [sort, `-${sort}`].map((each) => ({ limit, sort: each })));

/** As the store orders texts. */
const byUid = (one: Resource, other: Resource): number =>
  Buffer.compare(Buffer.from(one.uid), Buffer.from(other.uid));

const wayOf = <Item>({ sort }: Paging, items: readonly Item[]): readonly Item[] =>
  sort.startsWith('-') ? [...items].reverse() : items;

type Value = Partial<PlainNode & PlainEdge>;
/** What narrows a list, and what it is to find. */
interface Narrowing {
  readonly filter: ElementFilters;
  readonly isFound: (uid: string, value: Value) => boolean;
}
const NONE: Narrowing = { filter: {}, isFound: () => true };

const hasProperty = ({ properties = {} }: Value, name: string, text: string): boolean => {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof value !== 'object' && String(value) === text;
};

const ofBoth = ([first, second]: readonly [string, string, ...string[]]): readonly Narrowing[] => [
  {
    filter: { uid: [second, first, second, 'nobody'] },
    isFound: (uid) => uid === first || uid === second,
  },
  {
    filter: { uid: [first], property: 'p:1' },
    isFound: (uid, value) => uid === first && hasProperty(value, 'p', '1'),
  },
  ...propertyNames.flatMap((name) =>
    ['1', 'x', 'true'].map((text) => ({
      filter: { property: `${name}:${text}` },
      isFound: (_: string, value: Value) => hasProperty(value, name, text),
    })),
  ),
];

const atNode = (uid: string): readonly Narrowing[] => [
  { filter: { source: uid }, isFound: (_, { source }) => source === uid },
  { filter: { target: uid }, isFound: (_, { target }) => target === uid },
  {
    filter: { source: uid, target: uid, type: 'EATS' },
    isFound: (_, { source, target, type }) => source === uid && target === uid && type === 'EATS',
  },
];

const narrowings: Readonly<Record<Kind, readonly Narrowing[]>> = {
  node: [
    ...labels.map((label) => ({
      filter: { label },
      isFound: (_: string, value: Value) => value.labels!.includes(label),
    })),
    ...ofBoth(uids.node),
  ],
  edge: [
    ...types.map((type) => ({
      filter: { type },
      isFound: (_: string, value: Value) => value.type === type,
    })),
    ...uids.node.flatMap(atNode),
    ...ofBoth(uids.edge),
  ],
};

/** One after the other, round and round. */
class Turns<Item> {
  #turn = 0;
  constructor(private readonly items: readonly Item[]) {}
  get next(): Item {
    this.#turn += 1;
    return this.items[this.#turn % this.items.length]!;
  }
}

/** Every read of a version, held against what the plain content says. */
export class CheckedReads {
  /** When each revision was made. */
  #times: readonly string[] = [];
  /** With which of them a list is asked: each time with others. */
  readonly #ways = new Turns(ways('uid'));
  readonly #historyWays = new Turns(ways('revision'));
  readonly #narrowings = { node: new Turns(narrowings.node), edge: new Turns(narrowings.edge) };

  constructor(private readonly played: PlayedContent) {}

  async whole(): Promise<void> {
    await this.now();
    const last = this.played.plain.revisions.length - 1;
    for (let revision = 0; revision <= last; revision += 1) await this.#at(revision);
    for (const kind of ['node', 'edge'] as const)
      for (const uid of this.#uids(kind)) await this.#histories(kind, uid, last);
  }

  async now(): Promise<void> {
    const { content, plain, path } = this.played;
    this.#times = (await content.events(path)).map(({ metadata }) => metadata.at);
    expect(this.#times).toHaveLength(plain.revisions.length);
    const context = content.reading();
    for (const kind of ['node', 'edge'] as const) {
      await this.#elements(context, plain.now, kind);
      for (const way of ways('uid')) await this.#list(context, plain.now, kind, way);
      for (const narrowing of narrowings[kind])
        await this.#list(context, plain.now, kind, this.#ways.next, narrowing);
    }
  }

  async #at(revision: number): Promise<void> {
    const { content, plain, path } = this.played;
    const context = await content.readingAt(path, revision);
    const graph = plain.at(revision);
    for (const kind of ['node', 'edge'] as const) {
      await this.#elements(context, graph, kind);
      await this.#list(context, graph, kind, this.#ways.next);
      for (let count = 0; count < NARROWINGS_OF_THE_PAST; count += 1)
        await this.#list(context, graph, kind, this.#ways.next, this.#narrowings[kind].next);
    }
  }

  /** Those that there ever were, and the others that deeds name. */
  #uids(kind: Kind): readonly string[] {
    const { revisions } = this.played.plain;
    return [...new Set([...uids[kind], ...revisions.flatMap((graph) => [...graph[kind].keys()])])];
  }

  async #elements(context: QueryContext, graph: PlainGraph, kind: Kind): Promise<void> {
    for (const uid of this.#uids(kind)) {
      const kept = graph[kind].get(uid);
      const found = await this.#byUid(context, kind, uid);
      expect([uid, found?.resource]).toEqual([uid, kept && this.#resource(uid, kept)]);
      expect(found?.revision).toBe(kept?.since.toString());
    }
  }

  #byUid(context: QueryContext, kind: Kind, uid: string) {
    const { path } = this.played;
    return kind === 'node'
      ? graphNodes.byUid(context, { ...path, node_uid: uid })
      : graphEdges.byUid(context, { ...path, edge_uid: uid });
  }

  async #list(
    context: QueryContext,
    graph: PlainGraph,
    kind: Kind,
    way: Paging,
    { filter, isFound }: Narrowing = NONE,
  ): Promise<void> {
    const { list } = kind === 'node' ? graphNodes : graphEdges;
    const pages = await allPages<Resource>((page) => list(context, this.played.path, page, filter), way);
    const expected = [...graph[kind]]
      .filter(([uid, { value }]) => isFound(uid, value))
      .map(([uid, kept]) => this.#resource(uid, kept))
      .sort(byUid);
    const asked = { filter, way };
    const told = { total: expected.length, totalExact: true };
    expect({ asked, pages: pages.map(({ next: _, ...page }) => page) }).toEqual({
      asked,
      pages: pagesOf(wayOf(way, expected), way.limit).map((elements) => ({ elements, ...told })),
    });
  }

  async #histories(kind: Kind, uid: string, last: number): Promise<void> {
    const { content, path } = this.played;
    await this.#history(content.reading(), kind, uid, last);
    if (last < 0) return;
    const revision = Math.floor(last / 2);
    await this.#history(await content.readingAt(path, revision), kind, uid, revision);
  }

  async #history(context: QueryContext, kind: Kind, uid: string, last: number): Promise<void> {
    const { path } = this.played;
    const way = this.#historyWays.next;
    const pages = await allPages(
      (page) =>
        kind === 'node'
          ? graphNodes.history(context, { ...path, node_uid: uid }, page)
          : graphEdges.history(context, { ...path, edge_uid: uid }, page),
      way,
    );
    const found = pages.flatMap(({ elements }) => elements);
    const shown = found.map(({ revision, at, type, actor, command_id, changes }) => ({
      ...{ revision, at, type, actor, command_id, changes },
    }));
    expect([uid, way, shown]).toEqual([uid, way, wayOf(way, this.#entries(kind, uid, last))]);
  }

  #entries(kind: Kind, uid: string, last: number): readonly object[] {
    const { plain, commands, content } = this.played;
    return plain.revisions.slice(0, last + 1).flatMap((graph, revision) => {
      const [before, after] = [plain.at(revision - 1)[kind].get(uid), graph[kind].get(uid)];
      if (before === after) return [];
      const shown = (kept: Element | undefined) => kept && (this.#resource(uid, kept) as Json);
      return [
        {
          ...{ revision, at: this.#times[revision], command_id: commands[revision]! },
          type: graphContentStreamEvents.GraphContentChanged.storedType,
          actor: { kind: 'user', id: content.me.userId },
          changes: differences(shown(before), shown(after), [['updated_at']]),
        },
      ];
    });
  }

  #resource(uid: string, { value, since, created }: Element) {
    return { uid, ...value, created_at: this.#times[created]!, updated_at: this.#times[since]! };
  }
}

/** So many lists of each revision of the past are narrowed. */
const NARROWINGS_OF_THE_PAST = 2;

/** One page at least, none of them short but the last. */
const pagesOf = <Item>(items: readonly Item[], limit: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / limit)) }, (_, index) =>
    items.slice(index * limit, (index + 1) * limit),
  );
