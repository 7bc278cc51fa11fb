import type { EdgeElement, GraphFacts, Loss, NodeElement } from './element.js';
import type { Sink, TextReader } from './reading/text-reader.js';

/** What is written. `nodes` and `edges` start from the first one whenever they are called: everything is gone over twice. */
export interface ExportContent {
  readonly facts: GraphFacts;
  nodes(this: void): AsyncIterable<readonly NodeElement[]>;
  edges(this: void): AsyncIterable<readonly EdgeElement[]>;
}

/** A file that is made while it is read. */
export interface Output {
  readonly kind: 'file';
  readonly format: FormatName;
  readonly dialect: string;
  /** With the dot. */
  readonly extension: string;
  readonly contentType: string;
  readonly nodes: number;
  readonly edges: number;
  /** What the format has no place for, and how often. */
  readonly notHeld: readonly Loss[];
  readonly content: AsyncIterable<Uint8Array>;
}

/** A uid, a label, a type or a name holds what no file can: nothing is written. */
export interface NotWritten {
  readonly kind: 'refused';
  readonly message: string;
}

export const formatNames = ['gexf', 'graphml', 'json', 'csv'] as const;
export type FormatName = (typeof formatNames)[number];

/** What a format is told from: the start of the text. */
export interface Start {
  readonly text: string;
  /** Local name of the first element, when it begins as XML. */
  readonly root?: string;
}

/** One format of graphs: a folder here and a line in `registry.ts`. */
export interface GraphFormat {
  readonly name: FormatName;
  /** Those that are written; the first when none is asked for. */
  readonly dialects: readonly string[];
  recognises(this: void, start: Start): boolean;
  /** A reader for the dialect that the start tells. */
  reader(this: void, start: Start, sink: Sink): TextReader;
  write(this: void, content: ExportContent, dialect: string): Promise<Output | NotWritten>;
}
