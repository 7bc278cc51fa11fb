import { CommitUnknown, openDatabase } from '../../sqlite/index.js';
import { idOf } from '../changes.js';
import type { Change, ChangeBatch, ApplyOutcome, Document, Documents } from '../port.js';
import { DocumentsUnavailable } from '../port.js';
import { Generations } from './generations.js';
import { countDocuments, findDocuments } from './query.js';
import { type Parsed, ReadCache } from './read-cache.js';
import { textValue } from './sql.js';
import type { Statements } from './statements.js';
import { keepStatements } from './statements.js';
import { startSweep } from './sweep.js';
import { writeChanges } from './write.js';

export interface SqliteDocumentsOptions {
  readonly path: string;
  /** How long another process's lock is waited for. */
  readonly busyTimeoutMs?: number;
}

const CACHE_KIB = 32_768;
/** Rebuilding writes the same pages again and again: the longer the log, the fewer are copied. */
const WAL_PAGES = 8_000;

/**
 * Opens or makes `views.db`. The commits of the last moments may be lost with the power, never half of one: the
 * checkpoint goes with them, so that the projection runs again from there. Deleted content is overwritten.
 */
export const openSqliteDocuments = ({ path, ...options }: SqliteDocumentsOptions): Documents => {
  const database = openDatabase(path, { synchronous: 'NORMAL', secureDelete: true, ...options });
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  database.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
  const statements = keepStatements(database);
  const generations = new Generations(database, statements);
  const cache = new ReadCache();
  let sweep: ReturnType<typeof startSweep> | undefined;
  let closed = false;

  const run = async <Result>(work: () => Result): Promise<Result> => {
    if (closed) throw new DocumentsUnavailable('the documents are closed');
    try {
      return work();
    } catch (error) {
      throw isEngineFailure(error) ? new DocumentsUnavailable(error.message, { cause: error }) : error;
    }
  };
  const sweeping = <Result>(work: () => Result): Promise<Result> =>
    run(() => {
      const result = work();
      sweep?.stop();
      sweep = startSweep(database);
      return result;
    });

  return {
    prepare: (models) => sweeping(() => generations.prepare(models)),
    checkpoint: (projection, generation) =>
      run(() => generations.checkpoint(generations.tables(projection, generation))),
    apply: (batch) =>
      run(() => database.transaction(() => applyBatch(statements, generations, cache, batch))),
    ...readingOf({ statements, generations, cache, run }),
    beginNext: (projection) => sweeping(() => generations.beginNext(projection)),
    promoteNext: (projection, at) => sweeping(() => generations.promoteNext(projection, at)),
    scrub: () =>
      run(() => {
        cache.clear();
        database.truncateWal();
      }),
    close: async () => {
      closed = true;
      sweep?.stop();
      database.close();
    },
  };
};

interface ReadingParts {
  readonly statements: Statements;
  readonly generations: Generations;
  readonly cache: ReadCache;
  readonly run: <Result>(work: () => Result) => Promise<Result>;
}

const readingOf = ({
  statements,
  generations,
  cache,
  run,
}: ReadingParts): Pick<Documents, 'get' | 'getMany' | 'find' | 'count'> => ({
  get: (collection, id) =>
    run(() => {
      const { table } = generations.live(collection);
      return cache.document(table, id, () => read(statements, table, id));
    }),
  getMany: (collection, ids) => run(() => readMany(statements, generations.live(collection).table, ids)),
  find: (collection, options) =>
    run(() => findDocuments(statements, generations.live(collection), cache, options)),
  count: (collection, filter, limit) =>
    run(() => countDocuments(statements, generations.live(collection), filter, limit)),
});

const applyBatch = (
  statements: Statements,
  generations: Generations,
  cache: ReadCache,
  batch: ChangeBatch,
): ApplyOutcome => {
  const tables = generations.tables(batch.projection, batch.generation);
  if (tables === undefined) throw new Error(`${batch.projection} has no next generation: begin one first`);
  const checkpoint = generations.checkpoint(tables);
  if (checkpoint !== batch.from) return { status: 'moved', checkpoint };
  for (const [collection, changes] of byCollection(batch.changes)) {
    const shape = tables.shapes.get(collection);
    if (shape === undefined)
      throw new Error(`${batch.projection} does not declare the collection ${collection}`);
    cache.forget(shape.table, changes.map(idOf));
    writeChanges(statements, shape, changes);
  }
  generations.setCheckpoint(tables, batch.to);
  return { status: 'applied' };
};

const byCollection = (changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> => {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.collection);
    if (group) group.push(change);
    else groups.set(change.collection, [change]);
  }
  return groups;
};

const read = (statements: Statements, table: string, id: string): Parsed<Document> | undefined => {
  const row = statements<readonly [string]>(`SELECT doc FROM ${table} WHERE id = ?`).get(textValue(id));
  return row && { value: JSON.parse(row[0]) as Document, characters: row[0].length };
};

const readMany = (statements: Statements, table: string, ids: readonly string[]): readonly Document[] =>
  statements<readonly [string]>(
    `SELECT d.doc FROM json_each(?) i CROSS JOIN ${table} d ON d.id = i.value ORDER BY i.key`,
  )
    .all(JSON.stringify(ids))
    .map(([doc]) => JSON.parse(doc) as Document);

/** The engine's own errors and a commit of which nothing is known; the rest is ours. */
const isEngineFailure = (error: unknown): error is Error =>
  error instanceof CommitUnknown ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && ENGINE.test(error.code));

/** Not SQLITE_ERROR: that is wrong SQL, a bug. */
const ENGINE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;
