import { type FileFacts, checkFile } from '../file/check-file.js';
import type { NativeParts, NativeSession, NativeValue } from '../native-parts.js';
import type { ModelFacts, TensorFacts } from '../port.js';
import type { Tensor } from './tensors.js';

/** What a file is opened with: no memory is kept between runs, and one thread for each model (there are several workers). */
const OPTIONS = {
  enableCpuMemArena: false,
  enableMemPattern: false,
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  logSeverityLevel: 4,
} as const;

/** The model itself failed: its message is for who made it. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed';
}

/** A file that was checked and is open. */
export class OpenedModel {
  readonly inputs: readonly TensorFacts[];
  readonly outputs: readonly TensorFacts[];
  /** What the first dimension of each input and output is called; `undefined` where it is not free. */
  readonly batchNames: readonly (string | undefined)[];

  private constructor(
    readonly file: FileFacts,
    private readonly native: NativeParts,
    private readonly session: NativeSession,
  ) {
    this.inputs = session.inputMetadata.map(factsOf);
    this.outputs = session.outputMetadata.map(factsOf);
    this.batchNames = [...session.inputMetadata, ...session.outputMetadata].map(batchNameOf);
  }

  /** Throws `UnfitFile` before it is opened, `ModelFailed` when onnxruntime does not take it. */
  static async open(path: string, native: NativeParts): Promise<OpenedModel> {
    const file = checkFile(path);
    const { InferenceSession } = native.onnx();
    const session = await InferenceSession.create(path, OPTIONS).catch((error: unknown) => {
      throw new ModelFailed(`The model cannot be opened: ${said(error)}`);
    });
    return new OpenedModel(file, native, session);
  }

  get facts(): ModelFacts {
    const { opset, producer, quantized } = this.file;
    return { inputs: this.inputs, outputs: this.outputs, opset, producer, quantized };
  }

  /** Runs once; answers the outputs that are tensors, by name. Throws `ModelFailed`. */
  async run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>> {
    const { Tensor: Native } = this.native.onnx();
    const wanted = this.outputs.filter(({ type }) => type !== NOT_TENSOR).map(({ name }) => name);
    try {
      const feeds = Object.entries(inputs).map(
        ([name, { type, data, dims }]) => [name, new Native(type, data, dims)] as const,
      );
      return await this.session.run(Object.fromEntries(feeds), wanted);
    } catch (error) {
      throw new ModelFailed(`The model failed: ${said(error)}`);
    }
  }

  close(): Promise<void> {
    return this.session.release();
  }
}

/** The type of an output that is a sequence or a map: it is not read. */
export const NOT_TENSOR = 'sequence or map';

const factsOf = (value: NativeValue): TensorFacts =>
  value.isTensor
    ? { name: value.name, type: value.type, shape: value.shape.map(sizeOf) }
    : { name: value.name, type: NOT_TENSOR, shape: [] };

const sizeOf = (size: number | string): number | null =>
  typeof size === 'number' && size >= 0 ? size : null;

const batchNameOf = (value: NativeValue): string | undefined => {
  const first = value.isTensor ? value.shape[0] : undefined;
  return first === undefined || sizeOf(first) !== null ? undefined : String(first);
};

const LONGEST_MESSAGE = 500;
const NO_MEMORY = /bad_alloc|failed to allocate memory/i;
const NO_LOCALE = /Failed to construct locale with name:([\w.@-]+)/;
/** What onnxruntime says, without the paths of this machine. */
const said = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  if (NO_MEMORY.test(message)) return 'it wants more memory than it may have (CAIRN_MODEL_MEMORY_BYTES).';
  const locale = NO_LOCALE.exec(message)?.[1];
  if (locale !== undefined)
    return `it compares texts by the locale ${locale}, which is not on this machine. Export it with the locale C (scikit-learn: \`options={TfidfVectorizer: {"locale": "C"}}\`), or have \`npm run models:install\` run here.`;
  const line = message.split('\n', 1)[0] ?? '';
  return line.replaceAll(/(?:\/[^\s/:]+)+/g, '…').slice(0, LONGEST_MESSAGE);
};
