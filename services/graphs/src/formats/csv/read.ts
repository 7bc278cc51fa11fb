import {
  type Json,
  restored,
  type TableFlaw,
  type TableOptions,
  TableReader,
  type TableRow,
  textFlaw,
} from '@cairn/kernel';
import type { EdgeElement, NodeElement, Properties } from '../element.js';
import { limits } from '../limits.js';
import { checkedLabels, checkedName, checkedUid, checkedWord } from '../reading/names.js';
import { FileRefused, type Place, shown } from '../reading/refusal.js';
import type { Sink, TextReader } from '../reading/text-reader.js';
import { booleanOf, isTexts } from '../values.js';
import { valueOf } from './cells.js';
import { type Header, headerOf, type Role } from './header.js';

const FIRST = { line: 1, column: 1 };
const bounds: TableOptions = {
  otherwise: ',',
  mostCharacters: limits.elementCharacters,
  mostCells: limits.columns,
};

/** The header that a text begins with, however wide. */
export const headerIn = (text: string): Header | undefined => {
  const reader = new TableReader({ ...bounds, mostCells: Infinity });
  const [first] = [...reader.take(text), ...reader.end()];
  return first?.kind === 'row' ? headerOf(first.cells) : undefined;
};

/** Reads a table of edges or of nodes, a row each. */
export class CsvReader implements TextReader {
  readonly #table = new TableReader(bounds);
  #header: Header | undefined;

  constructor(private readonly sink: Sink) {}

  get dialect(): string {
    return this.#header?.dialect ?? '';
  }

  write(text: string): void {
    for (const found of this.#table.take(text)) this.#take(found);
  }

  end(): void {
    for (const found of this.#table.end()) this.#take(found);
    if (this.#header === undefined) throw new FileRefused('structure_invalid', NO_HEADER, FIRST);
  }

  #take(found: TableRow | TableFlaw): void {
    if (found.kind === 'flaw') throw refusalOf(found);
    if (this.#header === undefined) this.#header = this.#headerIn(found);
    else if (found.cells.some((cell) => cell !== '')) this.#give(new Row(found, this.#header));
  }

  #headerIn(row: TableRow): Header {
    const header = headerOf(row.cells);
    if (header === undefined)
      throw new FileRefused('structure_invalid', NO_HEADER, { line: row.line, column: 1 });
    checkNames(header, row);
    for (const what of header.notHeld) this.sink.lose(what);
    return header;
  }

  #give(row: Row): void {
    for (const at of row.header.nameless) if (row.has(at)) this.sink.lose('columns without a name');
    this.sink.give(row.header.dialect === 'edges' ? edgeOf(row) : nodeOf(row), row.place);
  }
}

const NO_HEADER =
  'the first line is no header of a table: it names the columns source and target of edges, or id of nodes';

const refusalOf = ({ flaw, at }: TableFlaw): FileRefused => {
  switch (flaw) {
    case 'quote_stray':
      return new FileRefused(
        'csv_invalid',
        'the quotes of a cell are closed before its text is over: a quote in a cell in quotes is written twice',
        at,
      );
    case 'quote_open':
      return new FileRefused('csv_invalid', 'a quote is not closed', at);
    case 'too_long': {
      const { elementCharacters } = limits;
      const message = `a row is longer than ${elementCharacters} characters: is a quote in it not closed?`;
      return new FileRefused('too_large', message, at);
    }
    case 'too_wide':
      return new FileRefused('too_large', `a row has more than ${limits.columns} cells`, at);
  }
};

const checkNames = ({ names, properties }: Header, row: TableRow): void => {
  const known = new Set<string>();
  for (const { name, at } of properties) {
    const place = placeIn(row, at);
    if (/\r(?!\n)/.test(name))
      throw new FileRefused('structure_invalid', 'the line ends are CR alone: save it with LF', place);
    checkedName(name, 'the name of a column', place);
    if (known.has(name))
      throw new FileRefused('structure_invalid', `the header names ${shown(names[at]!)} twice`, place);
    known.add(name);
  }
};

/** Lines that end within the cells before count too; they are counted only when the place is told. */
const placeIn = ({ line, cells, columns }: TableRow, at: number): Place => ({
  get line() {
    return line + cells.slice(0, at).reduce((ended, cell) => ended + cell.split('\n').length - 1, 0);
  },
  column: columns[at] ?? 1,
});

/** A row under its header. Everything throws `FileRefused`. */
class Row {
  readonly place: Place;

