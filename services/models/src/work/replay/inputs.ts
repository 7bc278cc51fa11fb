import type { LeftOutReason } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { inputOfFile, type SentTensors, tensorsIn } from '../../application/inference/sent-tensors.js';
import { type KnownItem, recordedItems } from '../../domain/inference/items.js';
import type { InferenceDocument } from '../../read-models/documents.js';
import type { ModelInput } from '../../running/port.js';

/** What was asked, and the first of what was answered; `undefined` when nothing was found. */
export interface Recorded {
  readonly input: ModelInput;
  /** Of a request of the open inference protocol. */
  readonly tensors: SentTensors | undefined;
  readonly before: KnownItem | undefined;
}

/** What can be asked again of an inference, else why it cannot. */
export const recordedIn = async (document: InferenceDocument): Promise<Recorded | LeftOutReason> => {
  if (document.privacy_enabled) return 'private';
  if (document.error !== '') return 'failed_before';
  const [before] = await recordedItems(document);
  const tensors = document.source === 'run' ? tensorsIn(document.config) : undefined;
  const input = inputOf(document, before?.type === 'raw', tensors);
  return typeof input === 'string' ? input : { input, tensors, before };
};

/** Named tensors were kept as JSON (`raw`). */
const inputOf = (
  { file, input_text: text }: InferenceDocument,
  isRaw: boolean,
  tensors: SentTensors | undefined,
): ModelInput | LeftOutReason => {
  if (file !== null) return inputOfFile(file, tensors);
  if (text === undefined) return 'without_input';
  return isRaw ? rawInput(text) : { kind: 'text', text };
};

const rawInput = (text: string): ModelInput | LeftOutReason => {
  try {
    return { kind: 'raw', tensors: JSON.parse(text) as Json };
  } catch {
    return 'unreadable';
  }
};
