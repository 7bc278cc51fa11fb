import { readFile } from 'node:fs/promises';
import { type FileFacts, checkFile } from '../file/check-file.js';
import { type ScoreMaps, scoreMapsOf } from '../file/graph.js';
import { withOutputs } from '../file/more-outputs.js';
import type { NativeParts, NativeSession, NativeValue } from '../native-parts.js';
import { withTypeName } from '../open-inference/datatypes.js';
import type { ModelFacts, TensorFacts } from '../port.js';
import type { Tensor } from '../tensors/tensor.js';

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

  private constructor(
    readonly file: FileFacts,
    private readonly native: NativeParts,
    private readonly session: NativeSession,
    /** Outputs that are lists of maps, by their names. */
    private readonly maps: ReadonlyMap<string, ScoreMaps>,
  ) {
    this.inputs = session.inputMetadata.map(factsOf);
    const hidden = new Set([...maps.values()].map(({ tensor }) => tensor));
    const told = session.outputMetadata.filter(({ name }) => !hidden.has(name) || file.outputs.has(name));
    this.outputs = told.map((value) => {
      const labels = maps.get(value.name)?.labels;
      return labels === undefined
        ? factsOf(value)
        : { name: value.name, type: 'float32', shape: [null, labels.length] };
    });
  }

  /** Throws `UnfitFile` before it is opened, `ModelFailed` when onnxruntime does not take it. */
  static async open(path: string, native: NativeParts): Promise<OpenedModel> {
    const file = checkFile(path);
    const maps = mapsOf(file);
    const { InferenceSession } = native.onnx();
    const source = maps.size === 0 ? path : withOutputs(await readFile(path), tensorsOf(maps, file));
    const session = await InferenceSession.create(source, OPTIONS).catch((error: unknown) => {
      throw new ModelFailed(`The model cannot be opened: ${said(error)}`);
    });
    return new OpenedModel(file, native, session, maps);
  }

  get facts(): ModelFacts {
    const { opset, producer, quantized } = this.file;
    return { inputs: this.inputs, outputs: this.outputs, opset, producer, quantized };
  }

  /** The labels of an output that is a list of maps; `undefined` of any other. */
  labelsOfMaps(output: string): readonly string[] | undefined {
    return this.maps.get(output)?.labels;
  }

  /** Runs once; answers the outputs that are tensors, and lists of maps as the tensors they are made of, by name. Throws `ModelFailed`. */
  async run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>> {
    const { Tensor: Native } = this.native.onnx();
    const wanted = this.outputs.flatMap(({ name, type }) =>
      type === NOT_TENSOR ? [] : [[name, this.maps.get(name)?.tensor ?? name] as const],
    );
    try {
      const feeds = Object.entries(inputs).map(
        ([name, { type, data, dims }]) => [name, new Native(type, data, dims)] as const,
      );
      const fetched = [...new Set(wanted.map(([, tensor]) => tensor))];
      const outputs = await this.session.run(Object.fromEntries(feeds), fetched);
      return Object.fromEntries(
        wanted.flatMap(([name, tensor]) => {
          const output = outputs[tensor];
          return output === undefined ? [] : [[name, output]];
        }),
      );
    } catch (error) {
      throw new ModelFailed(`The model failed: ${said(error)}`);
    }
  }

  close(): Promise<void> {
    return this.session.release();
  }
}

/** The type of an output that is a sequence or a map, and cannot be read. */
export const NOT_TENSOR = 'sequence or map';

const factsOf = (value: NativeValue): TensorFacts =>
  value.isTensor
    ? { name: value.name, type: value.type, shape: value.shape.map(sizeOf) }
    : { name: value.name, type: NOT_TENSOR, shape: [] };

const sizeOf = (size: number | string): number | null =>
  typeof size === 'number' && size >= 0 ? size : null;

/** onnxruntime gives no lists of maps to Node: the tensors that they are made of stand for them. */
const mapsOf = ({ graph, outputs }: FileFacts): ReadonlyMap<string, ScoreMaps> =>
  new Map(
    [...outputs].flatMap((name) => {
      const maps = scoreMapsOf(graph, name);
      return maps === undefined ? [] : [[name, maps] as const];
    }),
  );

/** Those that are no outputs yet. */
const tensorsOf = (maps: ReadonlyMap<string, ScoreMaps>, { outputs }: FileFacts): readonly string[] =>
  [...new Set([...maps.values()].map(({ tensor }) => tensor))].filter((name) => !outputs.has(name));

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
  const line = withTypeName(message.split('\n', 1)[0] ?? '');
  return line.replaceAll(/(?:\/[^\s/:]+)+/g, '…').slice(0, LONGEST_MESSAGE);
};
