import { type FieldUse, type MessageName, messages } from './messages.js';
import { UnfitFile, WireReader, type WireType, wireTypes } from './wire-reader.js';

export { UnfitFile } from './wire-reader.js';

/** Graphs within graphs count three each; ONNX Runtime's own reader stops at 100. */
const DEEPEST = 90;
/** So many nodes, from the end, are remembered by what they put out. */
const REMEMBERED_NODES = 1_024;
/** Of one field of one message. */
const MOST_TEXTS = 256;
const REMEMBERED_METADATA = 256;
const QUANTIZED =
  /^(?:QuantizeLinear|DequantizeLinear|DynamicQuantize.*|QLinear.*|ConvInteger|MatMulInteger.*|MatMulNBits|QAttention|QGemm)$/;
const QUANTIZES_AS_IT_RUNS = /^DynamicQuantize/;
/** Reads another file as it is opened. */
const READS_FILES: ReadonlySet<string> = new Set(['EPContext']);
/** uint8 and int8. */
const SMALL_TYPES: ReadonlySet<number> = new Set([2, 3]);
const EXTERNAL = 1;

/** What an ONNX file says of itself, before anybody opens it. */
export interface FileFacts {
  readonly opset: number;
  readonly producer: string;
  readonly quantized: boolean;
  /** Numbers are quantized by what else is in the batch: answers would depend on it. */
  readonly quantizesAsItRuns: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  /** The operation that puts out each output. */
  readonly madeBy: ReadonlyMap<string, string>;
}

/** A message that is being read. */
interface Frame {
  readonly message: MessageName;
  readonly end: number;
  readonly texts: Record<number, string[]>;
  readonly numbers: Record<number, bigint>;
  readonly counts: Record<number, number>;
}

/**
 * Walks through a file without holding it in memory. Throws `UnfitFile` with the reason when it is no ONNX file, says
 * that it is longer than it is, nests too deep, or names other files (external data).
 */
export const checkFile = (path: string): FileFacts => {
  const reader = new WireReader(path);
  try {
    return new FileCheck(reader).facts();
  } finally {
    reader.close();
  }
};

class FileCheck {
  readonly #metadata = new Map<string, string>();
  readonly #madeBy = new Map<string, string>();
  #opset = 0;
  #producer = '';
  #quantized = false;
  #quantizesAsItRuns = false;
  #graphs = 0;

  constructor(private readonly reader: WireReader) {}

  facts(): FileFacts {
    if (this.reader.size === 0) throw new UnfitFile('The file is empty.');
    this.#walk();
    if (this.#graphs === 0 || this.#opset === 0)
      throw new UnfitFile('The file is no ONNX model: it has no graph, or does not say its opset.');
    return {
      opset: this.#opset,
      producer: this.#producer,
      quantized: this.#quantized,
      quantizesAsItRuns: this.#quantizesAsItRuns,
      metadata: Object.fromEntries(this.#metadata),
      madeBy: this.#madeBy,
    };
  }

  #walk(): void {
    const open = [frameOf('Model', this.reader.size)];
    for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
      if (this.reader.position >= frame.end) {
        this.#atEnd[frame.message]?.(frame, open.at(-2));
        open.pop();
        continue;
      }
      const within = this.#field(frame);
      if (within === undefined) continue;
      if (open.length >= DEEPEST) throw new UnfitFile(`The file nests deeper than ${DEEPEST} messages.`);
      open.push(within);
    }
  }

