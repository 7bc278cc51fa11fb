import { LeftRecord } from './left-record.js';
import { type Delimiter, isHeaderWhole, startOf } from './sniff.js';

/** A record of a table. An empty line is none. */
export interface TableRow {
  readonly kind: 'row';
  /** The line on which it begins, from 1; its column is always 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The column, in its own line, in which each cell begins, from 1. */
  readonly columns: readonly number[];
}

/** Why a record was left out. */
export interface TableFlaw {
  readonly kind: 'flaw';
  /**
   * `quote_stray`: a quote closes a cell whose text goes on. `quote_open`: the table ends within quotes. `too_long`,
   * `too_wide`: the record has more characters or cells than are read.
   */
  readonly flaw: 'quote_stray' | 'quote_open' | 'too_long' | 'too_wide';
  /** The line on which the record begins. */
  readonly line: number;
  /** Where the quote stands, or the cell that is too much. */
  readonly at: { readonly line: number; readonly column: number };
}

export interface TableOptions {
  /** The delimiter of a header that tells none. */
  readonly otherwise: Delimiter;
  /** Characters and cells that a record may have. */
  readonly mostCharacters: number;
  readonly mostCells: number;
}

const QUOTE = '"';
const [QUOTE_CODE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d];

const FIRST = { line: 1, column: 1 };

/** Before a cell, in one without quotes, in one with quotes, behind a quote in it, behind a `\r` behind that. */
type State = 'start' | 'plain' | 'quoted' | 'quote' | 'return';

/**
 * Reads a table (RFC 4180) that comes in pieces of any size. Only a quote at the start of a cell opens it; any other
 * outside of quotes is a character. A record with a flaw is told and left out, and what follows is read.
 */
export class TableReader {
  /** The text until the header is whole. */
  #start: string | undefined = '';
  #delimiter = 0;
  #state: State = 'start';
  #left: LeftRecord | undefined;
  #found: (TableRow | TableFlaw)[] = [];

  #cells: string[] = [];
  #columns: number[] = [];
  #cell = '';
  #characters = 0;
  #recordLine = 1;

  /** Characters before the piece that is read, and before the line. */
  #before = 0;
  #line = 1;
  #lineStart = 0;
  /** Where the cell's quotes open, and a quote that only the next character explains. */
  #open = FIRST;
  #quote = FIRST;

  constructor(private readonly options: TableOptions) {}

