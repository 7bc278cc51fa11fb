import type { Refusal, SentFile } from '@cairn/kernel/reading';
import { type Field, fieldsOf } from './protobuf.js';
import { checkSafetensors, looksLikeSafetensors } from './safetensors.js';
import { invalid, type Verdict } from './verdict.js';

const HEAD = 64;
/** The directory of a zip stands at its end. */
const ENDS = 1_000_000;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** A pickle begins with the opcode PROTO and its version. */
const PICKLE = 0x80;
const LAST_PICKLE_PROTOCOL = 5;
/** Of the message `Model` of CoreML: what it is of stands in 200 to 3000. */
const LARGEST_SPECIFICATION = 100;
const MOST_FIELDS = 100;

type Check = (file: SentFile) => Promise<Verdict | Refusal>;

/** CoreML, safetensors, a zip, or a pickle, which is flagged and never opened. */
export const checkMlModel: Check = async (file) => {
  const head = await file.read(0, HEAD);
  const [, check] = KINDS.find(([isKind]) => isKind(head)) ?? [];
  return check === undefined ? checkCoreMl(file) : check(file);
};

/** Archives of PyTorch are zips with a pickle in them. */
const checkZip: Check = async ({ size, read }) => {
  const ends = [await read(0, ENDS), await read(Math.max(0, size - ENDS), ENDS)];
  if (!ends.at(-1)!.includes('PK\x05\x06', 0, 'latin1'))
    return invalid('The zip has no directory at its end: it was cut short.');
  return ends.some((bytes) => bytes.includes('.pkl', 0, 'latin1')) ? PICKLED : {};
};

const PICKLED: Verdict = { flags: ['pickle'] };

const KINDS: readonly (readonly [isKind: (head: Buffer) => boolean, check: Check])[] = [
  [(head) => ZIP.every((byte, index) => head[index] === byte), checkZip],
  [
    (head) => head[0] === PICKLE && head[1] !== undefined && head[1] >= 2 && head[1] <= LAST_PICKLE_PROTOCOL,
    () => Promise.resolve(PICKLED),
  ],
  [looksLikeSafetensors, checkSafetensors],
];

const checkCoreMl: Check = async (file) => {
  const [version, description] = (await fieldsOf(file, MOST_FIELDS)) ?? [];
  return isSpecification(version) && description?.number === 2 && description.kind === 'bytes'
    ? {}
    : invalid('A model is one of CoreML, safetensors, a zip or a pickle; this file is none of them.');
};

const isSpecification = (field: Field | undefined): boolean =>
  field?.number === 1 && field.kind === 'varint' && field.value > 0 && field.value <= LARGEST_SPECIFICATION;
