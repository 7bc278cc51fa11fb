import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Where `npm run models:install` puts them: beside `src` and `dist`. */
export const NATIVE_FOLDER = join(__dirname, '../../native');

/** A tensor as onnxruntime takes and gives it. */
interface NativeTensor {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: TensorData;
  dispose?(): void;
}
export type TensorData =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | readonly string[];

/** `shape` holds names and -1 where a size is free. */
export type NativeValue =
  | { readonly name: string; readonly isTensor: false }
  | {
      readonly name: string;
      readonly isTensor: true;
      readonly type: string;
      readonly shape: readonly (number | string)[];
    };

export interface NativeSession {
  readonly inputMetadata: readonly NativeValue[];
  readonly outputMetadata: readonly NativeValue[];
  run(
    feeds: Readonly<Record<string, NativeTensor>>,
    fetches: readonly string[],
  ): Promise<Readonly<Record<string, NativeTensor>>>;
  release(): Promise<void>;
}

/** What is used of onnxruntime-node. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(source: string | Uint8Array, options: Readonly<Record<string, unknown>>): Promise<NativeSession>;
  };
  readonly Tensor: new (type: string, data: TensorData, dims: readonly number[]) => NativeTensor;
}

export interface RawImage {
  readonly data: Uint8Array;
  readonly info: { readonly width: number; readonly height: number; readonly channels: number };
}
interface SharpImage {
  /** `autoOrient` has its sizes when it stands upright. */
  metadata(): Promise<{
    readonly autoOrient: { readonly width: number; readonly height: number };
    readonly format: string;
  }>;
  resize(options: Readonly<Record<string, unknown>>): SharpImage;
  flatten(options: Readonly<Record<string, unknown>>): SharpImage;
  toColourspace(space: string): SharpImage;
  removeAlpha(): SharpImage;
  raw(): SharpImage;
  toBuffer(options: { readonly resolveWithObject: true }): Promise<RawImage>;
}
/** What is used of sharp. */
export interface Sharp {
  (path: string, options: Readonly<Record<string, unknown>>): SharpImage;
  cache(isUsed: false): void;
  concurrency(threads: number): void;
  block(operations: { readonly operation: readonly string[] }): void;
  unblock(operations: { readonly operation: readonly string[] }): void;
}

/** What is used of @huggingface/tokenizers: its models, and how it reads patterns. */
export interface TokenizerLibrary {
  readonly WordPiece: new (model: object) => { encode(words: readonly string[]): readonly string[] };
  readonly BPE: new (model: object) => { bpe(word: string): readonly string[] };
  readonly Unigram: new (model: object, end: string) => { tokenize(word: string): readonly string[] };
  readonly SplitPreTokenizer: new (definition: object) => { readonly pattern: RegExp | null };
}

/** The packages, all of which are needed. */
const PARTS = ['onnxruntime-node', 'sharp', '@huggingface/tokenizers'];

/** A part is not there, or not for this system. */
export class PartAbsent extends Error {
  override readonly name = 'PartAbsent';
}

/** Whether all of them are there. */
export const isInstalled = (folder = NATIVE_FOLDER): boolean =>
  PARTS.every((part) => existsSync(join(folder, 'node_modules', part, 'package.json')));

/**
 * Loads the parts when they are first needed: only in a worker, never in a process that serves requests (S33). Each throws
 * `PartAbsent`.
 */
export class NativeParts {
  readonly #require: NodeJS.Require;
  #sharp: Sharp | undefined;

  constructor(folder: string) {
    this.#require = createRequire(join(folder, 'package.json'));
  }

  /**
   * Its JavaScript takes numbers of 16 bits as a `Float16Array` where Node has one, since 24, which its compiled half then
   * reads as empty. Without it they are a `Uint16Array`, on every Node.
   */
  onnx(): OnnxRuntime {
    Reflect.deleteProperty(globalThis, 'Float16Array');
    return this.#load('onnxruntime-node') as OnnxRuntime;
  }

  tokenizers(): TokenizerLibrary {
    return this.#load('@huggingface/tokenizers') as TokenizerLibrary;
  }

  #load(part: string): unknown {
    try {
      return this.#require(part) as unknown;
    } catch (error) {
      const [said = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      throw new PartAbsent(`${part} does not load here: ${said}`);
    }
  }

  /** Reads pictures of pixels alone: no SVG, no PDF, nothing that names other files (S30). */
  sharp(): Sharp {
    if (this.#sharp === undefined) {
      this.#sharp = this.#load('sharp') as Sharp;
      this.#sharp.cache(false);
      this.#sharp.concurrency(1);
      this.#sharp.block({ operation: ['VipsForeignLoad'] });
      this.#sharp.unblock({ operation: READ_BY });
    }
    return this.#sharp;
  }
}

const READ_BY = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map(
  (format) => `VipsForeignLoad${format}File`,
);
