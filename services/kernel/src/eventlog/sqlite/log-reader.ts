import type { Database, Statement } from '../../sqlite/index.js';
import { GENESIS } from '../chain.js';
import type { StreamName } from '../../base/position.js';
import type { DamagedRecord, ReadAllOptions } from '../port.js';
import { RecordDamaged } from '../port.js';
import { DamagedPlaces } from './damaged-place.js';
import type { EventTypes } from './event-types.js';
import type { LogRecord } from './records.js';
import { damaged, idFromBytes, toPosition, verify } from './records.js';
import type { StreamIndex } from './stream-index.js';

/** Positions that one step of a filtered scan looks at, so that it blocks the process for milliseconds only. */
const WINDOW = 5_000;
/** So many rows are taken at once: together they have hardly more bytes than a batch may have. */
const ROWS = 64;
const ID_END = 16;
const HASH_END = 48;
const PREVIOUS_END = 80;

/** position, revision, type, checksum, bytes. The bytes are id, hash, hash before, then name, metadata and data with NUL between. */
type Row = readonly [number, number, number, number, Buffer | null];

/** One BLOB, since the driver aborts the process over a text whose damage made it invalid UTF-8, and since it is faster. */
const columns = (previous: string): string => `
  e.position, CAST(e.revision AS INTEGER), CAST(e.type AS INTEGER), CAST(e.checksum AS INTEGER),
  CAST(e.id || e.hash || ${previous} || s.name || char(0) || e.metadata || char(0) || e.data AS BLOB)`;

const GENESIS_BYTES = `x'${GENESIS}'`;

/** How many records a page has at most, and when it ends for their bytes. */
export interface PageOptions extends Pick<ReadAllOptions, 'categories' | 'pastDamage' | 'limit'> {
  readonly maxBytes: number;
}

type RowRange = { readonly after: number; readonly through: number } & Pick<
  PageOptions,
  'limit' | 'maxBytes'
>;
type Rows = { readonly rows: readonly Row[]; readonly bytes: number };

/** Which events of a stream: revisions from `from` to `through`, `limit` of them, at positions up to `head`. */
export interface StreamRange {
  readonly from: number;
  readonly through: number;
  readonly limit: number;
  readonly head: number;
}

export interface LogPage {
  readonly records: readonly LogRecord[];
  readonly damaged: readonly DamagedRecord[];
  /** Everything up to here was looked at. */
  readonly through: number;
  /** Of the records, readable or not. */
  readonly bytes: number;
}

/** Reads the file; every record is checked before it is given. */
export class LogReader {
  readonly #database: Database;
  readonly #types: EventTypes;
  readonly #index: StreamIndex;
  readonly #event: Statement<Row>;
  readonly #places: DamagedPlaces;
  readonly #scans = new Map<string, { readonly types: string; readonly statement: Statement<Row> }>();

