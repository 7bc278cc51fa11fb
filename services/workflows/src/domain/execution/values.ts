import type { FileRecord, RunResult } from '@cairn/contracts';
import { type Json, reaches } from '@cairn/kernel';

/** What a node puts out, or an execution begins with. */
export type Value =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string }
  /** The file of the execution: a handle, so that nobody names another's bytes (S23). */
  | { readonly kind: 'file' }
  /** What a model answered. */
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** What came from several nodes, by their names. */
  | { readonly kind: 'joined'; readonly values: ReadonlyMap<string, Value> };

/** A model's answer as it flows on, and as results show it. */
export interface Answer {
  /** The most likely one; empty where there is none. */
  readonly prediction: string;
  readonly confidence: number;
  readonly items: Json;
  readonly inference_id: string;
}

export const NOTHING_CAME: Value = { kind: 'nothing' };

/** What a node takes of the items of an answer. */
export interface Taking {
  /** Those that are less confident are left out. */
  readonly threshold?: number;
  /** So many at most, the most likely. */
  readonly top?: number;
}

export const answerOf = (
  { inference_id, items: all }: RunResult,
  { threshold = 0, top = Infinity }: Taking = {},
): Answer => {
  const items = all.filter(({ confidence }) => reaches(confidence, threshold)).slice(0, top);
  return {
    prediction: items[0]?.prediction ?? '',
    confidence: items[0]?.confidence ?? 0,
    items: items as Json,
    inference_id,
  };
};

/** What comes from a node, by its name; absent where it was skipped. */
export interface Came {
  readonly name: string;
  readonly value: Value | undefined;
}

/** What a node gets that several others lead to, or one, or none: then it is what the execution began with. */
export const inputOf = (came: readonly Came[], given: Value): Value => {
  const [only] = came;
  if (only === undefined) return given;
  if (came.length === 1) return only.value ?? NOTHING_CAME;
  return measured({
    kind: 'joined',
    values: new Map(came.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))),
  });
};

/** One input of a node may take no more as JSON, bytes. */
const LARGEST_VALUE_BYTES = 10_000_000;
/** Objects in objects: as many as in a body of JSON. */
const DEEPEST_VALUE = 64;

interface Measures {
  /** As JSON, at least. */
  readonly bytes: number;
  readonly depth: number;
}

/** Values are shared by what joins them, and measured once. */
const known = new WeakMap<Value, Measures>();

/**
 * How large a value is as JSON, and how deep objects stand in it. What is joined again and again is never written out to be
 * measured.
 */
const measuresOf = (value: Value): Measures => {
  const before = known.get(value);
  if (before !== undefined) return before;
  const measures = measure(value);
  known.set(value, measures);
  return measures;
};

const measure = (value: Value): Measures => {
  switch (value.kind) {
    case 'nothing':
    case 'file':
      return { bytes: 4, depth: 0 };
    case 'text':
      return { bytes: Buffer.byteLength(value.text) + 2, depth: 0 };
    case 'answer':
      return { bytes: Buffer.byteLength(JSON.stringify(value.answer)), depth: 1 };
    case 'joined':
      return [...value.values].reduce(
        (sum, [name, each]) => {
          const { bytes, depth } = measuresOf(each);
          // Beside it a name in quotes and a colon.
          return {
            bytes: sum.bytes + Buffer.byteLength(name) + 3 + bytes,
            depth: Math.max(sum.depth, depth + 1),
          };
        },
        { bytes: 2, depth: 1 },
      );
    default:
      return value satisfies never;
  }
};

/** Measures a value when it is made, so that none is ever followed further than to what it joins. */
const measured = (value: Value): Value => {
  measuresOf(value);
  return value;
};

export const bytesOf = (value: Value): number => measuresOf(value).bytes;

/** Why a value is more than a node takes, and results show; `undefined` where it is not. */
export const tooMuchOf = (value: Value): string | undefined => {
  const { bytes, depth } = measuresOf(value);
  if (depth > DEEPEST_VALUE) return `nested more than ${DEEPEST_VALUE} deep`;
  return bytes > LARGEST_VALUE_BYTES ? 'larger than 10 MB' : undefined;
};

/** The file of an execution as results tell of it. */
export type ToldFile = Pick<FileRecord, 'file_name' | 'content_type' | 'size'>;

/** A value as results show it. */
export const shownValue = (value: Value, file: ToldFile | undefined): Json => {
  switch (value.kind) {
    case 'nothing':
      return null;
    case 'text':
      return value.text;
    case 'file':
      return shownFile(file);
    case 'answer':
      return { ...value.answer };
    case 'joined':
      return Object.fromEntries([...value.values].map(([name, each]) => [name, shownValue(each, file)]));
    default:
      return value satisfies never;
  }
};

/** The file of an execution that is gone has no name. */
const shownFile = ({ file_name: name, content_type, size }: ToldFile = NO_FILE): Json => ({
  $file: 0,
  ...{ name, content_type, size },
});
const NO_FILE: ToldFile = { file_name: '', content_type: '', size: 0 };

/** What a model is asked. */
export type Question = { readonly text: string } | 'the file';

/**
 * What a model is asked when it gets a value; `undefined` when there is nothing that it could be asked. Of an answer it is
 * asked the most likely prediction, and nothing where no item is left; of several values an object with the text of each, by
 * the names of the nodes.
 */
export const questionOf = (value: Value): Question | undefined => {
  if (value.kind === 'file') return 'the file';
  const text = textOf(value);
  return text === undefined || text === null
    ? undefined
    : { text: typeof text === 'string' ? text : JSON.stringify(text) };
};

/** `undefined`: it holds a file beside others. */
const textOf = (value: Value): Json | undefined => {
  switch (value.kind) {
    case 'nothing':
      return null;
    case 'text':
      return value.text;
    case 'file':
      return undefined;
    case 'answer':
      return isEmpty(value.answer) ? null : value.answer.prediction;
    case 'joined': {
      const texts = [...value.values].map(([name, each]) => [name, textOf(each)] as const);
      return texts.some(([, text]) => text === undefined)
        ? undefined
        : (Object.fromEntries(texts) as { [name: string]: Json });
    }
    default:
      return value satisfies never;
  }
};

/** A model found nothing, or nothing of which it is sure enough: that is no empty text. */
const isEmpty = ({ items }: Answer): boolean => Array.isArray(items) && items.length === 0;