  /** Reads one field; answers the message that it is, to be read next. */
  #field(frame: Frame): Frame | undefined {
    const { field, wire } = this.reader.field(frame.end);
    const use = messages[frame.message][field];
    if (use === undefined) {
      this.reader.skip(wire, frame.end);
      return undefined;
    }
    if (typeof use === 'object') {
      expectWire(wire, wireTypes.length, frame, field);
      return frameOf(use.message, this.reader.lengthEnd(frame.end));
    }
    this.#value(frame, field, wire, use);
    return undefined;
  }

  #value(frame: Frame, field: number, wire: WireType, use: Exclude<FieldUse, object>): void {
    if (use === 'count') {
      frame.counts[field] = (frame.counts[field] ?? 0) + this.#counted(wire, frame.end);
    } else if (use === 'number') {
      expectWire(wire, wireTypes.varint, frame, field);
      frame.numbers[field] = this.reader.varint(frame.end);
    } else {
      expectWire(wire, wireTypes.length, frame, field);
      const texts = (frame.texts[field] ??= []);
      const text = this.reader.text(frame.end);
      if (texts.length < MOST_TEXTS) texts.push(text);
    }
  }

  /** How many there are of a repeated number, packed or not. */
  #counted(wire: WireType, end: number): number {
    if (wire !== wireTypes.length) {
      this.reader.skip(wire, end);
      return 1;
    }
    const until = this.reader.lengthEnd(end);
    let count = 0;
    for (; this.reader.position < until && count < 32; count += 1) this.reader.varint(until);
    this.reader.position = until;
    return Math.max(count, 1);
  }

  readonly #atEnd: Readonly<Partial<Record<MessageName, (frame: Frame, above: Frame | undefined) => void>>> =
    {
      Model: (frame) => (this.#producer = textIn(frame, 2)),
      Graph: () => (this.#graphs += 1),
      Tensor: (frame) => this.#tensor(frame),
      Node: (frame) => this.#node(frame),
      Metadata: (frame) => this.#entry(frame),
      Opset: (frame, above) => {
        if (above?.message === 'Model') this.#opsets(frame);
      },
    };

  #entry(frame: Frame): void {
    if (this.#metadata.size < REMEMBERED_METADATA) this.#metadata.set(textIn(frame, 1), textIn(frame, 2));
  }

  #opsets(frame: Frame): void {
    if (['', 'ai.onnx'].includes(textIn(frame, 1))) this.#opset = numberIn(frame, 2);
  }

  #tensor(frame: Frame): void {
    if (numberIn(frame, 14) === EXTERNAL || countIn(frame, 13) > 0)
      throw new UnfitFile(
        'The model names other files for its weights (external data): send one file that holds all.',
      );
    this.#quantized ||= SMALL_TYPES.has(numberIn(frame, 2)) && countIn(frame, 1) >= 2;
  }

  #node(frame: Frame): void {
    const operation = textIn(frame, 4);
    if (READS_FILES.has(operation))
      throw new UnfitFile(`The model has a node ${operation}, which names other files.`);
    this.#quantized ||= QUANTIZED.test(operation);
    this.#quantizesAsItRuns ||= QUANTIZES_AS_IT_RUNS.test(operation);
    for (const output of frame.texts[2] ?? []) this.#remember(output, operation);
  }

  #remember(output: string, operation: string): void {
    this.#madeBy.delete(output);
    this.#madeBy.set(output, operation);
    const [oldest] = this.#madeBy.keys();
    if (this.#madeBy.size > REMEMBERED_NODES && oldest !== undefined) this.#madeBy.delete(oldest);
  }
}

const frameOf = (message: MessageName, end: number): Frame => ({
  message,
  end,
  texts: {},
  numbers: {},
  counts: {},
});

const textIn = ({ texts }: Frame, field: number): string => texts[field]?.[0] ?? '';
const numberIn = ({ numbers }: Frame, field: number): number => Number(numbers[field] ?? 0n);
const countIn = ({ counts }: Frame, field: number): number => counts[field] ?? 0;

const expectWire = (found: WireType, wanted: WireType, { message }: Frame, field: number): void => {
  if (found !== wanted)
    throw new UnfitFile(
      `Field ${field} of a ${message} has wire type ${found}; an ONNX file has ${wanted} there.`,
    );
};
