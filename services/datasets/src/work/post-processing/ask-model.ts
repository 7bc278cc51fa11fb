import { modelCommands, type RunResult, type StopReason } from '@cairn/contracts';
import { causedBy, type CommandReply, derivedId, isTransient, type ServiceTools } from '@cairn/kernel';
import type { KnownItem } from '../../domain/item/state.js';
import { keptAnswers } from '../../domain/post-processor-job/answers.js';
import type { KeptAnswer, KnownPostProcessorJob } from '../../domain/post-processor-job/state.js';
import type { Ready } from './ready.js';

/** A model answers a job in this time or not at all, ms. */
export const ASK_MS = 240_000;

/** How a question ended: the job keeps the answer, waits, fails, or its post-processor stops. */
export type Asked =
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }
  | { readonly kind: 'away' | 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'stopped'; readonly reason: StopReason; readonly message: string };

/** What a job asks about. */
export interface Question {
  readonly job: KnownPostProcessorJob;
  readonly item: KnownItem;
  readonly read: 'text' | 'file';
  readonly post: Ready;
  readonly signal: AbortSignal;
}

/** Asks the model of a post-processor about an item, once however often it is called until the job is retried (law 3). */
export const askModel = async (
  { services, clock }: Pick<ServiceTools, 'services' | 'clock'>,
  question: Question,
): Promise<Asked> => {
  const { job, post, signal } = question;
  const { model_id, model_version, user_id, dataset_id } = post.settings;
  const { post_processor_id } = job;
  const input = {
    model_id,
    ...(model_version === '' ? {} : { model_version_id: model_version }),
    ...askedOf(question),
    post_processor: { dataset_id, post_processor_id, job_id: job.id },
  };
  try {
    const reply = await services.models.execute(modelCommands.runModel, input, {
      id: derivedId(job.id, 'ask', job.epoch),
      onBehalfOf: { kind: 'user', user_id },
      deadline: clock.now() + ASK_MS,
      ...causedBy(job.cause),
      signal,
    });
    return askedIn(reply, question);
  } catch (error) {
    if (isTransient(error)) return { kind: 'away', code: 'service_unavailable', message: AWAY };
    throw error;
  }
};

const AWAY = 'The models service cannot be asked now.';

const askedOf = ({ item, read }: Question) => {
  const body = { dataset_item_id: item.id };
  return read === 'text' || item.file === null
    ? { body: { ...body, input_text: item.text } }
    : { body, file: item.file };
};

const STOPS: Readonly<Record<string, StopReason>> = {
  not_found: 'entity_unavailable',
  forbidden: 'entity_unavailable',
  requester_unavailable: 'saver_unavailable',
  quota_reached: 'quota_reached',
};
const AWAYS: ReadonlySet<string> = new Set(['model_busy', 'projection_lag']);

const askedIn = (reply: CommandReply, { post, read }: Question): Asked => {
  if (reply.status === 'refused') {
    const { code, detail: message } = reply;
    const reason = Object.hasOwn(STOPS, code) ? STOPS[code] : undefined;
    if (reason !== undefined) return { kind: 'stopped', reason, message };
    return { kind: AWAYS.has(code) ? 'away' : 'failed', code, message };
  }
  const told = reply.result as RunResult | undefined;
  if (told === undefined) throw new Error('a run of a model was answered without its result');
  const { error, items, inference_id, model_version_id } = told;
  if (error !== '') return { kind: 'failed', code: 'model_failed', message: error };
  const { model_id } = post.settings;
  return {
    kind: 'answered',
    answer: { ...keptAnswers(items), read, model_id, model_version_id, inference_id },
  };
};
