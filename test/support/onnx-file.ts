/** Writes ONNX files for tests that import no service: the few messages of onnx.proto that they need. */

type Bytes = Uint8Array<ArrayBuffer>;

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
};
const whole = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
/** A field with a length before it: a message, a text or bytes. */
const field = (number: number, ...parts: readonly (string | Uint8Array)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
};

const TYPES = { float32: 1, int64: 7, string: 8 } as const;

interface Value {
  readonly name: string;
  readonly type: keyof typeof TYPES;
  /** A name is a free size. */
  readonly shape: readonly (number | string)[];
}

const valueInfo = ({ name, type, shape }: Value): Buffer => {
  const sizes = shape.map((size) => field(1, typeof size === 'number' ? whole(1, size) : field(2, size)));
  return Buffer.concat([field(1, name), field(2, field(1, whole(1, TYPES[type]), field(2, ...sizes)))]);
};

/** Numbers that belong to a model: its weights. */
interface Weights {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>;
}

const tensor = ({ name, shape, values }: Weights): Buffer =>
  Buffer.concat([
    ...shape.map((size) => whole(1, size)),
    whole(2, values instanceof BigInt64Array ? TYPES.int64 : TYPES.float32),
    field(8, name),
    field(9, new Uint8Array(values.buffer)),
  ]);

const KINDS = { int: 2, string: 3, ints: 7, strings: 8 } as const;

/** Numbers are whole. */
type Attribute = number | string | readonly number[] | readonly string[];

const attribute = (name: string, value: Attribute): Buffer => {
  const of = (kind: keyof typeof KINDS, ...fields: readonly Buffer[]): Buffer =>
    Buffer.concat([field(1, name), ...fields, whole(20, KINDS[kind])]);
  if (typeof value === 'number') return of('int', whole(3, value));
  if (typeof value === 'string') return of('string', field(4, value));
  const fields = value.map((each) => (typeof each === 'number' ? whole(8, each) : field(9, each)));
  return of(value.every((each) => typeof each === 'number') ? 'ints' : 'strings', ...fields);
};

interface Node {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

const node = ({ operation, inputs, output, attributes = {} }: Node): Buffer =>
  Buffer.concat([
    ...inputs.map((name) => field(1, name)),
    field(2, output),
    field(4, operation),
    ...Object.entries(attributes).map(([name, value]) => field(5, attribute(name, value))),
  ]);

export interface Graph {
  /** What it says of itself. */
  readonly says?: string;
  readonly input: Value;
  readonly nodes: readonly Node[];
  readonly weights: readonly Weights[];
  readonly output: Value;
}

/** A whole file, of opset 13. */
export const onnxFile = ({ says = '', input, nodes, weights, output }: Graph): Bytes =>
  Uint8Array.from(
    Buffer.concat([
      whole(1, 8),
      field(6, says),
      field(
        7,
        ...nodes.map((each) => field(1, node(each))),
        field(2, 'graph'),
        ...weights.map((each) => field(5, tensor(each))),
        field(11, valueInfo(input)),
        field(12, valueInfo(output)),
      ),
      field(8, whole(2, 13)),
    ]),
  );
