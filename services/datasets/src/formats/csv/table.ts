import {
  type Delimiter,
  restored,
  type Source,
  SourceDamaged,
  type TableFlaw,
  TableReader,
  type TableRow,
} from '@cairn/kernel';
import type { ReadOptions, RecordError } from '../format.js';
import { textOfFile, undecodedFlaw } from '../reading/decoded.js';
import { said } from '../reading/fields.js';
import { type Flaw, textFlaw } from '../reading/flaws.js';
import { MAX_RECORD_CHARACTERS, whereOf } from '../reading/lines.js';
import { isMarked } from '../reading/mark.js';
import { type Columns, columnsOf, headerFlaw, isOwnHeader, NO_HEADER } from './columns.js';

/** More cells than any row under such a header. */
const MOST_CELLS = 1_000_000;
/** As many attributes as an item may have. */
const MOST_COLUMNS = 10_000;

/** A row with the line it begins on. */
export interface Row {
  readonly kind: 'row';
  readonly file: string;
  readonly line: number;
  readonly cells: readonly string[];
  readonly columns: Columns;
  /** What a cell says: without the `'` that was put before formulas, where it was. */
  readonly written: (cell: string) => string;
}

const TOO_MANY_COLUMNS: Flaw = {
  code: 'header_invalid',
  message: `the header has more than ${MOST_COLUMNS} columns`,
};

export interface TableOptions extends ReadOptions {
  /** The delimiter of a header that tells none. */
  readonly otherwise: Delimiter;
}

/** The rows of a table under its header (RFC 4180). Quotes inside an unquoted cell are taken as they are; one that closes a cell whose text goes on is an error of its record (SPEC-32). */
export async function* rowsOf(
  source: Source,
  file: string,
  options: TableOptions,
): AsyncGenerator<Row | RecordError, void, void> {
  const { guard = (await isMarked(source, file)) ? 'strip' : undefined } = options;
  const table = new Table(file, { ...options, ...said('guard', guard) });
  try {
    for await (const chunk of textOfFile(source, file)) {
      yield* table.take(chunk);
      if (table.isOver) return;
    }
    yield* table.end();
  } catch (error) {
    if (!(error instanceof SourceDamaged)) throw error;
    yield { kind: 'error', where: { file }, code: 'file_damaged', message: error.message };
  }
}

/** Rows under their header. */
class Table {
  /** Nothing more can be read. */
  isOver = false;
  readonly #reader: TableReader;
  #columns: Columns | undefined;
  #written: Row['written'] = (cell) => cell;

  constructor(
    private readonly file: string,
    private readonly options: TableOptions,
  ) {
    const { otherwise } = options;
    this.#reader = new TableReader({
      otherwise,
      mostCharacters: MAX_RECORD_CHARACTERS,
      mostCells: MOST_CELLS,
    });
  }

  take(chunk: string): readonly (Row | RecordError)[] {
    return this.#entries(this.#reader.take(chunk));
  }

  end(): readonly (Row | RecordError)[] {
    const rows = this.#entries(this.#reader.end());
    const isEmpty = this.#columns === undefined && rows.length === 0;
    return isEmpty ? [this.#unreadable(1, NO_HEADER)] : rows;
  }

  #entries(records: readonly (TableRow | TableFlaw)[]): readonly (Row | RecordError)[] {
    const entries: (Row | RecordError)[] = [];
    for (const record of records) {
      const entry = this.isOver ? undefined : this.#entry(record);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  #entry(record: TableRow | TableFlaw): Row | RecordError | undefined {
    if (record.kind === 'flaw') return this.#flawed(record);
    if (this.#columns === undefined) return this.#readHeader(record);
    return record.cells.some((cell) => cell !== '') ? this.#rowOf(record, this.#columns) : undefined;
  }

  /** A header with a flaw is the end of the table. */
  #flawed(record: TableFlaw): RecordError {
    const { flaw, line } = record;
    this.isOver = flaw === 'quote_open' || this.#columns === undefined;
    if (flaw === 'quote_open' || this.#columns !== undefined) return this.#wrong(line, flawOf(record));
    return this.#unreadable(line, flaw === 'too_wide' ? TOO_MANY_COLUMNS : flawOf(record));
  }

  #readHeader({ line, cells }: TableRow): RecordError | undefined {
    const { columns: mapping = [], guard = isOwnHeader(cells) ? 'strip' : 'keep' } = this.options;
    if (guard === 'strip') this.#written = restored;
    const isTooWide = cells.length > MOST_COLUMNS;
    this.#columns = columnsOf(isTooWide ? [] : cells.map(this.#written), mapping);
    const flaw = isTooWide ? TOO_MANY_COLUMNS : headerFlaw(cells, this.#columns, mapping);
    if (flaw === undefined) return undefined;
    this.isOver = true;
    return this.#unreadable(line, flaw);
  }

  #rowOf({ line, cells }: TableRow, columns: Columns): Row | RecordError {
    const { names } = columns;
    if (cells.length !== names.length)
      return this.#wrong(line, {
        code: 'row_uneven',
        message: `the row has ${cells.length} cells, the header ${names.length}`,
      });
    for (const cell of cells) {
      const flaw = undecodedFlaw(cell) ?? textFlaw(cell);
      if (flaw !== undefined) return this.#wrong(line, flaw);
    }
    return { kind: 'row', file: this.file, line, cells, columns, written: this.#written };
  }

  #wrong(line: number, { code, message }: Flaw): RecordError {
    return { kind: 'error', where: whereOf(this.file, line), code, message };
  }

  #unreadable(line: number, flaw: Flaw): RecordError {
    return { ...this.#wrong(line, flaw), unreadable: true };
  }
}

const flawOf = (record: TableFlaw): Flaw => {
  const { flaw, line } = record;
  switch (flaw) {
    case 'quote_stray':
      return { code: 'csv_invalid', message: strayMessage(record) };
    case 'quote_open':
      return {
        code: 'csv_invalid',
        message: `the record that begins in line ${line} has a quote that is not closed`,
      };
    case 'too_long':
      return {
        code: 'record_too_large',
        message: 'the record is longer than 16 MB: is a quote in it not closed?',
      };
    case 'too_wide':
      return { code: 'record_too_large', message: `the record has more than ${MOST_CELLS} cells` };
  }
};

const strayMessage = ({ line, at }: TableFlaw): string =>
  `the quotes of a cell are closed${line === at.line ? '' : ` in line ${at.line}`} before its text is over: ` +
  'a quote in a cell in quotes is written twice, "a ""b"" c"';
