import type { Asker, Json } from '@cairn/kernel';
import type { Activation } from './config/config.js';

/** A run that a person waits for takes no longer, ms: the command has ten seconds. A model may take as long. */
export const RUN_MS = 8_000;

/** An input or output of a model: `shape` has `null` where a size is free, such as the batch. */
export interface TensorFacts {
  readonly name: string;
  /** `float32`, `int64`, `string` … as onnxruntime names them. */
  readonly type: string;
  readonly shape: readonly (number | null)[];
}

/** What the numbers of an output are, row by row: `probabilities` add up to 1. */
export type ValueRange = 'probabilities' | 'between_0_and_1' | 'any_number';

export interface OutputFacts extends TensorFacts {
  /** As made-up rows have shown; absent where they have not, and of what is no number. */
  readonly values?: ValueRange;
}

/** How an answer is read when the config does not say otherwise. */
export interface AnswerFacts {
  readonly type: 'classification' | 'regression';
  /** Of the numbers. */
  readonly output?: string;
  /** What makes confidences of the numbers. */
  readonly activation?: Activation;
  /** Of the model's own label. */
  readonly label_output?: string;
  /** The model's own names of its classes, in order. */
  readonly labels?: readonly string[];
}

/** What the inspection did not find out, the line of the config that settles it, and a sentence. */
export interface Undecided {
  /** `output.type`, for example. */
  readonly config: string;
  readonly message: string;
}

/** What an ONNX file is found to be when it is opened, and how it answered made-up rows. */
export interface ModelFacts {
  readonly inputs: readonly TensorFacts[];
  readonly outputs: readonly OutputFacts[];
  /** Of the default domain; 0 where the file uses `ai.onnx.ml` alone. */
  readonly opset: number;
  readonly producer: string;
  /** Holds int8 or uint8 weights, or Q/DQ nodes. */
  readonly quantized: boolean;
  /** Whether the answer to a row depends on nothing else. Absent: not decided, or the batch has a fixed size. */
  readonly rows_independent?: boolean;
  /** Which score the model's own label has; absent where neither holds, and without labels or scores. */
  readonly label_has?: 'highest_score' | 'lowest_score';
  /** Absent where it is not decided, and of a model whose answers are neither classes nor numbers. */
  readonly answer?: AnswerFacts;
  /** Absent of a file that was opened before this was asked. */
  readonly undecided?: readonly Undecided[];
}

/** What a `tokenizer.json` is found to be when it is opened once. */
export interface TokenizerFacts {
  /** Tokens of its model. */
  readonly vocabulary: number;
}

/** What can be opened once, and what is then known of it. */
export interface Inspections {
  readonly model: ModelFacts;
  readonly tokenizer: TokenizerFacts;
}

/** Why a file or an input is refused: a code of the catalogue and a sentence for who sent it. */
export interface Unfit {
  readonly code: string;
  readonly message: string;
}

/** A model as it is run: files are named by their sha256 and stand in the blobs. */
export interface RunnableModel {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Of the version, else of its model: JSON text, `''` for none. */
  readonly config: string;
  /** Of the version that is run: others with the same file are not blamed for it. */
  readonly versionId: string;
  /** Of service: what ended workers in another one counts no more against the version. Empty: the first. */
  readonly term: string;
  /** One name for each class, in order; absent without a file of labels. */
  readonly labels?: readonly string[];
  /** Of the version; where it does not tell how the model answers, the runner inspects the file before it runs it. */
  readonly inspected?: ModelFacts;
  /** The `tokenizer.json` of the version; absent without one. */
  readonly tokenizer?: { readonly sha256: string; readonly sizeBytes: number };
}

/**
 * What a model is asked about: a text, a file that stands in the blobs, or named tensors (`task: raw`); these also as a
 * request of the open inference protocol, among the blobs too: so many bytes of JSON, then those of its tensors. `key` opens a
 * file that is sealed.
 */
export type ModelInput =
  | { readonly kind: 'text'; readonly text: string; readonly context?: string }
  | { readonly kind: 'file'; readonly sha256: string; readonly key?: string; readonly contentType: string }
  | { readonly kind: 'raw'; readonly tensors: Json }
  | {
      readonly kind: 'tensors';
      readonly sha256: string;
      readonly key?: string;
      readonly sizeBytes: number;
      readonly headBytes: number;
    };

/** One of the answers, the most likely first. */
export interface Prediction {
  readonly prediction: string;
  /** Of the output; -1 where there is none. */
  readonly classId: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** `classification`, `rectangle`, `span`, `transcription`, `embedding`, `raw` … */
  readonly type: string;
  readonly value: Json;
}

/** How a request of the open inference protocol wants to be answered. */
export interface AnswerForm {
  /** Of the request, as its client calls it. */
  readonly id?: string;
  /** In their order, each as bytes or as JSON. */
  readonly outputs: readonly { readonly name: string; readonly binary: boolean }[];
}

/** How many tokens an input has, and how many of them the model was given. */
export interface TokenCount {
  readonly total: number;
  readonly used: number;
}

export interface RunAnswer {
  /** At most as many as the config's `top` says, 5 without it. */
  readonly predictions: readonly Prediction[];
  /** In the model itself. */
  readonly inferenceMs: number;
  /** Of `tensors` alone. */
  readonly form?: AnswerForm;
  /** Of a model that came without what its inspection found. */
  readonly inspected?: ModelFacts;
  /** Where the input became tokens. */
  readonly tokens?: TokenCount;
}

/**
 * How a run ended otherwise: `input` is the caller's mistake (422), `model` the model's (it is recorded), `worker` a process that
 * died, hung or grew (503, others go on), `absent` that the native parts are not installed (409).
 */
export interface RunFailure extends Unfit {
  /** Into the body of what was asked, when one value of it is the mistake. */
  readonly pointer?: string;
  readonly of: 'input' | 'model' | 'worker' | 'absent';
  /** Where it is known when to ask again. */
  readonly retryAfterSeconds?: number;
}

export interface RunnerLoad {
  /** Processes that run models. */
  readonly workers: number;
  /** Runs and inspections that are waited for. */
  readonly underWay: number;
  /** Processes that ended before they answered, since the start. */
  readonly lost: number;
}
export const IDLE: RunnerLoad = { workers: 0, underWay: 0, lost: 0 };

/** Opens and runs models in processes of their own, never in the one that asks (S33). */
export interface ModelRunner {
  /** Checks a file without opening it, then opens it and asks it made-up rows. `path` is on this machine; the runner does not keep it. */
  inspect(path: string, asker?: Asker): Promise<ModelFacts | RunFailure>;
  /** Opens a `tokenizer.json` once. */
  inspectTokenizer(path: string, asker?: Asker): Promise<TokenizerFacts | RunFailure>;
  /**
   * Always answers within `deadlineMs` and a little; a worker that does not is killed. Runs that work asks for take half of
   * the places at most.
   */
  run(
    model: RunnableModel,
    input: ModelInput,
    deadlineMs: number,
    asker?: Asker,
  ): Promise<RunAnswer | RunFailure>;
  /** What it does now, in this process. */
  readonly load: RunnerLoad;
  /** Ends the workers; what they work on fails as `worker`. */
  close(): Promise<void>;
}

export const isRunFailure = (answer: object): answer is RunFailure => 'of' in answer;
