import { decoded, SourceDamaged, TextDamaged } from '@cairn/kernel';
import type { GraphElement, GraphFacts, ReadEntry } from './element.js';
import { detectedFormat, isXml, PEEK_CHARACTERS, startOf } from './detection.js';
import type { FormatName, GraphFormat, Start } from './format.js';
import { unpacked, type UnpackingLimits } from './reading/bytes.js';
import { jsonOf } from './reading/json-value.js';
import { FileRefused, type Place, shown } from './reading/refusal.js';
import type { TextReader } from './reading/text-reader.js';
import { formats } from './registry.js';
import { Losses } from './writing/losses.js';

export interface ReadOptions {
  /** Without it, the content tells. */
  readonly format?: FormatName;
  /** Elements tell where they stand in the file. */
  readonly places?: boolean;
  /** So many entries are given at a time at most. */
  readonly batchSize?: number;
  /** What gzip may unpack to; those of archives unless said otherwise. */
  readonly unpacking?: UnpackingLimits;
}

const BATCH_SIZE = 1000;

/**
 * Reads a graph file, packed with gzip or not, in flat memory: the next bytes are asked for when the entries of those
 * before were taken. Entries come in batches, in the order of the file; the last one of all is the end with its counts,
 * or the error that ended the reading. It keeps no list of uids: an edge's ends may be declared later or not at all, and
 * a uid may come twice.
 */
export const readGraph = (
  input: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<readonly ReadEntry[], void, void> => readFile(unpacked(input, options.unpacking), options);

/** How a file that is not packed is read. */
export interface FileOptions extends ReadOptions {
  /** Its path in an archive, which places and errors then name. */
  readonly file?: string;
}

/** The same of a file that is not packed. */
export async function* readFile(
  bytes: AsyncIterable<Uint8Array>,
  options: FileOptions,
): AsyncGenerator<readonly ReadEntry[], void, void> {
  const reading = new Reading(options);
  try {
    for await (const text of textOf(bytes)) {
      reading.write(text);
      yield* reading.batches();
    }
    reading.end();
  } catch (error) {
    reading.refuse(refusalOf(error));
  }
  yield* reading.batches(true);
}

/** The text of a graph file, in pieces. Throws `SourceDamaged`. */
export const textOf = (bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> =>
  decoded(bytes, { xml: true });

class Reading {
  readonly #losses = new Losses();
  readonly #batchSize: number;
  #found: ReadEntry[] = [];
  #start = '';
  #format: GraphFormat | undefined;
  #reader: TextReader | undefined;
  readonly #counts = { nodes: 0, edges: 0 };

  constructor(private readonly options: FileOptions) {
    this.#batchSize = options.batchSize ?? BATCH_SIZE;
  }

  write(text: string): void {
    if (this.#reader !== undefined) {
      this.#reader.write(text);
      return;
    }
    this.#start += text;
    if (this.#start.length >= PEEK_CHARACTERS) this.#begin(false).write(this.#start);
  }

  end(): void {
    if (this.#reader === undefined) this.#begin(true).write(this.#start);
    this.#reader?.end();
    this.#found.push({
      kind: 'end',
      format: this.#format?.name ?? '',
      dialect: this.#reader?.dialect ?? '',
      ...this.#counts,
      notHeld: this.#losses.all(),
    });
  }

  refuse({ code, message, place }: FileRefused): void {
    this.#found.push({ kind: 'error', code, message, ...this.#placed(place) });
  }

  *batches(all = false): Generator<readonly ReadEntry[], void, void> {
    const found = this.#found;
    if (found.length === 0 || (!all && found.length < this.#batchSize)) return;
    this.#found = [];
    for (let at = 0; at < found.length; at += this.#batchSize) yield found.slice(at, at + this.#batchSize);
  }

  #begin(whole: boolean): TextReader {
    const start = startOf(this.#start);
    const { format } = this.options;
    this.#format = format === undefined ? detected(start, whole) : formats[format];
    this.#reader = this.#format.reader(start, {
      give: (found: GraphElement | GraphFacts, place?: Place) => this.#give(found, place),
      lose: (what, count) => this.#losses.add(what, count),
    });
    return this.#reader;
  }

  /** Elements alone are given with a place. */
  #give(found: GraphElement | GraphFacts, place: Place | undefined): void {
    if (found.kind === 'node') this.#counts.nodes += 1;
    if (found.kind === 'edge') this.#counts.edges += 1;
    const isPlaced = this.options.places === true && found.kind !== 'graph' && place !== undefined;
    this.#found.push(isPlaced ? { ...found, place: this.#placed(place) } : found);
  }

  #placed({ line, column }: Place): NonNullable<GraphElement['place']> {
    const { file } = this.options;
    return file === undefined ? { line, column } : { file, line, column };
  }
}

/** Throws `FileRefused`: with the place where it is broken, when it is no XML and no JSON at all. */
const detected = (start: Start, whole: boolean): GraphFormat => {
  const format = detectedFormat(start);
  if (format !== undefined) return format;
  if (isXml(start) && start.root === undefined) return formats.graphml;
  if (whole && /^\s*[[{]/.test(start.text)) jsonOf(start.text, FIRST);
  throw new FileRefused('format_unknown', unknown(start), FIRST);
};

const FIRST = { line: 1, column: 1 };

/** Throws what is no refusal. */
const refusalOf = (error: unknown): FileRefused => {
  if (error instanceof FileRefused) return error;
  if (error instanceof TextDamaged) return new FileRefused('encoding_invalid', error.message, error);
  if (error instanceof SourceDamaged) return new FileRefused('archive_invalid', error.message, FIRST);
  throw error;
};

const unknown = ({ text, root }: Start): string => {
  if (text.trim() === '') return 'the file is empty';
  return root === undefined
    ? 'neither its first element, nor its keys, nor the columns of its first line are those of a format'
    : `the first element is ${shown(root)}, which is none of a format`;
};