  constructor(database: Database, types: EventTypes, index: StreamIndex) {
    this.#database = database;
    this.#types = types;
    this.#index = index;
    this.#places = new DamagedPlaces(database, types, index);
    this.#event = database.prepare(
      `SELECT ${columns(GENESIS_BYTES)} FROM events e LEFT JOIN streams s ON s.key = e.stream WHERE e.position = ?`,
    );
  }

  /** Events of a stream in order, each checked against the one before; `hash` is that of the revision before `from`. */
  stream(stream: StreamName, range: StreamRange, hash: string | undefined): readonly LogRecord[] {
    const { from, through, limit, head } = range;
    const key = this.#index.keyOf(stream);
    if (key === undefined) return [];
    let previous = hash;
    const positions = this.#index.positionsOf(key, from, through, limit);
    return positions
      .filter((position) => position <= head)
      .map((position, index) => {
        const record = this.#next({ stream, revision: from + index }, position, previous);
        previous = record.hash;
        return record;
      });
  }

  /** Events of these categories after a position, up to `limit` of them, looking no further than `head`. */
  page(after: number, head: number, { categories, pastDamage, limit, maxBytes }: PageOptions): LogPage {
    const through = Math.min(head, after + WINDOW);
    const { rows, bytes } = rowsOf(this.#scan(categories), { after, through, limit, maxBytes });
    const records: LogRecord[] = [];
    const damaged: DamagedRecord[] = [];
    for (const row of rows)
      try {
        const { record, previous } = this.#decode(row);
        verify(record, previous, row[3]);
        records.push(record);
      } catch (error) {
        damaged.push(this.#damaged(row, error, pastDamage));
      }
    const last = rows.length === limit || bytes >= maxBytes ? rows.at(-1)?.[0] : undefined;
    return { records, damaged, through: last ?? through, bytes };
  }

  /** Throws the error unless it is known whose the record is. */
  #damaged([position]: Row, error: unknown, pastDamage: boolean | undefined): DamagedRecord {
    const place =
      pastDamage === true && error instanceof RecordDamaged ? this.#places.of(position) : undefined;
    if (place === undefined || !(error instanceof RecordDamaged)) throw error;
    return { ...place, reason: error.message };
  }

  #next(
    wanted: Pick<LogRecord, 'stream' | 'revision'>,
    position: number,
    previous: string | undefined,
  ): LogRecord {
    const row = this.#event.get(position);
    if (row === undefined) throw damaged(wanted, `is not at position ${toPosition(position)}`);
    const { record } = this.#decode(row);
    if (record.stream !== wanted.stream) throw damaged(wanted, `its place has an event of ${record.stream}`);
    if (record.revision !== wanted.revision)
      throw damaged(wanted, `its place has revision ${record.revision}`);
    verify(record, previous, row[3]);
    return record;
  }

  #scan(categories: readonly string[]): Statement<Row> | undefined {
    const types = this.#types.keysOf(categories).join(', ');
    if (types === '') return undefined;
    const name = categories.join(' ');
    const known = this.#scans.get(name);
    if (known?.types === types) return known.statement;
    const statement = this.#database.prepare<Row>(
      `SELECT ${columns(`coalesce(p.hash, ${GENESIS_BYTES})`)} FROM events e
        LEFT JOIN streams s ON s.key = e.stream
        LEFT JOIN events p ON p.position = e.previous
        WHERE e.position > ? AND e.position <= ? AND e.type IN (${types}) ORDER BY e.position LIMIT ?`,
    );
    this.#scans.set(name, { types, statement });
    return statement;
  }

  #decode([position, revision, typeKey, , bytes]: Row): {
    readonly record: LogRecord;
    readonly previous: string;
  } {
    const type = this.#types.find(typeKey)?.type;
    const nameEnd = bytes?.indexOf(0, PREVIOUS_END) ?? -1;
    if (bytes === null || type === undefined || nameEnd < 0) {
      throw new RecordDamaged(
        `the event at position ${toPosition(position)}, revision ${revision}: its stream or type is lost`,
      );
    }
    const stream = bytes.toString('utf8', PREVIOUS_END, nameEnd);
    const metadataEnd = bytes.indexOf(0, nameEnd + 1);
    if (metadataEnd < 0) throw damaged({ stream, revision }, 'metadata are not what was written');
    const record = {
      position,
      stream,
      revision,
      type,
      id: idFromBytes(bytes.subarray(0, ID_END)),
      hash: bytes.toString('hex', ID_END, HASH_END),
      metadata: bytes.toString('utf8', nameEnd + 1, metadataEnd),
      data: bytes.toString('utf8', metadataEnd + 1),
    };
    return { record, previous: bytes.toString('hex', HASH_END, PREVIOUS_END) };
  }
}

/** Rows until there are no more, or as many as are wanted, or the last of them fills what the bytes may be. */
const rowsOf = (scan: Statement<Row> | undefined, { after, through, limit, maxBytes }: RowRange): Rows => {
  const rows: Row[] = [];
  let [from, bytes, isEnd] = [after, 0, scan === undefined];
  while (!isEnd) {
    const wanted = Math.min(ROWS, limit - rows.length);
    const some = scan?.all(from, through, wanted) ?? [];
    for (const row of some) {
      if (bytes >= maxBytes) break;
      rows.push(row);
      [from, bytes] = [row[0], bytes + sizeOf(row)];
    }
    isEnd = some.length < wanted || bytes >= maxBytes || rows.length === limit;
  }
  return { rows, bytes };
};

const sizeOf = (row: Row): number => row[4]?.length ?? 0;
