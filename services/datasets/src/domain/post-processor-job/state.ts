import { type PostProcessorJobEvent, postProcessorJobStreamEvents } from '@cairn/contracts';
import { aggregate, type Cause, type EventFacts } from '@cairn/kernel';

type AnsweredData = Extract<PostProcessorJobEvent, { type: 'PostProcessorJobAnswered' }>['data'];
type RequestedData = Extract<PostProcessorJobEvent, { type: 'PostProcessorJobRequested' }>['data'];

/** What a model answered, as the job keeps it until it is written on the item. */
export type KeptAnswer = Omit<AnsweredData, 'version_id' | 'item_id' | 'post_processor_id'>;

/** A job as its stream tells it. */
export interface KnownPostProcessorJob extends RequestedData {
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  /** Attempts that were used up, with the one under way. */
  readonly attempts: number;
  /** The revision of the claim, decimal; empty: nobody has it. */
  readonly fence: string;
  /** Who has it; empty: nobody. */
  readonly worker: string;
  /** Of a pending one: not before. Of one that a worker has: until when, RFC 3339. */
  readonly due: string;
  /** How long it has waited for what was away or busy since it was asked for or retried, ms. */
  readonly waited: number;
  /** How often it was retried. */
  readonly epoch: number;
  /** What asked for it. */
  readonly cause: Cause;
  /** `null`: the model has not answered, or the job is over. */
  readonly answer: KeptAnswer | null;
}

export type PostProcessorJobState = { readonly status: 'none' } | KnownPostProcessorJob;

const NONE: PostProcessorJobState = { status: 'none' };

const evolve = (
  state: PostProcessorJobState,
  event: PostProcessorJobEvent,
  facts: EventFacts,
): PostProcessorJobState => {
  if (event.type === 'PostProcessorJobRequested') return requested(event.data, facts);
  return state.status === 'none' ? state : changed(state, event, facts);
};

const requested = (data: RequestedData, { at, eventId, correlation }: EventFacts): KnownPostProcessorJob => ({
  ...data,
  status: 'pending',
  attempts: 0,
  ...{ fence: '', worker: '' },
  due: at,
  waited: 0,
  epoch: 0,
  cause: { eventId, correlation },
  answer: null,
});

const changed = (
  state: KnownPostProcessorJob,
  event: Exclude<PostProcessorJobEvent, { type: 'PostProcessorJobRequested' }>,
  { revision, at }: EventFacts,
): KnownPostProcessorJob => {
  switch (event.type) {
    case 'PostProcessorJobStarted': {
      const { lease_until: due, user_id, attempt: attempts, worker } = event.data;
      const claim = { fence: revision.toString(), worker, due };
      return { ...state, status: 'processing', ...claim, user_id, attempts };
    }
    case 'PostProcessorJobAnswered': {
      const { version_id: _version, item_id: _item, post_processor_id: _by, ...answer } = event.data;
      return { ...state, answer };
    }
    case 'PostProcessorJobDeferred': {
      const { due, counts } = event.data;
      const spared = counts
        ? {}
        : { attempts: state.attempts - 1, waited: state.waited + pauseUntil(due, at) };
      return { ...state, status: 'pending', fence: '', due, ...spared };
    }
    case 'PostProcessorJobCompleted':
      return { ...state, status: 'completed', fence: '', answer: null };
    case 'PostProcessorJobFailed':
      return { ...state, status: 'failed', fence: '', answer: null };
    case 'PostProcessorJobRetried': {
      const { max_attempts } = event.data;
      return { ...state, status: 'pending', due: at, waited: 0, max_attempts, epoch: state.epoch + 1 };
    }
    default:
      return event satisfies never;
  }
};

/** How long a job that is deferred waits from now on, ms. */
export const pauseUntil = (due: string, now: string): number =>
  Math.max(0, Date.parse(due) - Date.parse(now));

/** `postProcessorJob-<id>`: what one post-processor does with one item, as the item was at one revision. */
export const postProcessorJob = aggregate<PostProcessorJobState, PostProcessorJobEvent>({
  category: 'postProcessorJob',
  events: Object.values(postProcessorJobStreamEvents),
  stateVersion: 2,
  initial: NONE,
  evolve,
});
