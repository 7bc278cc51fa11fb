import type { Steps } from '../../clock/steps.js';
import { fitting, type FoundPart, type SizedDocument } from '../page-part.js';
import type { Document } from '../port.js';
import type { Row } from './page-rows.js';
import { textValue } from './sql.js';

/** Texts of more bytes than this are not kept, nor are more than so many in all: parsed they take about three times that. */
const MOST_OF_ONE = 16_000;
const MOST_OF_ALL = 4_000_000;

/** Of a batch with more documents than this none is kept: nobody waits for it to read them. */
const MOST_WRITTEN = 100;

/** What was read, with how many bytes of UTF-8 its JSON has. */
export interface Parsed<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/**
 * Of a page that is read so many documents are kept at most: what is listed again is all there after some times, and who
 * goes through more than there is room for does not drive out what others read.
 */
const MOST_OF_A_PAGE = 50;

/** A document as it was written and not yet read. */
interface Written {
  readonly text: string;
  readonly bytes: number;
}

/** What became of a document; without a text it is removed. */
export interface NewText {
  readonly id: string;
  readonly text: string | undefined;
}

/**
 * Documents as they were last written, documents and short pages as they were parsed when they were last read. The process is the only one that writes the
 * file, so that what it does not write stays as it is. What is given is shared: nobody changes it.
 */
export class ReadCache {
  readonly #kept = new Map<string, Parsed<unknown> | Written>();
  /** How often a table was written: pages are kept under that number. */
  readonly #writes = new Map<string, number>();
  /** How often all was forgotten. */
  #cleared = 0;
  #bytes = 0;
  /** Stands before what was kept longest. One that began anew each time would pass over all that is gone from the front. */
  #oldest = this.#kept.keys();

  /** A document of a table; what is not there is looked for each time. */
  document(table: string, id: string, read: () => Parsed<Document> | undefined): Document | undefined {
    const key = documentKey(table, id);
    const known = this.#known(key);
    if (known !== undefined) return known as Document;
    const parsed = read();
    if (parsed !== undefined) this.#keep(key, parsed);
    return parsed?.value;
  }

  /**
   * Documents of a table in the order of the ids, as many as fit into so many bytes. `read` gives the rows of those that are
   * not kept, all of them and in the order of the ids, `textOf` the text of a row.
   */
  documents(
    table: string,
    ids: readonly string[],
    mostBytes: number,
    read: (ids: readonly string[]) => readonly Row[],
    textOf: (row: Row) => string,
  ): Steps<FoundPart> {
    const known = ids.map((id) => this.#knownDocument(documentKey(table, id)));
    const missing = ids.filter((_, index) => known[index] === undefined);
    const rows = missing.length === 0 ? [] : read(missing);
    const unread = rows
      .map((row, index) => this.#unread(table, row, textOf, index < MOST_OF_A_PAGE))
      .values();
    // What was kept is made already, and what is made now is kept only as long as it is true.
    return fitting(
      known.map((kept) => kept ?? unread.next().value!),
      mostBytes,
    );
  }

  /** What a query found in a table. `query` is all that it depends on, as text. */
  *page(table: string, query: string, read: () => Steps<FoundPart>): Steps<FoundPart> {
    const state = this.#stateOf(table);
    const key = `p${table}\0${state}\0${query}`;
    const known = this.#known(key);
    if (known !== undefined) return known as FoundPart;
    const value = yield* read();
    if (this.#stateOf(table) === state) this.#keep(key, { value, bytes: value.bytes });
    return value;
  }

  /** Call it before these documents are written: who waits for them reads them next. */
  written(table: string, documents: readonly NewText[]): void {
    if (documents.length === 0) return;
    this.#writes.set(table, (this.#writes.get(table) ?? 0) + 1);
    for (const { id, text } of documents) {
      const key = documentKey(table, id);
      this.#drop(key);
      if (text !== undefined && documents.length <= MOST_WRITTEN)
        this.#keep(key, { text, bytes: Buffer.byteLength(text) });
    }
  }

  /** Nothing of what was read stays in memory (law 8). */
  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
    this.#cleared += 1;
  }

  /** Another one once the table is written or all is forgotten: what was read before is not kept then. */
  #stateOf(table: string): number {
    return (this.#writes.get(table) ?? 0) + this.#cleared;
  }

  #known(key: string): unknown {
    const known = this.#kept.get(key);
    return known && this.#valueOf(key, known);
  }

  #knownDocument(key: string): SizedDocument | undefined {
    const value = this.#known(key) as Document | undefined;
    return value && { bytes: this.#kept.get(key)!.bytes, read: () => () => value };
  }

  #unread(table: string, row: Row, textOf: (row: Row) => string, isKept: boolean): SizedDocument {
    const [id, bytes] = row;
    const state = this.#stateOf(table);
    const read = (): (() => Document) => {
      const text = textOf(row);
      return () => {
        const value = JSON.parse(text) as Document;
        if (isKept && this.#stateOf(table) === state) this.#keep(documentKey(table, id), { value, bytes });
        return value;
      };
    };
    return { bytes, read };
  }

  #valueOf(key: string, known: Parsed<unknown> | Written): unknown {
    if ('value' in known) return known.value;
    const value = JSON.parse(known.text) as unknown;
    this.#kept.set(key, { value, bytes: known.bytes });
    return value;
  }

  /** What was kept longest goes first. */
  #keep(key: string, parsed: Parsed<unknown> | Written): void {
    if (parsed.bytes > MOST_OF_ONE) return;
    this.#kept.set(key, parsed);
    this.#bytes += parsed.bytes + key.length;
    while (this.#bytes > MOST_OF_ALL) {
      const oldest = this.#oldest.next();
      if (oldest.done === true) this.#oldest = this.#kept.keys();
      else this.#drop(oldest.value);
    }
  }

  #drop(key: string): void {
    const known = this.#kept.get(key);
    if (known === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= known.bytes + key.length;
  }
}

const documentKey = (table: string, id: string): string => `d${table}\0${textValue(id)}`;
