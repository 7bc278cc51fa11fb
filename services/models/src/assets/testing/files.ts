/** For specs: files of models, as small as they can be. */
export const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

export const tflite = bytes('\x1c\x00\x00\x00TFL3\x14\x00 ');

/** A length of protobuf. */
const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))];
const field = (number: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(content.length)]), content]);

/** The frame of an ONNX model: a version, a producer, a graph of so many bytes, an opset. It runs nowhere. */
export const onnxModel = (graphBytes = 10): Buffer =>
  Buffer.concat([
    Buffer.from([0x08, 0x09]),
    field(2, bytes('pytorch')),
    field(7, Buffer.alloc(graphBytes, 1)),
    field(8, Buffer.from([0x10, 0x12])),
  ]);

/** The frame of a CoreML model. */
export const coreMl = Buffer.concat([
  Buffer.from([0x08, 0x05]),
  field(2, bytes('a description')),
  field(300, bytes('a network')),
]);

/** Safetensors with eight bytes of data. */
export const safetensors = (
  tensors: object = { weight: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } },
): Buffer => {
  const header = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, ...tensors }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.alloc(8)]);
};
