/** Models of the real libraries, with what the libraries themselves predict. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Python, pythonWith } from '@cairn/engines';
import { root } from './running-cairn.js';

const PACKAGES = [
  ...['scikit-learn==1.9.1', 'skl2onnx==1.20.0', 'onnxmltools==1.16.0', 'xgboost==3.2.0', 'lightgbm==4.7.0'],
  ...['onnx==1.19.1', 'onnxruntime==1.32.0', 'onnxconverter-common==1.16.0', 'numpy==2.4.6'],
  // The converters write what later ones refuse.
  'protobuf==5.29.5',
];
const PROGRAM = join(root, 'test/acceptance/libraries/make.py');
/** onnxruntime of Python needs the locale as that of Cairn does. */
export const LIBRARY_VARIABLES = {
  LOCPATH: join(root, 'services/models/native/locale'),
  OMP_NUM_THREADS: '1',
};

/** Python with all libraries that Cairn is held against. Throws with the name of what cannot be installed. */
export const pythonOfLibraries = (): Promise<Python> => pythonWith('libraries', PACKAGES);

export type Cell = number | string | boolean;
export interface CaseTensor {
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly data: readonly Cell[];
}
/** What a converter's ZipMap puts out: for each row the numbers by their labels. */
export interface Maps {
  readonly maps: readonly Readonly<Record<string, number>>[];
}

export interface LibraryCase {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
  /** The file leaves something open, so that a line of config may be asked for. */
  readonly open: boolean;
  readonly config: Config;
  /** What whoever made it says where a line of config is asked for, by its path. */
  readonly truths: Readonly<Record<string, string>>;
  /** The rows as they are asked one by one: as texts, or as pictures. */
  readonly texts: readonly string[];
  readonly pictures: readonly Uint8Array<ArrayBuffer>[];
  /** The same as one batch. */
  readonly inputs: Readonly<Record<string, CaseTensor>>;
  /** What onnxruntime itself makes of the batch. */
  readonly outputs: Readonly<Record<string, CaseTensor | Maps>>;
  readonly labels: readonly string[] | null;
  readonly probabilities: readonly Readonly<Record<string, number>>[] | null;
  readonly values: readonly (readonly number[])[] | null;
}

/** A config as JSON, `output` in it. */
export type Config = Readonly<Record<string, unknown>>;

/** The config with a value at a path such as `output.type`. */
export const withLine = (config: Config, path: string, value: unknown): Config => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...config, [first]: value };
  const inner = (config[first] ?? {}) as Config;
  return { ...config, [first]: withLine(inner, rest.join('.'), value) };
};

/** Makes all models anew, in some seconds. Throws with the name of what cannot be installed. */
export const libraryCases = async (): Promise<readonly LibraryCase[]> => {
  const python = await pythonOfLibraries();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-libraries-'));
  try {
    await python.run(PROGRAM, [folder], { variables: LIBRARY_VARIABLES });
    const told = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly (LibraryCase & {
      readonly file: string;
    })[];
    return told.map(({ file, ...each }) => ({
      ...each,
      content: Uint8Array.from(readFileSync(join(folder, file))),
      pictures: [],
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const RECORDED = ['recorded.json', 'recorded-torch.json'];
type Recorded = Omit<LibraryCase, 'content' | 'pictures'> & {
  readonly onnx: string;
  readonly pictures?: readonly string[];
};

/** Those that stand in the repository. */
export const recordedCases = (): readonly LibraryCase[] =>
  RECORDED.flatMap((file) => {
    const path = join(root, 'test/acceptance/libraries', file);
    const told = JSON.parse(readFileSync(path, 'utf8')) as readonly Recorded[];
    return told.map(({ onnx, pictures = [], ...each }) => ({
      ...each,
      content: bytesOf(onnx),
      pictures: pictures.map(bytesOf),
    }));
  });

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64, 'base64'));
