import type { Json, Steps } from '@cairn/kernel';
import { setFloat16 } from '@petamoriken/float16';
import { bytesOf, isServed, type ServedType } from './datatypes.js';
import { bytesOfTexts } from './texts.js';

type Numbered = Exclude<ServedType, 'string'>;
/** Values that are written without a pause. */
const AT_ONCE = 10_000;

type Write = (bytes: Buffer, value: Json, at: number) => void;

const writers: Readonly<Record<Numbered, Write>> = {
  bool: (bytes, value, at) => bytes.writeUInt8(Number(value), at),
  uint8: (bytes, value, at) => bytes.writeUInt8(Number(value), at),
  uint16: (bytes, value, at) => bytes.writeUInt16LE(Number(value), at),
  uint32: (bytes, value, at) => bytes.writeUInt32LE(Number(value), at),
  uint64: (bytes, value, at) => bytes.writeBigUInt64LE(BigInt(value as number | string), at),
  int8: (bytes, value, at) => bytes.writeInt8(Number(value), at),
  int16: (bytes, value, at) => bytes.writeInt16LE(Number(value), at),
  int32: (bytes, value, at) => bytes.writeInt32LE(Number(value), at),
  int64: (bytes, value, at) => bytes.writeBigInt64LE(BigInt(value as number | string), at),
  float16: (bytes, value, at) => setFloat16(viewOf(bytes), at, Number(value), true),
  float32: (bytes, value, at) => bytes.writeFloatLE(Number(value), at),
  float64: (bytes, value, at) => bytes.writeDoubleLE(Number(value), at),
};

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);

/** Values as an inference keeps them, as the bytes of the binary extension. */
export function* bytesOfValues(type: string, values: readonly Json[]): Steps<Buffer> {
  if (!isServed(type) || type === 'string') return bytesOfTexts(values.map(String));
  const size = bytesOf(type);
  const bytes = Buffer.alloc(values.length * size);
  const write = writers[type];
  for (const [place, value] of values.entries()) {
    write(bytes, value, place * size);
    if (place % AT_ONCE === 0) yield;
  }
  return bytes;
}
