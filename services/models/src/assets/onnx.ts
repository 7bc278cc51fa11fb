import type { Refusal, SentFile } from '@cairn/kernel/reading';
import { fieldsOf } from './protobuf.js';
import { invalid, type Verdict } from './verdict.js';

/** Of the message `ModelProto`. */
const IR_VERSION = 1;
const GRAPH = 7;
const OPSET_IMPORT = 8;
const LAST_FIELD = 26;
/** Metadata and functions are fields each. */
const MOST_FIELDS = 2_000;

/** What can be told of an ONNX file without opening it: it is one whole message with a version, a graph and an opset. */
export const checkOnnx = async (file: SentFile): Promise<Verdict | Refusal> => {
  const fields = await fieldsOf(file, MOST_FIELDS);
  const isModel =
    fields !== undefined &&
    fields.every(({ number }) => number <= LAST_FIELD) &&
    fields.some(({ number, kind, value }) => number === IR_VERSION && kind === 'varint' && value > 0) &&
    fields.filter(({ number, kind }) => number === GRAPH && kind === 'bytes').length === 1 &&
    fields.some(({ number }) => number === OPSET_IMPORT);
  return isModel ? {} : invalid('The file is no ONNX model, or it was cut short.');
};
