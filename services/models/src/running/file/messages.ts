/**
 * The messages of onnx.proto (ONNX IR) as far as they are looked at: which fields hold messages, and which are read.
 * Fields that are not named here are passed over.
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
  | 'Type'
  | 'Sequence'
  | 'Map';

export type FieldUse = { readonly message: MessageName } | 'text' | 'number' | 'count';

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
    12: { message: 'ValueInfo' },
    13: { message: 'ValueInfo' },
    15: { message: 'SparseTensor' },
  },
  Node: { 2: 'text', 4: 'text', 5: { message: 'Attribute' } },
  Attribute: {
    5: { message: 'Tensor' },
    6: { message: 'Graph' },
    10: { message: 'Tensor' },
    11: { message: 'Graph' },
    14: { message: 'Type' },
    15: { message: 'Type' },
    22: { message: 'SparseTensor' },
    23: { message: 'SparseTensor' },
  },
  Tensor: { 1: 'count', 2: 'number', 13: 'count', 14: 'number' },
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
  Type: { 4: { message: 'Sequence' }, 5: { message: 'Map' }, 9: { message: 'Sequence' } },
  Sequence: { 1: { message: 'Type' } },
  Map: { 2: { message: 'Type' } },
};
