import { type Frame, frameOf, numberIn, textIn } from './frame.js';
import { type Graph } from './graph.js';
import { GraphNotes, MOST_VALUES } from './graph-notes.js';
import { type FieldUse, type MessageName, messages } from './messages.js';
import { UnfitFile, WireFile, WireReader, type WireType, wireTypes } from './wire-reader.js';

export { UnfitFile } from './wire-reader.js';

/** Graphs within graphs count three each; ONNX Runtime's own reader stops at 100. */
const DEEPEST = 90;
/** Of one field of one message. */
const MOST_CHARACTERS = 1_000_000;
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
  /** Of the default domain; 0 where the file uses `ai.onnx.ml` alone. */
  readonly opset: number;
  readonly producer: string;
  readonly quantized: boolean;
  /** Numbers are quantized by what else is in the batch: answers would depend on it. */
  readonly quantizesAsItRuns: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  /** What the graph puts out, by name. */
  readonly outputs: ReadonlySet<string>;
  readonly graph: Graph;
}

/**
 * Walks through a file without holding it in memory. Throws `UnfitFile` with the reason when it is no ONNX file, says
 * that it is longer than it is, nests too deep, or names other files (external data).
 */
export const checkFile = (path: string): FileFacts => {
  const file = new WireFile(path);
  try {
    return new FileCheck(new WireReader(file)).facts();
  } finally {
    file.close();
  }
};

/** What belongs to the model's own graph, by what it stands in. */
const MAIN: Readonly<Partial<Record<MessageName, ReadonlySet<MessageName>>>> = {
  Model: new Set(['Graph']),
  Graph: new Set(['Node', 'Output', 'Tensor']),
  Node: new Set(['Attribute']),
};

class FileCheck {
  readonly #metadata = new Map<string, string>();
  readonly #notes = new GraphNotes();
  readonly #outputs = new Set<string>();
  #opset = 0;
  #opsets = 0;
  #producer = '';
  #quantized = false;
  #quantizesAsItRuns = false;
  #graphs = 0;

  constructor(private readonly reader: WireReader) {}

  facts(): FileFacts {
    if (this.reader.size === 0) throw new UnfitFile('The file is empty.');
    this.#walk();
    if (this.#graphs === 0 || this.#opsets === 0)
      throw new UnfitFile('The file is no ONNX model: it has no graph, or does not say its opset.');
    return {
      opset: this.#opset,
      producer: this.#producer,
      quantized: this.#quantized,
      quantizesAsItRuns: this.#quantizesAsItRuns,
      metadata: Object.fromEntries(this.#metadata),
      outputs: this.#outputs,
      graph: this.#notes.graph,
    };
  }

  #walk(): void {
    const open = [frameOf('Model', this.reader.size, true)];
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
    if (use === undefined || this.#notes.passesOver(frame, field)) {
      this.reader.skip(wire, frame.end);
      return undefined;
    }
    if (typeof use === 'object') {
      expectWire(wire, wireTypes.length, frame, field);
      const isMain = frame.isMain && MAIN[frame.message]?.has(use.message) === true;
      return frameOf(use.message, this.reader.lengthEnd(frame.end), isMain);
    }
    this.#value(frame, field, wire, use);
    return undefined;
  }

  #value(frame: Frame, field: number, wire: WireType, use: Exclude<FieldUse, object>): void {
    if (use === 'count') {
      this.reader.skip(wire, frame.end);
      frame.counts[field] = (frame.counts[field] ?? 0) + 1;
    } else if (use === 'numbers') {
      this.#numbers(frame, field, wire);
    } else if (use === 'number') {
      expectWire(wire, wireTypes.varint, frame, field);
      frame.numbers[field] = [this.reader.varint(frame.end)];
    } else {
      expectWire(wire, wireTypes.length, frame, field);
      if (use === 'bytes') frame.bytes[field] = this.reader.bytes(frame.end);
      else if (use === 'text') frame.texts[field] = [this.reader.text(frame.end)];
      else keep(frame, field, this.reader.text(frame.end));
    }
  }

  /** Of a repeated number, packed or not. */
  #numbers(frame: Frame, field: number, wire: WireType): void {
    const numbers = (frame.numbers[field] ??= []);
    const until = wire === wireTypes.length ? this.reader.lengthEnd(frame.end) : frame.end;
    if (wire !== wireTypes.length) {
      expectWire(wire, wireTypes.varint, frame, field);
      const number = this.reader.varint(until);
      if (numbers.length < MOST_VALUES) numbers.push(number);
      return;
    }
    while (this.reader.position < until && numbers.length < MOST_VALUES)
      numbers.push(this.reader.varint(until));
    this.reader.position = until;
  }

  readonly #atEnd: Readonly<Partial<Record<MessageName, (frame: Frame, above: Frame | undefined) => void>>> =
    {
      Model: (frame) => (this.#producer = textIn(frame, 2)),
      Graph: () => (this.#graphs += 1),
      Tensor: (frame) => this.#tensor(frame),
      Node: (frame) => this.#node(frame),
      Attribute: (frame, above) => this.#notes.attribute(frame, above),
      Output: (frame) => {
        if (frame.isMain) this.#outputs.add(textIn(frame, 1));
      },
      Metadata: (frame) => this.#entry(frame),
      Opset: (frame, above) => {
        if (above?.message === 'Model') this.#opsetOf(frame);
      },
    };

  #entry(frame: Frame): void {
    if (this.#metadata.size < REMEMBERED_METADATA) this.#metadata.set(textIn(frame, 1), textIn(frame, 2));
  }

  #opsetOf(frame: Frame): void {
    this.#opsets += 1;
    if (['', 'ai.onnx'].includes(textIn(frame, 1))) this.#opset = numberIn(frame, 2);
  }

  #tensor(frame: Frame): void {
    if (numberIn(frame, 14) === EXTERNAL || (frame.counts[13] ?? 0) > 0)
      throw new UnfitFile(
        'The model names other files for its weights (external data): send one file that holds all.',
      );
    const dimensions = frame.numbers[1]?.length ?? 0;
    this.#quantized ||= SMALL_TYPES.has(numberIn(frame, 2)) && dimensions >= 2;
    this.#notes.tensor(frame);
  }

  #node(frame: Frame): void {
    const operation = textIn(frame, 4);
    if (READS_FILES.has(operation))
      throw new UnfitFile(`The model has a node ${operation}, which names other files.`);
    this.#quantized ||= QUANTIZED.test(operation);
    this.#quantizesAsItRuns ||= QUANTIZES_AS_IT_RUNS.test(operation);
    this.#notes.node(frame);
  }
}

/** As far as a message may take memory. */
const keep = ({ texts, counts }: Frame, field: number, text: string): void => {
  const list = (texts[field] ??= []);
  const characters = (counts[field] ?? 0) + text.length;
  if (list.length >= MOST_VALUES || characters > MOST_CHARACTERS) return;
  counts[field] = characters;
  list.push(text);
};

const expectWire = (found: WireType, wanted: WireType, { message }: Frame, field: number): void => {
  if (found !== wanted)
    throw new UnfitFile(
      `Field ${field} of a ${message} has wire type ${found}; an ONNX file has ${wanted} there.`,
    );
};
