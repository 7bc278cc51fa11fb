import type { Collection } from 'mongodb';
import { Pace } from '../../clock/pace.js';
import type { MongoConnection } from '../../mongodb/index.js';
import { ByteBound } from '../byte-bound.js';
import { type FindPartOptions, type FoundPart, pageBy } from '../page-part.js';
import {
  type Document,
  type Filter,
  type FindOptions,
  type FindPageOptions,
  type FoundPage,
  type GotDocuments,
  PAGE_BYTES,
} from '../port.js';
import { afterTerm, orderOf, queryOf, sortOf } from './filter.js';
import type { Generations } from './generations.js';
import { readersIndex, type Shape } from './shape.js';
import { documentOf, type Stored } from './stored.js';
import type { GenerationSwitches } from './generation-switches.js';

export interface DocumentReadsParts {
  readonly connection: MongoConnection;
  readonly generations: Generations;
  readonly switches: GenerationSwitches;
}

/** A read that takes longer is given up, though the server answers. */
const LONGEST_MS = 10_000;

/** So many documents are gone through for words rather than all that have them. */
const FEW = 4_000;

const TEXT = { _id: 0, doc: 1 } as const;

export class DocumentReads {
  constructor(private readonly parts: DocumentReadsParts) {}

  get(collection: string, id: string): Promise<Document | undefined> {
    return this.#read(collection, async (stored) => {
      const found = await stored.findOne({ _id: id }, { projection: TEXT });
      return found === null ? undefined : documentOf(found);
    });
  }

  getMany(collection: string, ids: readonly string[]): Promise<readonly Document[]> {
    return this.#read(collection, (stored) => documentsOf(stored, ids));
  }

  /** The server tells how large they are, and gives those that fit. */
  getSome(collection: string, ids: readonly string[], mostBytes = PAGE_BYTES): Promise<GotDocuments> {
    return this.#read(collection, async (stored) => {
      if (ids.length === 0) return { documents: [], covered: 0 };
      const sizes = await stored
        .aggregate<{ readonly _id: string; readonly bytes: number }>(
          [
            { $match: { _id: { $in: [...new Set(ids)] } } },
            { $project: { bytes: { $strLenBytes: '$doc' } } },
          ],
          { maxTimeMS: LONGEST_MS },
        )
        .toArray();
      const bytesOf = new Map(sizes.map(({ _id, bytes }) => [_id, bytes]));
      const bound = new ByteBound(mostBytes);
      const end = ids.findIndex((id) => bytesOf.has(id) && !bound.takes(bytesOf.get(id)!));
      const covered = end < 0 ? ids.length : end;
      return { documents: await documentsOf(stored, ids.slice(0, covered)), covered };
    });
  }

  async find(collection: string, options: FindOptions): Promise<readonly Document[]> {
    return (await this.#found(collection, { ...options, mostBytes: Number.POSITIVE_INFINITY })).documents;
  }

  findPage(collection: string, options: FindPageOptions): Promise<FoundPage> {
    return pageBy(options, (part) => this.#found(collection, part));
  }

  /** As many as fit. The server gives what it has found in batches of 16 MB at most. */
  #found(collection: string, { filter, sort, limit, after, mostBytes }: FindPartOptions): Promise<FoundPart> {
    return this.#read(collection, async (stored, shape) => {
      const order = orderOf(sort);
      const query = queryOf(shape, filter, afterTerm(shape, order, after));
      const sorted = sortOf(shape, order);
      if (limit <= 0) return { documents: [], isCut: false, bytes: 0 };
      const cursor = stored
        .find(query, {
          ...(await this.#drivenBy(stored, shape, filter, order.field)),
          projection: TEXT,
          batchSize: limit + 1,
          maxTimeMS: LONGEST_MS,
          allowDiskUse: true,
        })
        .sort(sorted)
        .limit(limit);
      const bound = new ByteBound(mostBytes);
      const documents: Document[] = [];
      const pace = new Pace();
      for await (const found of cursor) {
        if (!bound.takes(Buffer.byteLength(found.doc))) return { documents, isCut: true, bytes: bound.bytes };
        documents.push(documentOf(found));
        await pace.turn();
      }
      return { documents, isCut: false, bytes: bound.bytes };
    });
  }

  count(collection: string, filter: Filter, limit: number): Promise<number> {
    return this.#read(collection, async (stored, shape) => {
      const query = queryOf(shape, filter);
      if (limit <= 0) return 0;
      const most = limit < MOST_COUNTED ? { limit } : {};
      const driven = await this.#drivenBy(stored, shape, filter, undefined);
      return stored.countDocuments(query, { ...driven, ...most, maxTimeMS: LONGEST_MS });
    });
  }

  /**
   * The words of all documents are everybody's: who may read few goes through these, so that what others have costs
   * nothing. Otherwise the server chooses.
   */
  async #drivenBy(
    stored: Collection<Stored>,
    shape: Shape,
    filter: Filter,
    sort: string | undefined,
  ): Promise<{ readonly hint?: string }> {
    const { readers, words } = filter;
    if (readers === undefined || words === undefined || shape.within.has(words.field)) return {};
    const hint = readersIndex(shape, readers.field, sort);
    const options = { hint, limit: FEW, maxTimeMS: LONGEST_MS };
    return (await stored.countDocuments(queryOf(shape, { readers }), options)) < FEW ? { hint } : {};
  }

  /** Again when another generation became live in the meantime. */
  async #read<Result>(
    collection: string,
    read: (stored: Collection<Stored>, shape: Shape) => Promise<Result>,
  ): Promise<Result> {
    const { connection, generations, switches } = this.parts;
    for (;;) {
      const live = generations.live(collection);
      const stored = connection.database.collection<Stored>(live.shape.name);
      const beside = await switches.beside(read(stored, live.shape), LONGEST_MS);
      if (beside.switches === live.switches) return beside.result;
      await generations.reload();
    }
  }
}

/** In the order of the ids. */
const documentsOf = async (
  stored: Collection<Stored>,
  ids: readonly string[],
): Promise<readonly Document[]> => {
  if (ids.length === 0) return [];
  const query = { _id: { $in: [...new Set(ids)] } };
  const options = { projection: { doc: 1 }, batchSize: ids.length + 1, maxTimeMS: LONGEST_MS };
  const found = await stored.find(query, options).toArray();
  const texts = new Map(found.map(({ _id, doc }) => [_id, doc]));
  const documents: Document[] = [];
  const pace = new Pace();
  for (const id of ids) {
    const doc = texts.get(id);
    if (doc !== undefined) documents.push(documentOf({ doc }));
    await pace.turn();
  }
  return documents;
};

/** From here on a limit is none; MongoDB takes no more. */
const MOST_COUNTED = 2 ** 31 - 1;
