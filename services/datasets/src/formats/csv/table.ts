import { type Source, SourceDamaged } from '@cairn/kernel';
import { CsvError, type InfoRecord, parse, type Parser } from 'csv-parse';
import type { ReadOptions, RecordError } from '../format.js';
import { textOfFile, undecodedFlaw } from '../reading/decoded.js';
import { said } from '../reading/fields.js';
import { type Flaw, textFlaw } from '../reading/flaws.js';
import { MAX_RECORD_CHARACTERS, whereOf } from '../reading/lines.js';
import { isMarked } from '../reading/mark.js';
import { restored } from './cells.js';
import { type Columns, columnsOf, headerFlaw, isOwnHeader, NO_HEADER } from './columns.js';
import { cellsOutside, countOf, QuotedText, type StrayQuote } from './quoted-text.js';
import { type Delimiter, startOf } from './sniff.js';

/** More cells than any row under such a header; the parser itself counts none that are empty. */
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

/** The rows of a table under its header (RFC 4180). Quotes inside an unquoted cell are taken as they are; one that closes a cell whose text goes on is an error of its record (decisions, section 7, 32). */
export async function* rowsOf(
  source: Source,
  file: string,
  options: TableOptions,
): AsyncGenerator<Row | RecordError, void, void> {
  const { guard = (await isMarked(source, file)) ? 'strip' : undefined } = options;
  const table = new Table(file, { ...options, ...said('guard', guard) });
  try {
    for await (const chunk of textOfFile(source, file)) {
      yield* await table.take(chunk);
      if (table.isOver) return;
    }
    yield* await table.end();
  } catch (error) {
    if (!(error instanceof SourceDamaged)) throw error;
    yield { kind: 'error', where: { file }, code: 'file_damaged', message: error.message };
  }
}

/** A parser that is driven piece by piece, so that the rows before a fault are not lost with it, nor those behind it. */
class Table {
  /** Nothing more can be read. */
  isOver = false;
  #delimiter: Delimiter | undefined;
  #parser: Parser | undefined;
  #rows: (Row | RecordError)[] = [];
  #columns: Columns | undefined;
  #written: Row['written'] = (cell) => cell;
  /** Lines that the rows so far took, and the empty ones that this parser passed over. */
  #lines = 0;
  #emptyLines = 0;
  #passed = new QuotedText(',');
  /** Records that the parser found, and the cells of the one that it is in, as far as whole pieces of text held nothing else. */
  #records = 0;
  #cells = 0;
  /** Rows that begin on this line or behind it are not taken. */
  #until = Infinity;
  /** Inside a record that is left out, on the way to its end. */
  #leaving = false;

  constructor(
    private readonly file: string,
    private readonly options: TableOptions,
  ) {}

