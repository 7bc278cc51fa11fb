/**
 * The messages of onnx.proto (ONNX IR) as far as they are looked at: which fields hold messages, and which are read.
 * Fields that are not named here are passed over. Of a `text` and a `number` the last one counts, as in protobuf; `texts` and
 * `numbers` are lists.
 */
export type MessageName =
  | 'Model'
  | 'Graph'
  | 'Node'
  | 'Attribute'
  | 'Tensor'
  | 'SparseTensor'
  | 'Opset'
  | 'Metadata'
  | 'Function'
  | 'Training'
  | 'ValueInfo'
  | 'Output'
  | 'Type'
  | 'Sequence'
  | 'Map';

export type FieldUse =
  | { readonly message: MessageName }
  | 'text'
  | 'texts'
  | 'number'
  | 'numbers'
  | 'bytes'
  | 'count';

export const messages: Readonly<Record<MessageName, Readonly<Record<number, FieldUse>>>> = {
  Model: {
    1: 'number',
    2: 'text',
    7: { message: 'Graph' },
    8: { message: 'Opset' },
    14: { message: 'Metadata' },
    20: { message: 'Training' },
    25: { message: 'Function' },
  },
  Graph: {
    1: { message: 'Node' },
    5: { message: 'Tensor' },
    11: { message: 'ValueInfo' },
    12: { message: 'Output' },
    13: { message: 'ValueInfo' },
    15: { message: 'SparseTensor' },
  },
  Node: { 1: 'texts', 2: 'texts', 4: 'text', 5: { message: 'Attribute' } },
  Attribute: {
    1: 'text',
    4: 'text',
    5: { message: 'Tensor' },
    6: { message: 'Graph' },
    8: 'numbers',
    9: 'texts',
    10: { message: 'Tensor' },
    11: { message: 'Graph' },
    14: { message: 'Type' },
    15: { message: 'Type' },
    22: { message: 'SparseTensor' },
    23: { message: 'SparseTensor' },
  },
  Tensor: {
    1: 'numbers',
    2: 'number',
    5: 'numbers',
    6: 'texts',
    7: 'numbers',
    8: 'text',
    9: 'bytes',
    13: 'count',
    14: 'number',
  },
  SparseTensor: { 1: { message: 'Tensor' }, 2: { message: 'Tensor' } },
  Opset: { 1: 'text', 2: 'number' },
  Metadata: { 1: 'text', 2: 'text' },
  Function: {
    7: { message: 'Node' },
    9: { message: 'Opset' },
    11: { message: 'Attribute' },
    12: { message: 'ValueInfo' },
  },
  Training: { 1: { message: 'Graph' }, 2: { message: 'Graph' } },
  ValueInfo: { 1: 'text', 2: { message: 'Type' } },
  /** A `ValueInfo` too. */
  Output: { 1: 'text', 2: { message: 'Type' } },
  Type: { 4: { message: 'Sequence' }, 5: { message: 'Map' }, 9: { message: 'Sequence' } },
  Sequence: { 1: { message: 'Type' } },
  Map: { 2: { message: 'Type' } },
};
