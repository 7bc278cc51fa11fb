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

/** Types by their numbers in onnx.proto that onnxruntime's binding for Node opens no model of, as an input or an output. */
const NOT_OPENED: Readonly<Record<string, string>> = {
  16: 'bfloat16',
  17: 'float8e4m3fn',
  18: 'float8e4m3fnuz',
  19: 'float8e5m2',
  20: 'float8e5m2fnuz',
  21: 'uint4',
  22: 'int4',
};

/** What onnxruntime says of a type by its number, with its name. */
export const withTypeName = (message: string): string =>
  message.replace(/^Unsupported data type: (\d+)$/, (all, number: string) => {
    const type = NOT_OPENED[number];
    return type === undefined ? all : `no input or output may be ${type}.`;
  });