  async take(chunk: string): Promise<readonly (Row | RecordError)[]> {
    if (this.#delimiter === undefined) return this.take(this.#begun(chunk));
    if (this.#leaving) return this.#left(chunk);
    const before = this.#passed.copy();
    const stray = this.#passed.take(chunk);
    const error = await this.#parsed(chunk.slice(0, stray?.begun), before.isQuoted);
    const tooLarge = this.#tooLarge(error);
    if (tooLarge !== undefined) {
      this.#passed = before;
      return this.#withoutRecord(tooLarge, chunk);
    }
    const rows = this.#unlessFailed(error);
    return stray === undefined || this.isOver ? rows : [...rows, ...(await this.#behind(stray))];
  }

  /** Lets the parser read a piece. */
  async #parsed(piece: string, isQuoted: boolean): Promise<CsvError | undefined> {
    const delimiter = this.#delimiter ?? ',';
    const parser = (this.#parser ??= this.#newParser(delimiter));
    const before = this.#records;
    const error = await this.#step((done) => parser.write(piece, done));
    const cells = cellsOutside(piece, delimiter, isQuoted);
    this.#cells = this.#records === before ? this.#cells + cells : 0;
    return error;
  }

  /** Leaves the record out in which a quote is not as it should be, with all that the parser holds of it. */
  async #behind(stray: StrayQuote): Promise<readonly (Row | RecordError)[]> {
    this.#until = stray.line;
    await this.#step((done) => this.#parser?.end(done));
    this.#until = Infinity;
    const flaw = { code: 'csv_invalid', message: strayMessage(stray) };
    if (this.#columns !== undefined)
      return [
        ...this.#taken(),
        this.#wrong(stray.line, flaw),
        ...(await (stray.isOver ? this.#anew(stray.rest) : this.#left(stray.rest))),
      ];
    this.isOver = true;
    return [this.#unreadable(stray.line, flaw)];
  }

  /** Why the record under way is given up, with all that the parser holds of it. */
  #tooLarge(error: CsvError | undefined): Flaw | undefined {
    const code = 'record_too_large';
    if (this.#cells > MOST_CELLS) return { code, message: `the record has more than ${MOST_CELLS} cells` };
    return error?.code === 'CSV_MAX_RECORD_SIZE' && this.#columns !== undefined
      ? { code, message: 'the record is longer than 16 MB: is a quote in it not closed?' }
      : undefined;
  }

  /** A header that is given up is the end of the table. */
  async #withoutRecord(flaw: Flaw, chunk: string): Promise<readonly (Row | RecordError)[]> {
    if (this.#columns === undefined) {
      this.isOver = true;
      return [this.#unreadable(this.#next, TOO_MANY_COLUMNS)];
    }
    return [...this.#taken(), this.#wrong(this.#next, flaw), ...(await this.#left(chunk))];
  }

  async end(): Promise<readonly (Row | RecordError)[]> {
    if (this.isOver || this.#leaving) return [];
    const error = await this.#step((done) => (this.#parser === undefined ? done() : this.#parser.end(done)));
    const rows = this.#unlessFailed(error);
    const isEmpty = this.#columns === undefined && rows.length === 0;
    return isEmpty ? [this.#unreadable(1, NO_HEADER)] : rows;
  }

  /** A first line that only names the delimiter is none of the table. */
  #begun(chunk: string): string {
    const { delimiter, before } = startOf(chunk, this.options.otherwise);
    this.#delimiter = delimiter;
    this.#passed = new QuotedText(delimiter);
    this.#passed.take(before);
    this.#lines = this.#passed.lines;
    return chunk.slice(before.length);
  }

  /** Goes on behind the record that is left out. */
  async #left(chunk: string): Promise<readonly (Row | RecordError)[]> {
    const rest = this.#passed.takeRecord(chunk);
    this.#leaving = rest === undefined;
    return rest === undefined ? [] : this.#anew(rest);
  }

  /** What was read so far ends with a whole record. */
  #anew(rest: string): Promise<readonly (Row | RecordError)[]> {
    [this.#lines, this.#emptyLines, this.#cells, this.#parser] = [this.#passed.lines, 0, 0, undefined];
    return this.take(rest);
  }

  #newParser(delimiter: Delimiter): Parser {
    const parser = parse({
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      on_record: (cells: string[], facts: InfoRecord) => this.#add(cells, facts),
    });
    // Every fault also comes to the callback of the write that met it.
    parser.on('error', () => undefined);
    return parser.resume();
  }

  async #step(run: (done: (error?: Error | null) => void) => void): Promise<CsvError | undefined> {
    const error = await new Promise<Error | null | undefined>((resolve) => run(resolve));
    if (error === undefined || error === null) return undefined;
    if (!(error instanceof CsvError)) throw error;
    return error;
  }

  #unlessFailed(error: CsvError | undefined): readonly (Row | RecordError)[] {
    const rows = this.#taken();
    if (error === undefined) return rows;
    this.isOver = true;
    // Also the empty lines before a record that has no end.
    if (typeof error['empty_lines'] === 'number') this.#emptyLines = error['empty_lines'];
    const line = this.#next;
    const message =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `the record that begins in line ${line} has a quote that is not closed`
        : error.message;
    return [...rows, this.#wrong(line, { code: 'csv_invalid', message })];
  }

  #taken(): readonly (Row | RecordError)[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** The line on which the next row begins. */
  get #next(): number {
    return this.#lines + this.#emptyLines + 1;
  }

  #add(cells: readonly string[], { empty_lines }: InfoRecord): null {
    this.#records += 1;
    this.#emptyLines = empty_lines;
    const line = this.#next;
    this.#lines += 1 + cells.reduce((sum, cell) => sum + countOf(cell, '\n'), 0);
    if (this.isOver || line >= this.#until) return null;
    if (this.#columns === undefined) this.#readHeader(line, cells);
    else if (cells.some((cell) => cell !== '')) this.#rows.push(this.#rowOf(line, cells, this.#columns));
    return null;
  }

  #readHeader(line: number, cells: readonly string[]): void {
    const { columns: mapping = [], guard = isOwnHeader(cells) ? 'strip' : 'keep' } = this.options;
    if (guard === 'strip') this.#written = restored;
    const isTooWide = cells.length > MOST_COLUMNS;
    this.#columns = columnsOf(isTooWide ? [] : cells.map(this.#written), mapping);
    const flaw = isTooWide ? TOO_MANY_COLUMNS : headerFlaw(cells, this.#columns, mapping);
    if (flaw === undefined) return;
    this.isOver = true;
    this.#rows.push(this.#unreadable(line, flaw));
  }

  #rowOf(line: number, cells: readonly string[], columns: Columns): Row | RecordError {
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

const strayMessage = ({ line, at }: StrayQuote): string =>
  `the quotes of a cell are closed${line === at ? '' : ` in line ${at}`} before its text is over: ` +
  'a quote in a cell in quotes is written twice, "a ""b"" c"';