  /** Answers the records that are whole. */
  take(text: string): readonly (TableRow | TableFlaw)[] {
    if (this.#start === undefined) return this.#read(text);
    this.#start += text;
    return isHeaderWhole(this.#start) ? this.#begin(this.#start) : [];
  }

  /** The text is over. */
  end(): readonly (TableRow | TableFlaw)[] {
    const begun = this.#start === undefined ? [] : this.#begin(this.#start);
    return [...begun, ...this.#ended()];
  }

  /** A first line that only names the delimiter is none of the table. */
  #begin(start: string): readonly (TableRow | TableFlaw)[] {
    const { delimiter, before } = startOf(start, this.options.otherwise);
    this.#start = undefined;
    this.#delimiter = delimiter.charCodeAt(0);
    if (before !== '') this.#newLine(before.length);
    this.#recordLine = this.#line;
    this.#before = before.length;
    return this.#read(start.slice(before.length));
  }

  #read(text: string): readonly (TableRow | TableFlaw)[] {
    for (let at = 0; at < text.length;)
      at = this.#left === undefined ? this.#step(text, at) : this.#leave(this.#left, text, at);
    this.#before += text.length;
    return this.#taken();
  }

  #taken(): readonly (TableRow | TableFlaw)[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #ended(): readonly (TableRow | TableFlaw)[] {
    if (this.#left !== undefined) return [];
    if (this.#state === 'quoted') this.#flawed('quote_open', this.#open);
    else if (this.#state !== 'start' || this.#cells.length > 0) this.#endRecord();
    return this.#taken();
  }

  /** Goes over as much as one state explains. Answers where the next begins. */
  #step(text: string, at: number): number {
    if (this.#state === 'plain') return this.#plain(text, at);
    if (this.#state === 'quoted') return this.#quoted(text, at);
    return this.#state === 'start' ? this.#opening(text, at) : this.#behindQuote(text, at);
  }

  #opening(text: string, at: number): number {
    this.#columns.push(this.#columnAt(at));
    this.#state = 'plain';
    if (text.charCodeAt(at) !== QUOTE_CODE) return at;
    this.#state = 'quoted';
    this.#open = this.#placeAt(at);
    return at + 1;
  }

  #plain(text: string, from: number): number {
    let at = from;
    let code = text.charCodeAt(at);
    while (at < text.length && code !== this.#delimiter && code !== NEWLINE) code = text.charCodeAt(++at);
    if (!this.#append(text.slice(from, at), at) || at === text.length) return at;
    if (code === this.#delimiter) this.#endCell(at);
    else this.#endPlainRecord(at);
    return at + 1;
  }

  #endPlainRecord(at: number): void {
    if (this.#cell.endsWith('\r')) this.#cell = this.#cell.slice(0, -1);
    const isEmptyLine = this.#cell === '' && this.#cells.length === 0;
    this.#newLine(this.#before + at + 1);
    if (isEmptyLine) this.#newRecord();
    else this.#endRecord();
  }

  #quoted(text: string, from: number): number {
    const quote = text.indexOf(QUOTE, from);
    const end = quote === -1 ? text.length : quote;
    for (let line = text.indexOf('\n', from); line !== -1 && line < end; line = text.indexOf('\n', line + 1))
      this.#newLine(this.#before + line + 1);
    if (!this.#append(text.slice(from, end), end) || quote === -1) return end;
    this.#state = 'quote';
    this.#quote = this.#placeAt(quote);
    return quote + 1;
  }

  /** A quote inside of quotes is half of one that is written twice, the end of its cell, or stray. */
  #behindQuote(text: string, at: number): number {
    const code = text.charCodeAt(at);
    const isFirst = this.#state === 'quote';
    if (code === NEWLINE) {
      this.#newLine(this.#before + at + 1);
      this.#endRecord();
    } else if (isFirst && code === QUOTE_CODE) {
      this.#state = 'quoted';
      this.#append(QUOTE, at);
    } else if (isFirst && code === this.#delimiter) this.#endCell(at);
    else if (isFirst && code === RETURN) this.#state = 'return';
    else return this.#stray(at);
    return at + 1;
  }

  /** A quote that begins a line is of the next record: the quotes before it were never closed. */
  #stray(at: number): number {
    const quote = this.#quote;
    const between = this.#state === 'return' ? '\r' : '';
    this.#flawed('quote_stray', quote);
    if (quote.column === 1) this.#goOnQuoted(between);
    else this.#left = LeftRecord.behindStrayQuote(this.#delimiter);
    return at;
  }

  /** A new record whose first cell is in quotes. */
  #goOnQuoted(text: string): void {
    this.#left = undefined;
    this.#newRecord();
    this.#columns.push(1);
    this.#open = { line: this.#line, column: 1 };
    this.#cell = text;
    this.#state = 'quoted';
  }

  #leave(left: LeftRecord, text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const next = left.take(code);
      if (next === 'at_quote') {
        this.#goOnQuoted(left.between);
        return at;
      }
      if (code === NEWLINE) this.#newLine(this.#before + at + 1);
      if (next !== 'behind') continue;
      this.#left = undefined;
      this.#newRecord();
      return at + 1;
    }
    return text.length;
  }

  /** False when the record is too long. */
  #append(text: string, at: number): boolean {
    this.#characters += text.length;
    if (this.#characters <= this.options.mostCharacters) {
      this.#cell += text;
      return true;
    }
    this.#giveUp('too_long', at);
    return false;
  }

  #endCell(at: number): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
    if (this.#cells.length > this.options.mostCells) this.#giveUp('too_wide', at);
  }

  #endRecord(): void {
    // A delimiter was the last of the text.
    if (this.#columns.length === this.#cells.length) this.#columns.push(this.#columnAt(0));
    this.#cells.push(this.#cell);
    this.#found.push({
      kind: 'row',
      line: this.#recordLine,
      cells: this.#cells,
      columns: this.#columns,
    });
    this.#newRecord();
  }

  #newRecord(): void {
    [this.#cells, this.#columns, this.#cell, this.#characters] = [[], [], '', 0];
    [this.#state, this.#recordLine] = ['start', this.#line];
  }

  #giveUp(flaw: TableFlaw['flaw'], at: number): void {
    const isQuoted = this.#state === 'quoted';
    this.#left = new LeftRecord(this.#delimiter, isQuoted, this.#state === 'start');
    this.#flawed(flaw, isQuoted ? this.#open : this.#placeAt(at));
    [this.#cells, this.#columns, this.#cell] = [[], [], ''];
  }

  #flawed(flaw: TableFlaw['flaw'], at: TableFlaw['at']): void {
    this.#found.push({ kind: 'flaw', flaw, line: this.#recordLine, at });
  }

  #newLine(start: number): void {
    this.#line += 1;
    this.#lineStart = start;
  }

  #placeAt(at: number): TableFlaw['at'] {
    return { line: this.#line, column: this.#columnAt(at) };
  }

  #columnAt(at: number): number {
    return this.#before + at - this.#lineStart + 1;
  }
}
