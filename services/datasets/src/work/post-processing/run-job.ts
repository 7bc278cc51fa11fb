import { errorKind, isRefusal, isTransient, type ServiceTools } from '@cairn/kernel';
import { type Parents, visibleVersion } from '../../domain/version/parents.js';
import { dataset } from '../../domain/dataset/state.js';
import { standing } from '../../domain/post-processor-job/answered.js';
import { visibleItem } from '../../domain/item/changing.js';
import { readOf } from '../../domain/item/processing.js';
import { datasetItem, type KnownItem } from '../../domain/item/state.js';
import type { KeptAnswer } from '../../domain/post-processor-job/state.js';
import { datasetVersion } from '../../domain/version/state.js';
import { ASK_MS, type Asked, askModel } from './ask-model.js';
import { makeLabels } from './auto-labels.js';
import { ClaimedJob, ClaimLost, StepRefused } from './claimed-job.js';
import { type Ready, readiness } from './ready.js';

/** A claim lasts as long as a question, and the time to write its answer. */
const LEASE_MS = ASK_MS + 30_000;

export interface Taking {
  readonly id: string;
  readonly worker: string;
  /** The worker that has it, and is not there any more. */
  readonly gone: string | undefined;
  readonly post: Ready | { readonly state: 'gone' };
  /** The worker stops: the job is let go. */
  readonly signal: AbortSignal;
}

/** Takes a job and brings it to its end, or lets it wait. False when it was not to be taken. Never throws. */
export const runJob = async (tools: ServiceTools, taking: Taking): Promise<boolean> => {
  const { id, worker, gone, post } = taking;
  let claimed: ClaimedJob | undefined;
  try {
    const userId = post.state === 'ready' ? post.settings.user_id : undefined;
    claimed = await ClaimedJob.claim(tools, { id, worker, gone, userId, leaseMs: LEASE_MS });
    if (claimed === undefined) return false;
    await work(tools, claimed, taking);
  } catch (error) {
    await stumbled(tools, claimed, taking, error);
  }
  return claimed !== undefined;
};

const work = async (tools: ServiceTools, claimed: ClaimedJob, { post, signal }: Taking): Promise<void> => {
  const found = await foundOf(tools, claimed);
  if (found === undefined) return claimed.fail('item_gone', NO_ITEM, true);
  if (post.state === 'gone') return failGone(claimed);
  const { item, parents } = found;
  const { answer } = claimed.job;
  const answered = answer === null ? await ask(tools, claimed, item, post, signal) : { claimed, answer };
  if (answered === undefined) return;
  await write(tools, answered, { item, parents, post });
};

const NO_ITEM = 'The item is not there any more.';

const failGone = (claimed: ClaimedJob): Promise<void> =>
  claimed.fail('post_processor_gone', 'The post-processor is not there any more.');

interface Found {
  readonly item: KnownItem;
  readonly parents: Parents;
}

/** The item and what it is in, as their streams tell; `undefined` when one of them is gone. */
const foundOf = async ({ streams }: ServiceTools, { job }: ClaimedJob): Promise<Found | undefined> => {
  const owner = (await streams.current(dataset, job.dataset_id)).state;
  const version = visibleVersion(
    (await streams.current(datasetVersion, job.version_id)).state,
    job.dataset_id,
  );
  if (owner.status !== 'live' || isRefusal(version)) return undefined;
  const parents = { dataset: owner, version };
  const item = visibleItem((await streams.current(datasetItem, job.item_id)).state, parents);
  return isRefusal(item) ? undefined : { item, parents };
};

interface Answered {
  readonly claimed: ClaimedJob;
  readonly answer: KeptAnswer;
}

/** The job once its model has answered; `undefined` when it came to another end. */
const ask = async (
  tools: ServiceTools,
  claimed: ClaimedJob,
  item: KnownItem,
  post: Ready,
  signal: AbortSignal,
): Promise<Answered | undefined> => {
  const read = readOf(item, post);
  const state = read === undefined ? 'nothing' : standing(item, claimed.job.content, read);
  if (read === undefined || state !== 'asked') {
    await claimed.complete(state);
    return undefined;
  }
  const asked = await askModel(tools, { job: claimed.job, item, read, post, signal });
  if (asked.kind === 'answered')
    return { claimed: await claimed.answered(asked.answer), answer: asked.answer };
  await unanswered(claimed, asked);
  return undefined;
};

const unanswered = (claimed: ClaimedJob, asked: Exclude<Asked, { kind: 'answered' }>): Promise<void> => {
  switch (asked.kind) {
    case 'away':
      return claimed.waitFor(asked.code, asked.message);
    case 'failed':
      return claimed.fail(asked.code, asked.message);
    case 'stopped':
      return claimed.waitStopped(asked.reason, asked.message);
    default:
      return asked satisfies never;
  }
};

const write = async (
  tools: ServiceTools,
  { claimed, answer }: Answered,
  { item, parents, post }: Found & { readonly post: Ready },
): Promise<void> => {
  await makeLabels(tools, { ...claimed.job, answer }, item, parents, post);
  const { outcome, applied, left } = await claimed.apply(post.saver);
  await claimed.complete(outcome, applied, left);
};

/** What could not be done is tried again, by the fault. The claim that is not given back is over after its time. */
const stumbled = async (
  tools: ServiceTools,
  claimed: ClaimedJob | undefined,
  { id, signal }: Taking,
  error: unknown,
): Promise<void> => {
  if (claimed === undefined || error instanceof ClaimLost) return;
  try {
    if (signal.aborted) await claimed.letGo();
    else if (error instanceof StepRefused) await refused(tools, claimed, error);
    else if (isTransient(error))
      await claimed.waitFor('service_unavailable', 'What it needs cannot be reached now.');
    else {
      tell(tools, id, error);
      await claimed.tryAgain('internal', 'Something went wrong in Cairn.');
    }
  } catch (again) {
    if (!(again instanceof ClaimLost)) tell(tools, id, again);
  }
};

const refused = async (
  tools: ServiceTools,
  claimed: ClaimedJob,
  { code, message }: StepRefused,
): Promise<void> => {
  if (code === 'quota_reached') return claimed.waitStopped(code, message);
  return code === 'not_found' || code === 'forbidden'
    ? notThere(tools, claimed, message)
    : claimed.fail(code, message);
};

/** Who may not do it any more is told that there is nothing: what of it is so is asked. */
const notThere = async (tools: ServiceTools, claimed: ClaimedJob, message: string): Promise<void> => {
  const { state } = await readiness(tools, claimed.job.post_processor_id);
  if (state === 'waiting') return claimed.waitFor('entity_unavailable', message);
  return state === 'gone' ? failGone(claimed) : claimed.fail('item_gone', NO_ITEM, true);
};

const tell = ({ logger, errors }: ServiceTools, job: string, err: unknown): void => {
  logger.error({ err, job }, 'a job of a post-processor stumbled');
  errors.note({
    name: errorKind(err),
    description: 'A job of a post-processor stumbled.',
    where: 'datasets.postProcessing',
    entity: 'job',
    entityId: job,
    userId: '',
  });
};
