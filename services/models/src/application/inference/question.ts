import type { FileRecord, InferenceInput } from '@cairn/contracts';
import {
  type Asker,
  isRefusal,
  type Json,
  type OwnCall,
  type Refusal,
  refuse,
  type ServiceTools,
} from '@cairn/kernel';
import type { KnownModel } from '../../domain/model/state.js';
import { codes } from '../../running/codes.js';
import {
  isRunFailure,
  type ModelInput,
  type ModelRunner,
  type RunAnswer,
  type RunFailure,
} from '../../running/port.js';
import { type Asking, givenModel } from '../parents.js';
import { keepingMinusZero } from './minus-zero.js';
import { type Chosen, chosenVersion, notRunnableAfter, runnableOf } from './runnable.js';
import { askedAs, inputOfFile, type SentTensors } from './sent-tensors.js';
import { suspend } from './suspending.js';

/** What a model is asked. */
export interface Question {
  readonly model_id: string;
  readonly model_version_id?: string;
  readonly body: Pick<InferenceInput, 'input_text' | 'inputs'>;
  readonly file?: FileRecord;
  readonly file_key?: string;
  readonly tensors?: SentTensors;
}

/** What is run on what. */
export interface Posed extends Chosen {
  readonly model: KnownModel;
  readonly input: ModelInput;
  readonly tensors: SentTensors | undefined;
}

/** How long it may run, who waits for it, and what a suspension of the version follows from. */
interface Terms {
  readonly ms: number;
  readonly asker: Asker;
  readonly cause: OwnCall;
}

const inputOf = ({ body, file, file_key, tensors }: Question): ModelInput | Refusal => {
  const given: readonly ModelInput[] = [
    ...(file === undefined ? [] : [inputOfFile(file, tensors, file_key)]),
    ...(body.input_text === undefined ? [] : [{ kind: 'text', text: body.input_text } as const]),
    ...(body.inputs === undefined
      ? []
      : [{ kind: 'raw', tensors: keepingMinusZero(body.inputs as Json) } as const]),
  ];
  const [input] = given;
  if (given.length === 1 && input !== undefined) return input;
  return refuse('model_input_invalid', 'A model is asked one thing: `input_text`, `inputs` or a file.');
};

/** What would be run for who asks, as rights are now; refused where nothing can be. */
export const posed = async (
  context: Asking & { readonly tools: Pick<ServiceTools, 'blobs'> },
  question: Question,
): Promise<Posed | Refusal> => {
  const model = await givenModel(context, question.model_id, 'execute');
  if (isRefusal(model)) return model;
  const version = await chosenVersion(context, model, question.model_version_id);
  if (isRefusal(version)) return version;
  const input = inputOf(question);
  if (isRefusal(input)) return input;
  const chosen = await runnableOf(context, model, version);
  return isRefusal(chosen) ? chosen : { ...chosen, model, input, tensors: question.tensors };
};

/** What a failure is told as; `undefined`: it is the model's own, which is recorded. */
const refusalOf = (failure: RunFailure): Refusal | undefined => {
  const { of, code, message, pointer } = failure;
  if (of === 'input') {
    const refused = code === codes.malformed ? 'malformed_json' : 'model_input_invalid';
    return refuse(
      refused,
      message,
      pointer === undefined ? undefined : [{ pointer, code: refused, message }],
    );
  }
  if (of === 'worker') return refuse('model_busy', message);
  return notRunnableAfter(failure);
};

/** What the model answered or failed with. A version that ended its worker too often is taken out of service. */
export const answerOf = async (
  tools: Pick<ServiceTools, 'execute'>,
  runner: ModelRunner,
  chosen: Posed,
  { ms, asker, cause }: Terms,
): Promise<RunAnswer | RunFailure | Refusal> => {
  const { file, tensors, input } = chosen;
  const answer = await runner.run(askedAs(file, tensors), input, ms, asker);
  if (!isRunFailure(answer)) return answer;
  if (answer.code === codes.outOfService) return suspend(tools, chosen, answer.message, cause);
  return refusalOf(answer) ?? answer;
};
