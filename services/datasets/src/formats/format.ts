import type {
  AnnotationSource,
  AnnotationType,
  ColumnTarget,
  DatasetFormat,
  ImportColumn,
} from '@cairn/contracts';
import type { Json, Source, ZippedFile } from '@cairn/kernel';

export type JsonFields = Readonly<Record<string, Json>>;

/** Where a record stands: the entry of the archive or the file itself, and its first line, from 1. */
export interface Where {
  readonly file: string;
  readonly line?: number;
}

/** A file that belongs to an item: bytes that are read when they are needed. */
export interface FileContent {
  /** Bytes. */
  readonly size: number;
  /** When it is known: what is written keeps files of the same content and name once. */
  readonly sha256?: string;
  /** When it is known; else the extension says it. */
  readonly contentType?: string;
  /** Where it is not the last part of `file_name`. */
  readonly name?: string;
  /** Where it stands in the archive that it is read from. */
  readonly path?: string;
  open(this: void): Promise<AsyncIterable<Uint8Array>>;
}

/** An annotation as a file tells of it. Its label is a name; ids mean something within its item only. */
export interface RecordAnnotation {
  readonly id?: string;
  readonly type: AnnotationType;
  readonly label?: string;
  readonly value: JsonFields;
  readonly name?: string;
  readonly description?: string;
  readonly confidence?: number;
  readonly source?: AnnotationSource;
  readonly ground_truth?: boolean;
  readonly group_id?: string;
  readonly parent_id?: string;
  readonly attributes?: JsonFields;
}

/** One item. `labels` are classifications by name that are not among `annotations`. */
export interface ImportRecord {
  readonly kind: 'item';
  readonly where: Where;
  /** What the file calls it; kept as `origin_id`. */
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  readonly text?: string;
  /** How the file names the item's file, with its folders. */
  readonly file_name?: string;
  readonly file?: FileContent;
  readonly labels: readonly string[];
  readonly annotations: readonly RecordAnnotation[];
  /** Names, folded (`split-names.ts`). Absent: nothing is said; empty: it is in none. */
  readonly splits?: readonly string[];
  readonly attributes?: JsonFields;
  /** It says all that there is: what is absent is so, and nothing of its file is added. */
  readonly exact?: true;
}

/** A label that a file declares beside its items; `parent` is a name. */
export interface DeclaredLabel {
  readonly kind: 'label';
  readonly where: Where;
  readonly name: string;
  readonly description?: string;
  readonly color?: string;
  readonly number?: number;
  readonly type?: string;
  readonly parent?: string;
  readonly attributes?: JsonFields;
}

/** A split that a file declares. */
export interface DeclaredSplit {
  readonly kind: 'split';
  readonly where: Where;
  readonly name: string;
  readonly description?: string;
}

/** A record that cannot be read. */
export interface RecordError {
  readonly kind: 'error';
  readonly where: Where;
  /** `record_invalid`, `text_invalid`, `file_missing`, …: a word that a program can tell apart. */
  readonly code: string;
  readonly message: string;
  /** Nothing of the whole file can be read: an import of which that is all fails, whatever is done with broken records. */
  readonly unreadable?: true;
  /** What was asked for cannot be done with this file: an import fails, whatever is done with broken records. */
  readonly refusing?: true;
}

/** Something in the file that an item has no place for: it is named once and left out. */
export interface NotHeld {
  readonly kind: 'not_held';
  readonly where: Where;
  readonly what: string;
}

export type Entry = ImportRecord | DeclaredLabel | DeclaredSplit | NotHeld | RecordError;

/** What is written. `records` starts from the first item whenever it is called. */
export interface ExportContent {
  readonly labels: readonly DeclaredLabel[];
  readonly splits: readonly DeclaredSplit[];
  records(this: void): AsyncIterable<ImportRecord>;
}

/** A single file, or the files of a zip, each read before the next is asked for; `notHeld` names what the format has no place for. */
export type Output = (
  | {
      readonly kind: 'file';
      readonly extension: string;
      readonly contentType: string;
      readonly content: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: 'zip'; readonly files: AsyncIterable<ZippedFile> }
) & { readonly notHeld: readonly string[] };

/** The shape of a JSON text as far as its first object tells it. */
export interface JsonShape {
  readonly top: 'object' | 'array' | 'lines';
  /** Keys of the first object, in order. */
  readonly keys: readonly string[];
}

/** How a format is told from the others (SPEC-dataset-formats). */
interface Clues {
  /** By files that only this format's archives have. */
  readonly archive?: (names: readonly string[]) => boolean;
  readonly json?: (shape: JsonShape) => boolean;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
}

/** What the caller says of columns, or of keys of JSON objects: it comes before what their names say. */
export type ColumnMapping = readonly ImportColumn[];

/** What the caller says of how a file is read. */
export interface ReadOptions {
  readonly columns?: ColumnMapping;
  /**
   * Whether a `'` before what a spreadsheet would run stands there because who wrote the table put it there: `strip` takes
   * it off, `keep` does not. Absent: the file tells (SPEC-15).
   */
  readonly guard?: 'strip' | 'keep';
}

/** How the files of an archive that hold a format's records are told from others. */
export interface RecordFiles {
  /** By the name. */
  readonly isRecords: (name: string) => boolean;
  /** For people: ".csv, .tsv or .tab". */
  readonly what: string;
  /** Names of the record files in an archive that Cairn wrote; the first is always there. */
  readonly own: readonly string[];
  /** The names of items' files that a record file tells. */
  namesIn(this: void, source: Source, file: string, options: ReadOptions): AsyncIterable<string>;
  /** Whether the beginning of a file holds what an item can be made of: asked of files beside those of another format. */
  holdsItems(this: void, source: Source, file: string, options: ReadOptions): Promise<boolean>;
}

/** One format of datasets: a folder here and a line in `registry.ts`. Its aliases stand in the contract. */
export interface Format {
  readonly name: DatasetFormat;
  readonly clues: Clues;
  /** What columns or keys may be taken for. */
  readonly targets: readonly ColumnTarget[];
  readonly records: RecordFiles;
  /** Record files of an upload in their order, in flat memory. What cannot be read is an entry, not a throw. */
  read(this: void, source: Source, files: readonly string[], options: ReadOptions): AsyncIterable<Entry>;
  write(this: void, content: ExportContent): Promise<Output>;
}
