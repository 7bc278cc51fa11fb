import type { InferenceEvent, RunResult } from '@cairn/contracts';
import {
  type CommandContext,
  isRefusal,
  projected,
  type Refusal,
  refuse,
  sent,
  streamOf,
} from '@cairn/kernel';
import type { RecordedInference } from '../../domain/inference/decisions.js';
import { recordedItems } from '../../domain/inference/items.js';
import { inference } from '../../domain/inference/state.js';

const gone = (): Refusal =>
  refuse('purged', 'The inference was deleted for good: its answer cannot be read any more.');

/**
 * What a run answered, as the log has it: a command that comes again is told the same, however late. Refused once the
 * inference is deleted, also while its key still waits to be erased.
 */
export const recordedResult = async (context: CommandContext, id: string): Promise<RunResult | Refusal> => {
  const { status } = await context.load(inference, id);
  if (status !== 'live') return gone();
  const recorded = await firstEventOf(context, id);
  return isRefusal(recorded) ? recorded : resultOf(recorded);
};

const firstEventOf = async (
  { tools: { log, streams, vault } }: CommandContext,
  id: string,
): Promise<RecordedInference | Refusal> => {
  const [first] = await log.read(streamOf(inference, id), { limit: 1 });
  const opened = first && (await projected(streams.registryOf(inference), first, vault));
  const event = opened?.event as InferenceEvent | undefined;
  if (event?.type !== 'InferenceRecorded') throw new Error(`${id} does not begin with what was answered`);
  return event.data;
};

const resultOf = async ({
  id,
  model_version_id,
  error,
  items,
  source,
  tokens,
}: RecordedInference): Promise<RunResult | Refusal> => {
  // Empty: the key was erased after the stream was read. A run always has items, `[]` at least.
  if (typeof items !== 'string' || items === '') return gone();
  return {
    inference_id: id,
    model_version_id,
    error,
    items: [...(await recordedItems({ source, items }))],
    ...sent({ tokens }),
  };
};
