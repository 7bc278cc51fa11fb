/** PyPI's `tokenizers` trains tokenizers and cuts 203 texts in many scripts; Cairn has the same tokens at the same places. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonWith } from '@cairn/engines';
import { NATIVE_FOLDER, NativeParts } from '../native-parts.js';
import type { Fields } from './model-fields.js';
import { type Encoded, openTokenizer } from './tokenizer.js';

const VERSION = '0.23.3';

interface Told {
  readonly ids: readonly number[];
  readonly types: readonly number[];
  readonly offsets: readonly (readonly [number, number])[];
}
type Cut = readonly [
  first: string,
  second: string | null,
  truncation: Readonly<Record<string, unknown>>,
  told: Told | string,
];
interface Found {
  readonly texts: readonly Told[];
  readonly pairs: readonly Told[];
  readonly cuts: readonly Cut[];
}

const testing = join(__dirname, 'testing');
const texts = JSON.parse(readFileSync(join(testing, 'texts.json'), 'utf8')) as readonly string[];
const native = new NativeParts(NATIVE_FOLDER);
const NO_BOUND = 1e9;

let folder: string;
let found: Readonly<Record<string, Found>>;
beforeAll(async () => {
  const python = await pythonWith(`tokenizers-${VERSION}`, [`tokenizers==${VERSION}`]);
  folder = mkdtempSync(join(tmpdir(), 'cairn-tokenizers-'));
  found = (await python.printed(
    join(testing, 'train.py'),
    ...['training.txt', 'texts.json'].map((name) => join(testing, name)),
    folder,
  )) as Readonly<Record<string, Found>>;
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const definitionOf = (kind: string): Fields =>
  JSON.parse(readFileSync(join(folder, `${kind}.json`), 'utf8')) as Fields;

/** Special tokens are nowhere, and those of a second text are not told. */
const toldOf = ({ tokens }: Encoded, wanted: Told | string | undefined): Told => ({
  ids: tokens.map(({ id }) => id),
  types: tokens.map(({ type }) => type),
  offsets: tokens.map(({ placed }, at) => {
    if (placed !== undefined) return [placed.start, placed.end];
    return typeof wanted === 'object' ? (wanted.offsets[at] ?? [0, 0]) : [0, 0];
  }),
});

const KINDS = [
  'bert',
  'bert-cased',
  'gpt2',
  'gpt2-nfc',
  'roberta',
  't5',
  'unigram-nfkc',
  'unigram-bytes',
  'llama2',
  'llama3',
  'whitespace-nfd',
  'digits-punctuation',
  'split-merged',
  'split-removed',
];

describe.each(KINDS)('%s: PyPI’s tokenizers and Cairn', (kind) => {
  const open = (truncation: unknown = null) => openTokenizer({ ...definitionOf(kind), truncation }, native);

  it('have the same tokens at the same places, for each text', () => {
    const tokenizer = open();
    const wanted = found[kind]?.texts ?? [];
    expect(wanted.length).toBeGreaterThan(200);
    const differing = texts.flatMap((text, at) => {
      const told = toldOf(tokenizer.encode(text, undefined, NO_BOUND), wanted[at]);
      return JSON.stringify(told) === JSON.stringify(wanted[at]) ? [] : [{ text, told, wanted: wanted[at] }];
    });
    expect(differing).toEqual([]);
  });

  it('have the same tokens for each pair of texts', () => {
    const tokenizer = open();
    const wanted = found[kind]?.pairs ?? [];
    const told = wanted.map((each, at) =>
      toldOf(tokenizer.encode(texts[at * 10] ?? '', texts[at * 10 + 1] ?? '', NO_BOUND), each),
    );
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual(wanted);
  });

  it('cut what is too long in the same way, or refuse it', () => {
    const cuts = found[kind]?.cuts ?? [];
    expect(cuts.length).toBeGreaterThan(30);
    const told = cuts.map(([first, second, truncation, wanted]): Told | string => {
      const { most = 0, encode } = open(truncation);
      try {
        return toldOf(encode(first, second ?? undefined, most), wanted);
      } catch {
        return 'refused';
      }
    });
    const wanted = cuts.map(([, , , each]) => (typeof each === 'string' ? 'refused' : each));
    expect(told).toEqual(wanted);
  });
});
