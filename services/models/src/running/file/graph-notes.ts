import { type Frame, numberIn, textIn } from './frame.js';
import type { Graph, GraphNode } from './graph.js';
import type { MessageName } from './messages.js';

/** Of one field of one message: as many as a model may have labels. */
export const MOST_VALUES = 10_000;
/** Nodes, from the end, that are remembered by what they put out. */
const MOST_NODES = 10_000;
/** Weights whose size, and lists whose values, are remembered. */
const MOST_TENSORS = 10_000;
const MOST_LISTS = 64;
/** Of all attributes that are remembered. */
const MOST_CHARACTERS = 10_000_000;

/** As onnx.proto numbers the types of tensors. */
const [INT32, INT64, TEXT] = [6, 7, 8];

const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['classlabels_ints', 'classlabels_int64s', 'classlabels_strings', 'post_transform'],
  ...['cats_strings', 'keys_strings', 'pool_strings'],
]);

const always = (): boolean => true;
const isWanted = (frame: Frame): boolean => ATTRIBUTES.has(textIn(frame, 1));

/** Fields, by their numbers, that are read of the model's own graph alone, and when. */
const NOTED: Readonly<Partial<Record<MessageName, Readonly<Record<number, (frame: Frame) => boolean>>>>> = {
  Node: { 1: always, 2: always },
  Attribute: { 1: always, 4: isWanted, 8: isWanted, 9: isWanted },
  Tensor: {
    5: (frame) => isList(frame),
    6: (frame) => isList(frame),
    7: (frame) => isList(frame),
    8: always,
    9: (frame) => isList(frame),
  },
};

/** Notes what an answer is read by: who puts out what, labels, sizes of tables. Of a huge file it keeps a bounded part. */
export class GraphNotes {
  readonly #madeBy = new Map<string, GraphNode>();
  readonly #lists = new Map<string, readonly string[]>();
  readonly #firstSizes = new Map<string, number>();

  #characters = 0;

  get graph(): Graph {
    return { madeBy: this.#madeBy, lists: this.#lists, firstSizes: this.#firstSizes };
  }

  /** Whether a field holds nothing that is noted. */
  passesOver(frame: Frame, field: number): boolean {
    const isNoted = NOTED[frame.message]?.[field];
    return isNoted !== undefined && !(frame.isMain && isNoted(frame));
  }

  attribute(frame: Frame, above: Frame | undefined): void {
    const name = textIn(frame, 1);
    if (above === undefined || !frame.isMain || !ATTRIBUTES.has(name)) return;
    const values = [...(frame.texts[4] ?? []), ...signed(frame, 8), ...(frame.texts[9] ?? [])];
    this.#characters += values.reduce((sum, value) => sum + value.length, 0);
    if (this.#characters <= MOST_CHARACTERS) above.attributes[name] = values;
  }

  node(frame: Frame): void {
    if (!frame.isMain) return;
    const { texts, attributes } = frame;
    const outputs = texts[2] ?? [];
    const noted: GraphNode = { operation: textIn(frame, 4), inputs: texts[1] ?? [], outputs, attributes };
    for (const output of outputs) {
      this.#madeBy.delete(output);
      this.#madeBy.set(output, noted);
      const [oldest] = this.#madeBy.keys();
      if (this.#madeBy.size > MOST_NODES && oldest !== undefined) this.#madeBy.delete(oldest);
    }
  }

  tensor(frame: Frame): void {
    if (!frame.isMain) return;
    const name = textIn(frame, 8);
    const [firstSize] = frame.numbers[1] ?? [];
    if (firstSize !== undefined && this.#firstSizes.size < MOST_TENSORS)
      this.#firstSizes.set(name, Number(firstSize));
    if (isList(frame) && this.#lists.size < MOST_LISTS) this.#lists.set(name, valuesOf(frame));
  }
}

const isList = ({ numbers }: Frame): boolean => {
  const [type = 0n] = numbers[2] ?? [];
  const [size = 0n, ...others] = numbers[1] ?? [];
  return (
    [INT32, INT64, TEXT].includes(Number(type)) && others.length === 0 && size > 1n && size <= MOST_VALUES
  );
};

const signed = ({ numbers }: Frame, field: number): string[] =>
  (numbers[field] ?? []).map((value) => BigInt.asIntN(64, value).toString());

/** Numbers stand as such, or as their bytes. */
const valuesOf = (frame: Frame): readonly string[] => {
  const bytes = frame.bytes[9] ?? Buffer.alloc(0);
  const type = numberIn(frame, 2);
  if (type === TEXT) return frame.texts[6] ?? [];
  const told = [...signed(frame, 5), ...signed(frame, 7)];
  if (told.length > 0) return told;
  const width = type === INT64 ? 8 : 4;
  return Array.from({ length: Math.floor(bytes.length / width) }, (_, index) =>
    String(width === 8 ? bytes.readBigInt64LE(index * 8) : bytes.readInt32LE(index * 4)),
  );
};
