import { pause } from '../../clock/pause.js';
import { andThen, type Soon } from '../../clock/soon.js';
import { inSlices, type Steps } from '../../clock/steps.js';
import { closeWhole, CommitUnknown, type Database, isDamage, openOn } from '../../sqlite/index.js';
import type {
  ApplyOutcome,
  ChangeBatch,
  Document,
  Documents,
  Filter,
  FindOptions,
  FindPageOptions,
  FoundPage,
  Generation,
  GotDocuments,
  ReadModel,
} from '../port.js';
import { DocumentsUnavailable, PAGE_BYTES } from '../port.js';
import type { Position } from '../../base/position.js';
import { type FindPartOptions, type FoundPart, gotBy, pageBy } from '../page-part.js';
import { Generations } from './generations.js';
import { KnownCounts } from './known-counts.js';
import { parsedRows, readRows, readText } from './page-rows.js';
import { planBatch } from './plan-batch.js';
import { countDocuments, findDocuments } from './query.js';
import { type Parsed, ReadCache } from './read-cache.js';
import type { Shape } from './shape.js';
import { textValue } from './sql.js';
import type { Statements } from './statements.js';
import { keepStatements, readTexts } from './statements.js';
import { startSweep } from './sweep.js';
import { WriteBehind } from './write-behind.js';

export interface SqliteDocumentsOptions {
  readonly path: string;
  /** How long another process's lock is waited for. */
  readonly busyTimeoutMs?: number;
  /** Called when something in the file turns out to be damaged. */
  readonly damaged?: () => void;
  /** Called when what nobody reads any more could not be removed; the next start tries again. */
  readonly unswept?: (error: unknown) => void;
}

const CACHE_KIB = 32_768;
/** Most of it is written back by then, see `sqlite/write-back.ts`; a rebuild writes the same pages again and again. */
const WAL_PAGES = 16_000;

/**
 * Opens or makes `views.db`. What was applied in the last moments may be lost with the process or the power, never half
 * of a batch: the checkpoint goes with it, so that the projection runs again from there. Deleted content is overwritten.
 */
export const openSqliteDocuments = ({
  path,
  damaged,
  unswept = () => undefined,
  ...options
}: SqliteDocumentsOptions): Documents => {
  return openOn(path, { synchronous: 'NORMAL', secureDelete: true, ...options }, (database) => {
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    database.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
    return new SqliteDocuments(database, damaged, unswept);
  });
};

/** The thread that writes the log back is waited for. */
const SCRUB_MS = 5_000;
const SCRUB_AGAIN_MS = 10;

class SqliteDocuments implements Documents {
  private readonly statements: Statements;
  private readonly generations: Generations;
  private readonly cache = new ReadCache();
  private readonly counts = new KnownCounts();
  private readonly window: WriteBehind;
  private sweep: ReturnType<typeof startSweep> | undefined;
  private closed = false;

  constructor(
    private readonly database: Database,
    private readonly damaged: (() => void) | undefined,
    private readonly unswept: (error: unknown) => void,
  ) {
    this.statements = keepStatements(database);
    this.generations = new Generations(database, this.statements);
    const { statements, generations, cache, counts } = this;
    const parts = { statements, generations, cache, counts };
    this.window = new WriteBehind({
      database,
      plan: (batch) => planBatch(parts, batch),
      undone: () => this.forget(),
    });
  }

  prepare(models: readonly ReadModel[]): Promise<void> {
    return this.sweeping(() => this.generations.prepare(models));
  }

  checkpoint(projection: string, generation: Generation): Promise<Position> {
    return this.run(() => this.generations.checkpoint(this.generations.tables(projection, generation)));
  }

  apply(batch: ChangeBatch): Promise<ApplyOutcome> {
    return this.run(() => this.window.apply(batch));
  }

  get(collection: string, id: string): Promise<Document | undefined> {
    return this.read(collection, ({ table }) =>
      this.cache.document(table, id, () => readOne(this.statements, table, id)),
    );
  }

  getMany(collection: string, ids: readonly string[]): Promise<readonly Document[]> {
    return this.read(collection, ({ table }) => inSlices(readMany(this.statements, table, ids)));
  }

