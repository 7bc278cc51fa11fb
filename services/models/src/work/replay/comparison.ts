import { type Asker, type JobLease, JobRefused, pause, type ServiceTools } from '@cairn/kernel';
import { type Chosen, notRunnableAfter } from '../../application/inference/runnable.js';
import { askedAs } from '../../application/inference/sent-tensors.js';
import { suspend } from '../../application/inference/suspending.js';
import { itemsOfRun, type KnownItem, toldItems } from '../../domain/inference/items.js';
import type { KnownReplay } from '../../domain/job/state.js';
import { agree, isClassification } from '../../domain/replay/agreement.js';
import type { Labels, Outcome } from '../../domain/replay/tally.js';
import type { InferenceDocument } from '../../read-models/documents.js';
import { sealedDifference } from '../../read-models/jobs/sealed-differences.js';
import { codes } from '../../running/codes.js';
import {
  isRunFailure,
  type ModelRunner,
  type RunAnswer,
  type RunFailure,
  type RunnableModel,
} from '../../running/port.js';
import { type Recorded, recordedIn } from './inputs.js';

/** Longer than those who ask now have: a worker is killed for being late only when nobody who shares it has time left. */
const INPUT_MS = 30_000;
/** What ended a worker may be asked again; then it counts as failed. */
const TRIES = 2;
const AGAIN_MS = 500;
/** Characters of an answer, and of a label, that are told. */
const [ANSWER_LENGTH, LABEL_LENGTH] = [200, 100];

export interface Comparing {
  readonly job: Pick<KnownReplay, 'id'>;
  readonly chosen: Chosen;
  readonly runner: ModelRunner;
  readonly asker: Asker;
  readonly tools: Pick<ServiceTools, 'vault' | 'execute'>;
  readonly lease: Pick<JobLease, 'check' | 'signal'>;
}

/**
 * Asks a version what an inference was asked, and compares. Throws `JobRefused` when nothing can be run, `WorkStopped` when the
 * work must stop.
 */
export const compared = async (comparing: Comparing, document: InferenceDocument): Promise<Outcome> => {
  const recorded = await recordedIn(document);
  if (typeof recorded === 'string') return { kind: 'left_out', reason: recorded };
  const answer = await answerTo(comparing, recorded);
  if (isRunFailure(answer)) return outcomeOf(answer);
  const { before } = recorded;
  const [after] = await toldItems(itemsOfRun(answer.predictions));
  const agreed = agree(before, after);
  return {
    kind: 'compared',
    agreed,
    labels: labelsOf(before, after, document, comparing.chosen.file),
    difference: agreed ? undefined : await difference(comparing, document, after),
  };
};

/** A file that is gone was asked; what else the version does not take, or fails with, is the version's. */
const outcomeOf = ({ of, code }: RunFailure): Outcome =>
  of === 'input' && code === codes.missing ? { kind: 'left_out', reason: 'unreadable' } : { kind: 'failed' };

/** Where too many wait those who ask now go first: it waits until there is room. */
const answerTo = async (
  { job, chosen, runner, asker, tools, lease }: Comparing,
  { input, tensors }: Recorded,
): Promise<RunAnswer | RunFailure> => {
  for (let tries = 1; ;) {
    const answer = await runner.run(askedAs(chosen.file, tensors), input, INPUT_MS, asker);
    if (!isRunFailure(answer)) return answer;
    lease.check();
    const refusal =
      answer.code === codes.outOfService
        ? await suspend(tools, chosen, answer.message, { id: job.id })
        : notRunnableAfter(answer);
    if (refusal !== undefined) throw new JobRefused(refusal.refused, refusal.detail);
    if (answer.of !== 'worker') return answer;
    if (answer.code !== codes.busy && tries++ >= TRIES) return answer;
    await pause(AGAIN_MS, lease.signal);
    lease.check();
  }
};

/**
 * The labels by which a comparison is counted, in the clear: they are the model's own names. What somebody added may have
 * been called anything: it is counted when it is called as the version calls it.
 */
const labelsOf = (
  before: KnownItem | undefined,
  after: KnownItem | undefined,
  { source }: Pick<InferenceDocument, 'source'>,
  { labels }: RunnableModel,
): Labels | undefined => {
  if (before === undefined || after === undefined || ![before, after].every(isClassification))
    return undefined;
  const isOwnName =
    source === 'run' || before.prediction === after.prediction || labels?.includes(before.prediction);
  return isOwnName === true
    ? { before: cut(before.prediction, LABEL_LENGTH), after: cut(after.prediction, LABEL_LENGTH) }
    : undefined;
};

const difference = async (
  { job, tools }: Comparing,
  { id: inference_id, confidence: confidence_before, items }: InferenceDocument,
  after: KnownItem | undefined,
) => {
  const [before] = JSON.parse(items) as readonly KnownItem[];
  return sealedDifference(tools.vault, job.id, {
    inference_id,
    before: cut(before?.prediction ?? '', ANSWER_LENGTH),
    after: cut(after?.prediction ?? '', ANSWER_LENGTH),
    confidence_before,
    confidence_after: after?.confidence ?? 0,
  });
};

/** Whole characters. */
const cut = (text: string, length: number): string =>
  Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('');