  constructor(
    private readonly row: TableRow,
    readonly header: Header,
  ) {
    const { line, cells } = row;
    const wanted = header.names.length;
    this.place = { line, column: 1 };
    if (cells.length === wanted) return;
    throw new FileRefused(
      'structure_invalid',
      `the row has ${cells.length} cells, the header ${wanted}`,
      cells.length < wanted ? this.place : placeIn(row, wanted),
    );
  }

  has(at: number): boolean {
    return this.row.cells[at] !== '';
  }

  cellAt(at: number): string {
    const cell = this.row.cells[at] ?? '';
    const flaw = textFlaw(cell);
    if (flaw !== undefined) throw new FileRefused('text_invalid', flaw.message, this.placeAt(at));
    if (cell.length > limits.valueCharacters)
      throw new FileRefused(
        'too_large',
        `a cell has more than ${limits.valueCharacters} characters`,
        this.placeAt(at),
      );
    return this.header.isOwn ? restored(cell) : cell;
  }

  placeAt(at: number): Place {
    return placeIn(this.row, at);
  }

  /** The cell of a role with what reads it; `undefined` when it is empty or there is none. */
  read<Value>(role: Role, read: (cell: string, place: Place) => Value): Value | undefined {
    const at = this.header.at[role];
    return at === undefined || !this.has(at) ? undefined : read(this.cellAt(at), this.placeAt(at));
  }

  uid(role: Role): string {
    const uid = this.optionalUid(role);
    return checkedUid(uid, `${role} of ${this.#what}`, this.placeAt(this.header.at[role] ?? 0));
  }

  optionalUid(role: Role): string | undefined {
    return this.read(role, (cell, place) => checkedUid(cell, `${role} of ${this.#what}`, place));
  }

  properties(): Properties {
    const told: [string, Json][] = [];
    for (const { name, type, at } of this.header.properties)
      if (this.has(at)) told.push([name, valueOf(this.cellAt(at), type, this.placeAt(at))]);
    if (told.length > limits.propertiesPerElement)
      throw new FileRefused(
        'too_large',
        `${this.#what} has more than ${limits.propertiesPerElement} properties`,
        this.place,
      );
    return Object.fromEntries(told);
  }

  get #what(): string {
    return this.header.dialect === 'edges' ? 'an edge' : 'a node';
  }
}

const nodeOf = (row: Row): NodeElement => {
  const parent = row.optionalUid('parent');
  return {
    kind: 'node',
    uid: row.uid('uid'),
    labels: row.read('labels', (cell, place) => labelsOf(cell, row.header, place)) ?? [],
    ...(parent === undefined ? {} : { parent }),
    properties: row.properties(),
  };
};

/** A JSON list, else several labels with `;` or `|` between them. */
const labelsOf = (cell: string, { isOneLabel }: Header, place: Place): readonly string[] => {
  const listed = isOneLabel ? [cell] : listIn(cell);
  const labels = listed ?? cell.split(cell.includes(';') ? ';' : '|').map((label) => label.trim());
  return checkedLabels(
    labels.filter((label) => label !== ''),
    place,
  );
};

const listIn = (cell: string): readonly string[] | undefined => {
  if (!cell.startsWith('[')) return undefined;
  try {
    const list = JSON.parse(cell) as Json;
    return isTexts(list) ? list : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const edgeOf = (row: Row): EdgeElement => {
  const uid = row.optionalUid('uid');
  const said = row.read('type', (cell, place) => checkedWord(cell, 'the type of an edge', place)) ?? '';
  const gephi = row.header.at.directed === undefined ? GEPHI_TYPES.get(said) : undefined;
  return {
    kind: 'edge',
    ...(uid === undefined ? {} : { uid }),
    from: row.uid('source'),
    to: row.uid('target'),
    type: gephi === undefined ? said : '',
    directed: gephi ?? row.read('directed', directedOf) ?? true,
    properties: row.properties(),
  };
};

/** What Gephi calls the type of an edge is its direction. In capitals it is a type: who DIRECTED a film. */
const GEPHI_TYPES: ReadonlyMap<string, boolean> = new Map([
  ['Directed', true],
  ['directed', true],
  ['Undirected', false],
  ['undirected', false],
]);

const directedOf = (cell: string, place: Place): boolean => {
  const directed = booleanOf(cell.trim());
  if (directed === undefined)
    throw new FileRefused('value_invalid', `directed is not true or false: ${shown(cell)}`, place);
  return directed;
};
