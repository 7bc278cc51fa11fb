/** Asks a model by the open inference protocol for all rows of a case, and holds the answer against onnxruntime's own. */
import { areMaps, type Told, wrongOutput } from './library-answers.js';
import type { CaseTensor, LibraryCase } from './library-cases.js';

const HEAD = 'inference-header-content-length';

interface Asked {
  readonly url: string;
  readonly token: string;
}

/** 16-bit floats go as bytes alone, all else as JSON. */
const isOfBytes = ({ datatype }: CaseTensor): boolean => datatype === 'FP16';

/** What is wrong, in words. A sequence of maps that is not given must be named where the answer says so. */
export const wrongInBatch = async (of: LibraryCase, at: Asked): Promise<readonly string[]> => {
  const { status, text, outputs } = await inferred(of, at);
  if (status !== 200) return [`${status}: ${text}`];
  return Object.entries(of.outputs).flatMap(([name, wanted]) => {
    const told = outputs.find((output) => output.name === name);
    if (told !== undefined) return wrongOutput(name, wanted, told);
    return areMaps(wanted) && text.includes(name) ? [] : [`${name} is left out without a word`];
  });
};

const inferred = async (of: LibraryCase, { url, token }: Asked) => {
  const bytes = Object.values(of.inputs).filter(isOfBytes).map(halvesOf);
  const asBytes = Object.values(of.outputs).some((output) => !areMaps(output) && isOfBytes(output));
  const head = Buffer.from(
    JSON.stringify({
      inputs: Object.entries(of.inputs).map(([name, { data, ...input }]) =>
        input.datatype === 'FP16'
          ? { name, ...input, parameters: { binary_data_size: data.length * 2 } }
          : { name, ...input, data },
      ),
      parameters: { binary_data_output: asBytes },
    }),
  );
  const response = await fetch(url, {
    method: 'POST',
    body: Buffer.concat([head, ...bytes]),
    headers: { authorization: `Bearer ${token}`, [HEAD]: String(head.length) },
  });
  const answer = Buffer.from(await response.arrayBuffer());
  const size = Number(response.headers.get(HEAD) ?? answer.length);
  const text = answer.subarray(0, size).toString();
  if (response.status !== 200) return { status: response.status, text, outputs: [] };
  const { outputs } = JSON.parse(text) as { readonly outputs: readonly (Told & Partial<OfBytes>)[] };
  return { status: 200, text, outputs: withBytes(outputs, answer.subarray(size)) };
};

interface OfBytes {
  readonly parameters: { readonly binary_data_size: number };
}

const withBytes = (outputs: readonly (Told & Partial<OfBytes>)[], bytes: Buffer): readonly Told[] => {
  let from = 0;
  return outputs.map((output) => {
    if (output.parameters === undefined) return output;
    const part = bytes.subarray(from, (from += output.parameters.binary_data_size));
    return { ...output, data: numbersOf(part, output.datatype) };
  });
};

const numbersOf = (part: Buffer, datatype: string): readonly number[] => {
  const width = datatype === 'FP16' ? 2 : 4;
  return Array.from({ length: part.length / width }, (_, at) =>
    width === 2 ? numberOfHalf(part.readUInt16LE(at * 2)) : part.readFloatLE(at * 4),
  );
};

const numberOfHalf = (half: number): number => {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = (half & 1023) / 1024;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
};

/** Of numbers that are 16-bit floats already, as Python wrote them. */
const halvesOf = ({ data }: CaseTensor): Buffer => {
  const bytes = Buffer.alloc(data.length * 2);
  data.forEach((value, at) => bytes.writeUInt16LE(halfOf(Number(value)), at * 2));
  return bytes;
};

const halfOf = (value: number): number => {
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | Math.round((size / 2 ** exponent - 1) * 1024);
};
