import { CsvError, type InfoRecord, parse, type Parser } from 'csv-parse';
import type { RecordError, Source } from '../format.js';
import { SourceDamaged } from '../format.js';
import { textFlaw } from '../reading/flaws.js';
import { decoded, MAX_RECORD_CHARACTERS, whereOf } from '../reading/lines.js';
import { type Columns, columnsOf } from './columns.js';
import { type Delimiter, delimiterOf } from './sniff.js';

/** A row with the line it begins on. */
export interface Row {
  readonly kind: 'row';
  readonly file: string;
  readonly line: number;
  readonly cells: readonly string[];
  readonly columns: Columns;
}

/** The rows of a table under its header (RFC 4180). Quotes inside an unquoted cell are taken as they are. */
export async function* rowsOf(
  source: Source,
  file: string,
  otherwise: Delimiter,
): AsyncGenerator<Row | RecordError, void, void> {
  let table: Table | undefined;
  try {
    for await (const chunk of decoded(await source.open(file))) {
      table ??= new Table(file, delimiterOf(chunk, otherwise));
      yield* await table.take(chunk);
    }
    if (table !== undefined) yield* await table.end();
  } catch (error) {
    if (!(error instanceof SourceDamaged)) throw error;
    yield { kind: 'error', where: { file }, code: 'file_damaged', message: error.message };
  }
}

/** A parser that is driven piece by piece, so that the rows before a fault are not lost with it. */
class Table {
  readonly #parser: Parser;
  #rows: (Row | RecordError)[] = [];
  #columns: Columns | undefined;
  #broken = false;
  /** Lines that the rows so far took, without the empty ones. */
  #lines = 0;

  constructor(
    private readonly file: string,
    delimiter: Delimiter,
  ) {
    this.#parser = parse({
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      on_record: (cells: string[], facts: InfoRecord) => this.#add(cells, facts),
    });
    // Every fault also comes to the callback of the write that met it.
    this.#parser.on('error', () => undefined);
    this.#parser.resume();
  }

  take(chunk: string): Promise<readonly (Row | RecordError)[]> {
    return this.#step((done) => this.#parser.write(chunk, done));
  }

  end(): Promise<readonly (Row | RecordError)[]> {
    return this.#step((done) => this.#parser.end(done));
  }

  async #step(run: (done: (error?: Error | null) => void) => void): Promise<readonly (Row | RecordError)[]> {
    if (this.#broken) return [];
    const error = await new Promise<Error | null | undefined>((resolve) => run(resolve));
    const rows = this.#rows;
    this.#rows = [];
    if (error === undefined || error === null) return rows;
    if (!(error instanceof CsvError)) throw error;
    this.#broken = true;
    return [...rows, this.#wrong(this.#lines + 1, 'csv_invalid', error.message)];
  }

  #add(cells: readonly string[], { empty_lines }: InfoRecord): null {
    const line = this.#lines + empty_lines + 1;
    this.#lines += 1 + cells.reduce((sum, cell) => sum + lineEnds(cell), 0);
    if (this.#columns === undefined) this.#columns = columnsOf(cells);
    else this.#rows.push(this.#rowOf(line, cells, this.#columns));
    return null;
  }

  #rowOf(line: number, cells: readonly string[], columns: Columns): Row | RecordError {
    if (cells.length !== columns.count)
      return this.#wrong(
        line,
        'row_uneven',
        `the row has ${cells.length} cells, the header ${columns.count}`,
      );
    for (const cell of cells) {
      const flaw = textFlaw(cell);
      if (flaw !== undefined) return this.#wrong(line, flaw.code, flaw.message);
    }
    return { kind: 'row', file: this.file, line, cells, columns };
  }

  #wrong(line: number, code: string, message: string): RecordError {
    return { kind: 'error', where: whereOf(this.file, line), code, message };
  }
}

const lineEnds = (cell: string): number => {
  let ends = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) ends += 1;
  return ends;
};
