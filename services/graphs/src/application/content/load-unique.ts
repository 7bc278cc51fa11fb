import type { GraphContentEvent } from '@cairn/contracts';
import { pagesOf, type READ_ON, type Refusal, type StreamTip } from '@cairn/kernel';
import type { NodeKeys, UniqueValues } from '../../domain/content/loaded.js';
import type { UniqueProperties } from '../../domain/content/schema/index.js';
import type { ContentState } from '../../domain/content/state.js';
import { touchedElements } from '../../domain/content/touched.js';
import type { Properties } from '../../formats/element.js';
import { contentId, OPEN, spaceOf } from '../../read-models/content/keys.js';
import { NODES } from '../../read-models/content/project.js';
import { nodeKind, pagesNow } from '../../read-models/content/reads.js';
import { knownNode, type NodeRow, uidOf } from '../../read-models/content/rows.js';
import { inChunks, MOST_CHECKED, MOST_UNIQUE, ROWS, tooLarge, tooMuchToCheck } from './amounts.js';
import { type LoadingTools, type ReadAtTip, readAtTip } from './read-at-tip.js';

/** Of which version, at which state. */
interface Place {
  readonly versionId: string;
  readonly state: ContentState;
  readonly tip: StreamTip | undefined;
}

/** What has to be unique, and the keys that a decision may give to nodes. */
interface Wanted {
  readonly unique: UniqueProperties;
  readonly gained: ReadonlySet<string>;
}

/**
 * Which nodes have the keys that a decision gives to others, exactly as it is at the tip. Keys stand beside nodes only from
 * the first write under their schema on: that one makes them from the values of all nodes. `undefined`: they are not
 * complete, and the decision does not need them.
 */
export const loadUnique = async (
  tools: LoadingTools,
  place: Place,
  { unique, gained }: Wanted,
): Promise<UniqueValues | undefined | typeof READ_ON | Refusal> => {
  if (gained.size > MOST_UNIQUE) return tooLarge();
  const nothing = { ...unique, holders: new Map<string, string[]>(), unkeyed: [] };
  if (place.state.nodes === 0) return nothing;
  const isKeyed = place.state.keyed === unique.digest;
  if (gained.size === 0) return isKeyed ? nothing : undefined;
  return isKeyed ? byKeys(tools, place, { unique, gained }) : byValues(tools, place, unique);
};

const byKeys = async (
  tools: LoadingTools,
  { versionId, tip }: Place,
  { unique, gained }: Wanted,
): Promise<UniqueValues | typeof READ_ON | Refusal> => {
  const stored = new StoredKeys(tools, spaceOf(contentId(versionId)), gained);
  const failed = await readAtTip(tools, versionId, tip, stored);
  return failed ?? { ...unique, holders: holdersOf(stored.nodes), unkeyed: [] };
};

const byValues = async (
  tools: LoadingTools,
  { versionId, state, tip }: Place,
  unique: UniqueProperties,
): Promise<UniqueValues | typeof READ_ON | Refusal> => {
  if (state.nodes > MOST_CHECKED) return tooManyNodes();
  const made = new MadeKeys(tools, spaceOf(contentId(versionId)), unique);
  const failed = await readAtTip(tools, versionId, tip, made);
  if (failed !== undefined) return failed;
  if (made.count > MOST_UNIQUE) return tooManyNodes();
  return { ...unique, holders: holdersOf(made.nodes), unkeyed: [...made.nodes.values()] };
};

const tooManyNodes = (): Refusal =>
  tooMuchToCheck('There are too many nodes to look for unique values that were stored before the schema.');

const holdersOf = (
  nodes: ReadonlyMap<string, Pick<NodeKeys, 'keys'>>,
): ReadonlyMap<string, readonly string[]> => {
  const holders = new Map<string, string[]>();
  for (const [uid, { keys }] of nodes)
    for (const key of keys) {
      const known = holders.get(key);
      if (known === undefined) holders.set(key, [uid]);
      else known.push(uid);
    }
  return holders;
};

/** Who has some keys, by what is stored beside nodes. */
class StoredKeys implements ReadAtTip {
  readonly nodes = new Map<string, Pick<NodeKeys, 'keys'>>();

  constructor(
    private readonly tools: LoadingTools,
    private readonly s: string,
    private readonly wanted: ReadonlySet<string>,
  ) {}

  async fromDocuments(): Promise<void> {
    for (const some of inChunks([...this.wanted], ROWS)) {
      const filter = { fields: { s: this.s, until: OPEN }, any: { unique: some } };
      for await (const rows of pagesOf(this.tools.documents, NODES, filter, ROWS, 'k'))
        for (const row of rows as readonly NodeRow[]) this.#keep(uidOf(row), row.unique);
    }
  }

  apply(data: GraphContentEvent['data']): void {
    const { nodes, deletedNodes } = touchedElements(data);
    for (const { uid } of [...nodes, ...deletedNodes]) this.nodes.delete(uid);
    for (const { uid, keys } of data.keys ?? []) this.#keep(uid, keys);
  }

  #keep(uid: string, keys: readonly string[] = []): void {
    const kept = keys.filter((key) => this.wanted.has(key));
    if (kept.length > 0) this.nodes.set(uid, { keys: kept });
  }
}

/** The keys of all nodes, made of their values. */
class MadeKeys implements ReadAtTip {
  readonly nodes = new Map<string, NodeKeys>();
  count = 0;

  constructor(
    private readonly tools: LoadingTools,
    private readonly s: string,
    private readonly unique: UniqueProperties,
  ) {}

  async fromDocuments(): Promise<void> {
    for await (const rows of pagesNow(this.tools.documents, nodeKind, this.s)) {
      for (const row of rows) this.#keep(knownNode(row));
      if (this.count > MOST_UNIQUE) return;
    }
  }

  apply(data: GraphContentEvent['data'], since: number): void {
    const { nodes, deletedNodes } = touchedElements(data);
    for (const { uid } of [...nodes, ...deletedNodes]) this.nodes.delete(uid);
    // Properties are JSON: they came in a body, or in a file.
    for (const { uid, labels, properties } of nodes)
      this.#keep({ uid, since, labels, properties: properties as Properties });
  }

  #keep({
    uid,
    since,
    ...node
  }: Pick<ReturnType<typeof knownNode>, 'uid' | 'since' | 'labels' | 'properties'>): void {
    const keys = this.unique.keysOf(node).map(({ key }) => key);
    if (keys.length === 0) return;
    this.count += keys.length;
    this.nodes.set(uid, { uid, since, keys });
  }
}
