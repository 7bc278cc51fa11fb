import type { GraphContentEvent } from '@cairn/contracts';
import {
  applyChanges,
  type Document,
  type DocumentMaps,
  type Documents,
  findAmong,
  freshId,
  type FindOptions,
  idOf,
  matches,
  type RecordedEvent,
  streamOf,
} from '@cairn/kernel';
import { pagesBy } from '@cairn/kernel/testkit';
import { graphContent } from '../domain/content/state.js';
import { contentProjection } from '../read-models/content/project.js';
import { timeOf } from './decided-content.js';

/** One change as it stands in the log. */
export interface RecordedChange {
  readonly event: GraphContentEvent;
  readonly recorded: RecordedEvent;
}

/** Changes as they would stand in a log that nobody reads, each made at a time of its own. */
const unlogged = (
  events: readonly GraphContentEvent[],
): { readonly versionId: string; readonly changes: readonly RecordedChange[] } => {
  const versionId = freshId();
  const stream = streamOf(graphContent, versionId);
  const changes = events.map((event, revision) => ({
    event,
    recorded: {
      ...{ id: freshId(), type: graphContent.events[0]!.storedType, data: null, stream },
      ...{ revision: BigInt(revision), position: String(revision), hash: String(revision) },
      metadata: metadataAt(revision, versionId),
    },
  }));
  return { versionId, changes };
};

export const metadataAt = (revision: number, id: string) => ({
  ...{ command: id, commandName: 'graphs.any', request: id, correlation: id },
  ...{ actor: { kind: 'system' as const, id: '' }, at: timeOf(revision) },
});

/** The documents of one content, as they are once some of its revisions are projected. They move when they are told to. */
export class LaggingDocuments implements Pick<
  Documents,
  'get' | 'getMany' | 'getSome' | 'find' | 'findPage' | 'count'
> {
  readonly #maps: DocumentMaps = new Map<string, Map<string, Document>>();
  readonly #found = new Map<string, readonly Document[]>();
  #projected = 0;
  reads = 0;

  constructor(
    private readonly changes: readonly RecordedChange[],
    /** Happens before each read. */
    private readonly before: (documents: LaggingDocuments) => void = () => undefined,
  ) {}

  /** The last revision that they have; −1 before the first. */
  get revision(): number {
    return this.#projected - 1;
  }

  /** They have so many changes more, as far as there are. */
  moveBy(count: number): void {
    for (const { event, recorded } of this.changes.slice(this.#projected, this.#projected + count)) {
      const { stream, revision, position, hash, id: eventId, metadata } = recorded;
      const { at, actor, command, commandName, correlation } = metadata;
      const place = { id: idOf(stream), stream, revision, position, hash };
      const facts = { ...place, eventId, at, actor, command, commandName, correlation };
      applyChanges(this.#maps, contentProjection.project(event, facts));
      this.#projected += 1;
    }
  }

  get: Documents['get'] = async (collection, id) => this.#read(collection).get(id);

  getMany: Documents['getMany'] = async (collection, ids) => {
    const rows = this.#read(collection);
    return ids.flatMap((id) => rows.get(id) ?? []);
  };

  getSome: Documents['getSome'] = async (collection, ids) => ({
    documents: await this.getMany(collection, ids),
    covered: ids.length,
  });

  /** They may move meanwhile: then it finds what a row was, and what it is. A store that goes through an index does so. */
  find: Documents['find'] = async (collection, options) => {
    const before = this.#sorted(collection, options);
    const after = this.#sorted(collection, options);
    if (before === after) return pageOf(before, options);
    const rows = new Map([...after, ...before].map((row) => [row.id, row]));
    return findAmong(rows.values(), { ...options, filter: {} });
  };

  findPage = pagesBy((collection, options) => this.find(collection, options));

  /** All that a filter finds, in order; the same while they do not move. */
  #sorted(collection: string, { filter, sort }: FindOptions): readonly Document[] {
    const rows = this.#read(collection);
    const asked = JSON.stringify([this.revision, collection, filter, sort]);
    const found = this.#found.get(asked) ?? findAmong(rows.values(), { filter, sort, limit: rows.size });
    this.#found.set(asked, found);
    return found;
  }

  count: Documents['count'] = async (collection, filter, limit) =>
    Math.min(
      limit,
      [...this.#read(collection).values()].filter((document) => matches(document, filter)).length,
    );

  #read(collection: string): ReadonlyMap<string, Document> {
    this.before(this);
    this.reads += 1;
    return this.#maps.get(collection) ?? new Map<string, Document>();
  }
}

/** What stands behind a row that is there still. */
const pageOf = (rows: readonly Document[], options: FindOptions): readonly Document[] => {
  const { after, limit } = options;
  const last = after === undefined ? -1 : rows.findIndex(({ id }) => id === after.id);
  if (after !== undefined && last < 0) return findAmong(rows, options);
  return rows.slice(last + 1, last + 1 + limit);
};

/** Changes that no log has, and the documents of all of them. */
export const projected = (events: readonly GraphContentEvent[]) => {
  const { versionId, changes } = unlogged(events);
  const documents = new LaggingDocuments(changes);
  documents.moveBy(changes.length);
  return { versionId, documents, tip: changes.at(-1)?.recorded };
};