  getSome(collection: string, ids: readonly string[], mostBytes: number = PAGE_BYTES): Promise<GotDocuments> {
    return this.read(collection, ({ table }) => {
      const rows = readRows(this.statements, table, ids, mostBytes);
      const parsed = parsedRows(rows, mostBytes, (row) => readText(this.statements, table, row));
      return andThen(inSlices(parsed), (part) => gotBy(ids, part));
    });
  }

  async find(collection: string, options: FindOptions): Promise<readonly Document[]> {
    return (await this.found(collection, { ...options, mostBytes: Number.POSITIVE_INFINITY })).documents;
  }

  findPage(collection: string, options: FindPageOptions): Promise<FoundPage> {
    return pageBy(options, (part) => this.found(collection, part));
  }

  private found(collection: string, options: FindPartOptions): Promise<FoundPart> {
    return this.read(collection, (shape) =>
      inSlices(findDocuments(this.statements, shape, this.cache, options)),
    );
  }

  count(collection: string, filter: Filter, limit: number): Promise<number> {
    return this.read(collection, (shape) =>
      this.counts.count(shape.table, filter, limit, (asked, most) =>
        countDocuments(this.statements, shape, asked, most),
      ),
    );
  }

  beginNext(projection: string): Promise<void> {
    return this.sweeping(() => this.generations.beginNext(projection));
  }

  promoteNext(projection: string, at: Position): Promise<boolean> {
    return this.sweeping(() => this.generations.promoteNext(projection, at));
  }

  async scrub(): Promise<void> {
    const end = performance.now() + SCRUB_MS;
    while (!(await this.committed(() => this.scrubbed()))) {
      if (performance.now() > end)
        throw new DocumentsUnavailable('what was deleted stands in the write-ahead log still: it is in use');
      await pause(SCRUB_AGAIN_MS);
    }
  }

  private scrubbed(): boolean {
    this.forget();
    return this.database.truncateWal();
  }

  private forget(): void {
    this.cache.clear();
    this.counts.clear();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.sweep?.stop();
    try {
      await this.window.committed(() => undefined);
    } finally {
      closeWhole(this.database);
    }
  }

  /** When no batch has written a part of the collection. */
  private async read<Result>(collection: string, work: (shape: Shape) => Soon<Result>): Promise<Result> {
    for (;;) {
      const whole = this.window.whole(this.generations.live(collection).table);
      if (whole === undefined) return this.run(() => work(this.generations.live(collection)));
      await whole;
    }
  }

  private async run<Result>(work: () => Soon<Result>): Promise<Result> {
    if (this.closed) throw new DocumentsUnavailable('the documents are closed');
    try {
      this.window.settle();
      return await work();
    } catch (error) {
      if (isDamage(error)) this.damaged?.();
      throw isEngineFailure(error) ? new DocumentsUnavailable(error.message, { cause: error }) : error;
    }
  }

  /** For what has a transaction of its own. */
  private committed<Result>(work: () => Result): Promise<Result> {
    return this.run(() => this.window.committed(work));
  }

  private sweeping<Result>(work: () => Result): Promise<Result> {
    return this.committed(() => {
      const result = work();
      this.sweep?.stop();
      this.sweep = startSweep(this.database, (step) => this.window.committed(step), this.unswept);
      return result;
    });
  }
}

const readOne = (statements: Statements, table: string, id: string): Parsed<Document> | undefined => {
  const row = statements<readonly [string]>(`SELECT doc FROM ${table} WHERE id = ?`).get(textValue(id));
  return row && { value: JSON.parse(row[0]) as Document, bytes: Buffer.byteLength(row[0]) };
};

function* readMany(
  statements: Statements,
  table: string,
  ids: readonly string[],
): Steps<readonly Document[]> {
  const documents: Document[] = [];
  for (const text of readTexts(statements, table, ids)) {
    documents.push(JSON.parse(text) as Document);
    yield;
  }
  return documents;
}

/** The engine's own errors and a commit of which nothing is known; the rest is ours. */
const isEngineFailure = (error: unknown): error is Error =>
  error instanceof CommitUnknown ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && ENGINE.test(error.code));

/** Not SQLITE_ERROR: that is wrong SQL, a bug. */
const ENGINE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM|PROTOCOL)/;
