import { type Refusal, type SentFile, isRefusal } from '@cairn/kernel/reading';
import { invalid, type Verdict } from './verdict.js';

const LENGTH_BYTES = 8;
/** What the header may be, bytes: tens of thousands of tensors. */
const LARGEST_HEADER = 5_000_000;

interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** The header alone is read: its length, then JSON that says where each tensor lies. */
export const checkSafetensors = async (file: SentFile): Promise<Verdict | Refusal> => {
  const header = await headerOf(file);
  if (isRefusal(header)) return header;
  const data = file.size - LENGTH_BYTES - header.length;
  const wrong = Object.entries(header.tensors)
    .filter(([name]) => name !== '__metadata__')
    .find(([, tensor]) => !isTensorWithin(tensor, data));
  return wrong === undefined
    ? {}
    : invalid(`The tensor ${JSON.stringify(wrong[0]).slice(0, 100)} does not lie within the file.`);
};

/** Whether a file begins as safetensors do: with a length, and a brace where the header is. */
export const looksLikeSafetensors = (head: Buffer): boolean =>
  head.length > LENGTH_BYTES && head[LENGTH_BYTES] === 0x7b && head.readUInt32LE(4) === 0;

interface Header {
  readonly length: number;
  readonly tensors: Readonly<Record<string, unknown>>;
}

const headerOf = async ({ size, read }: SentFile): Promise<Header | Refusal> => {
  const prefix = await read(0, LENGTH_BYTES);
  if (prefix.length < LENGTH_BYTES) return invalid('The file ends before its header.');
  const length = prefix.readBigUInt64LE();
  if (length > BigInt(LARGEST_HEADER)) return invalid(`The header is over ${LARGEST_HEADER} bytes.`);
  if (length + BigInt(LENGTH_BYTES) > BigInt(size)) return invalid('The file ends within its header.');
  const tensors = parsed((await read(LENGTH_BYTES, Number(length))).toString('utf8'));
  return tensors === undefined
    ? invalid('The header of the file is not a JSON object.')
    : { length: Number(length), tensors };
};

const parsed = (text: string): Header['tensors'] | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isTensorWithin = (tensor: unknown, bytes: number): boolean => {
  if (!isTensor(tensor)) return false;
  const [start, end] = tensor.data_offsets;
  return start >= 0 && start <= end && end <= bytes;
};

const isTensor = (value: unknown): value is Tensor =>
  isObject(value) &&
  typeof value['dtype'] === 'string' &&
  isNumbers(value['shape']) &&
  isNumbers(value['data_offsets']) &&
  value['data_offsets'].length === 2;

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
