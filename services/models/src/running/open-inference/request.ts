import type { ExactJson } from '@cairn/kernel';
import { exactJson, isList } from '../tensors/asked-values.js';
import { UnfitInput } from '../unfit-input.js';

/** An input of a request: its values stand in `data`, or as so many bytes behind the JSON. */
export interface AskedTensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly ExactJson[] | undefined;
  readonly binaryBytes: number | undefined;
}

/** An output that is wanted, and whether as bytes. */
export interface AskedOutput {
  readonly name: string;
  readonly binary: boolean;
}

/** What a request of the open inference protocol says. */
export interface OpenRequest {
  readonly id: string | undefined;
  readonly inputs: readonly AskedTensor[];
  /** All of the model where absent. */
  readonly outputs: readonly AskedOutput[] | undefined;
  /** Whether outputs are bytes that say nothing else. */
  readonly binaryOutput: boolean;
}

type Fields = Readonly<Record<string, ExactJson | undefined>>;

const MOST_DIMENSIONS = 8;
const LONGEST_ID = 1_000;

/** Reads the JSON of a request. Throws `UnfitInput` for what is none. */
export const readRequest = (text: string): OpenRequest => {
  const request = fieldsOf(parsed(text), 'The request');
  const { id, inputs, outputs } = request;
  const binaryOutput = parametersOf(request)['binary_data_output'] === true;
  if (id !== undefined && (typeof id !== 'string' || id.length > LONGEST_ID))
    throw new UnfitInput(`\`id\` is a text of at most ${LONGEST_ID} characters.`);
  if (!isList(inputs)) throw new UnfitInput('`inputs` is a list of tensors.');
  if (outputs !== undefined && !isList(outputs)) throw new UnfitInput('`outputs` is a list of outputs.');
  return {
    id,
    inputs: namedOnce(inputs.map(tensorOf), 'input'),
    outputs:
      outputs &&
      namedOnce(
        outputs.map((output) => outputOf(output, binaryOutput)),
        'output',
      ),
    binaryOutput,
  };
};

const parsed = (text: string): ExactJson =>
  exactJson(
    text,
    (why, isMalformed, pointer) =>
      new UnfitInput(`The request is not taken: ${why}.`, { isMalformed, pointer }),
  );

const fieldsOf = (value: ExactJson | undefined, what: string): Fields => {
  if (typeof value === 'object' && value !== null && !isList(value)) return value;
  throw new UnfitInput(`${what} is no JSON object.`);
};

const parametersOf = ({ parameters }: Fields): Fields =>
  parameters === undefined ? {} : fieldsOf(parameters, '`parameters`');

const nameOf = ({ name }: Fields, what: string): string => {
  if (typeof name === 'string') return name;
  throw new UnfitInput(`An ${what} has no \`name\`.`);
};

const namedOnce = <Named extends { readonly name: string }>(
  all: readonly Named[],
  what: string,
): readonly Named[] => {
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name)) throw new UnfitInput(`The ${what} ${name} is there twice.`);
    names.add(name);
  }
  return all;
};

const tensorOf = (value: ExactJson): AskedTensor => {
  const fields = fieldsOf(value, 'An input');
  const name = nameOf(fields, 'input');
  const { datatype, shape, data } = fields;
  const binaryBytes = binaryBytesOf(parametersOf(fields), name);
  if (typeof datatype !== 'string') throw new UnfitInput(`The input ${name} has no \`datatype\`.`);
  if (!isShape(shape))
    throw new UnfitInput(`The \`shape\` of ${name} is no list of at most ${MOST_DIMENSIONS} sizes.`);
  if ((data === undefined) === (binaryBytes === undefined))
    throw new UnfitInput(
      `The input ${name} has \`data\`, or \`binary_data_size\` in its parameters: one of them.`,
    );
  if (data !== undefined && !isList(data)) throw new UnfitInput(`The \`data\` of ${name} is no list.`);
  return { name, datatype, shape, data, binaryBytes };
};

const isShape = (shape: ExactJson | undefined): shape is readonly number[] =>
  isList(shape) && shape.length <= MOST_DIMENSIONS && shape.every(isSize);

const isSize = (size: ExactJson): boolean => Number.isSafeInteger(size) && Number(size) >= 0;

const binaryBytesOf = (parameters: Fields, name: string): number | undefined => {
  if (parameters['shared_memory_region'] !== undefined)
    throw new UnfitInput(`The input ${name} is in shared memory, which is not read here.`);
  const bytes = parameters['binary_data_size'];
  if (bytes === undefined) return undefined;
  if (isSize(bytes)) return Number(bytes);
  throw new UnfitInput(`The \`binary_data_size\` of ${name} is no number of bytes.`);
};

const NOT_GIVEN = ['classification', 'shared_memory_region'];

const outputOf = (value: ExactJson, binaryOutput: boolean): AskedOutput => {
  const fields = fieldsOf(value, 'An output');
  const name = nameOf(fields, 'output');
  const parameters = parametersOf(fields);
  const wrong = NOT_GIVEN.find((parameter) => parameters[parameter] !== undefined);
  if (wrong !== undefined)
    throw new UnfitInput(`The output ${name} asks for \`${wrong}\`, which is not given here.`);
  const { binary_data: binary = binaryOutput } = parameters;
  return { name, binary: binary === true };
};
