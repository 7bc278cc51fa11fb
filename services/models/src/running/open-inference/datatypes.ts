/** Types of the open inference protocol by those of onnxruntime; both in bytes for each value, of `string` none. */
const DATATYPES = {
  bool: { datatype: 'BOOL', bytes: 1 },
  uint8: { datatype: 'UINT8', bytes: 1 },
  uint16: { datatype: 'UINT16', bytes: 2 },
  uint32: { datatype: 'UINT32', bytes: 4 },
  uint64: { datatype: 'UINT64', bytes: 8 },
  int8: { datatype: 'INT8', bytes: 1 },
  int16: { datatype: 'INT16', bytes: 2 },
  int32: { datatype: 'INT32', bytes: 4 },
  int64: { datatype: 'INT64', bytes: 8 },
  float16: { datatype: 'FP16', bytes: 2 },
  float32: { datatype: 'FP32', bytes: 4 },
  float64: { datatype: 'FP64', bytes: 8 },
  string: { datatype: 'BYTES', bytes: 0 },
} as const;

/** A type that the protocol has, as onnxruntime calls it. */
export type ServedType = keyof typeof DATATYPES;

export const isServed = (type: string): type is ServedType => Object.hasOwn(DATATYPES, type);

/** `FP32` of `float32`; a type that the protocol has no word for is told by its own. */
export const datatypeOf = (type: string): string =>
  isServed(type) ? DATATYPES[type].datatype : type.toUpperCase();

/** Bytes of one value; 0 of texts, which have lengths of their own. */
export const bytesOf = (type: ServedType): number => DATATYPES[type].bytes;
