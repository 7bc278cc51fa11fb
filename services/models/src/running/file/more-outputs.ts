/** Numbers of fields of onnx.proto. */
const [MODEL_GRAPH, GRAPH_OUTPUT, VALUE_NAME] = [7, 12, 1];
const LENGTH_DELIMITED = 2;

/**
 * An ONNX file whose graph puts out more of its values. What stands behind a file of protobuf is merged into it: a second
 * graph that has outputs alone adds them to the first. Their types are inferred when the file is opened.
 */
export const withOutputs = (file: Uint8Array, names: readonly string[]): Uint8Array => {
  const outputs = names.map((name) => field(GRAPH_OUTPUT, field(VALUE_NAME, Buffer.from(name))));
  return names.length === 0 ? file : Buffer.concat([file, field(MODEL_GRAPH, Buffer.concat(outputs))]);
};

const field = (number: number, content: Uint8Array): Buffer =>
  Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(content.length), content]);

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return Buffer.from(bytes);
};
