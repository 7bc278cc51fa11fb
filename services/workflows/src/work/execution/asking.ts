import { type FileRecord, LONGEST_INPUT, modelCommands, type RunResult } from '@cairn/contracts';
import {
  type CommandReply,
  derivedId,
  isLonger,
  isTransient,
  principalNow,
  type ServiceTools,
} from '@cairn/kernel';
import type { PlannedNode } from '../../domain/execution/plan.js';
import type { KnownExecution } from '../../domain/execution/state.js';
import { type Answer, answerOf, questionOf, type Value } from '../../domain/execution/values.js';

/** How one attempt of a node ended. `away`: whom it asks cannot be asked now, and is asked again under the same id. */
export type Ran =
  | { readonly kind: 'completed'; readonly answer: Answer }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly inference_id?: string;
    }
  | { readonly kind: 'away' };

/** A model runs no longer for one question, ms. */
const LONGEST_MS = 240_000;

export interface AskedNode {
  readonly job: Pick<KnownExecution, 'id' | 'workflow_id' | 'user_id' | 'requester' | 'file' | 'cause'>;
  readonly node: PlannedNode;
  readonly attempt: number;
  readonly value: Value;
  readonly fileKey: string | undefined;
  /** When its time is over, ms of the clock; `Infinity` where it has no end. */
  readonly deadline: number;
}

export type FailedRun = Extract<Ran, { readonly kind: 'failed' }>;

const failed = (code: string, message: string): FailedRun => ({ kind: 'failed', code, message });

export const TIME_OVER = failed('timeout', 'The time of the node was over.');

const NOTHING_TO_ASK = failed(
  'node_input_invalid',
  'What came to the node is nothing that a model can be asked.',
);
const TOO_LONG = failed(
  'node_input_invalid',
  `The text that came to the node has more than ${LONGEST_INPUT.toLocaleString('en')} characters.`,
);

/**
 * Asks the model of a node, once however often it is called for the same attempt (law 3). Throws `JobRefused` when who
 * executes is not in force any more.
 */
export const askModel = async (
  tools: Pick<ServiceTools, 'services' | 'clock' | 'requesters'>,
  asked: AskedNode,
): Promise<Ran> => {
  const { services, clock } = tools;
  const { job, node, attempt, deadline } = asked;
  const question = askedOf(asked);
  if ('kind' in question) return question;
  const input = {
    model_id: node.entity_id,
    model_version_id: node.version_id,
    ...question,
    for_user: job.user_id,
    origin: { workflow_id: job.workflow_id, execution_id: job.id, node_id: node.id },
  };
  try {
    const reply = await services.models.execute(modelCommands.runModel, input, {
      id: stepId(job.id, node.id, attempt),
      onBehalfOf: { kind: 'user', user_id: node.saver },
      deadline: Math.min(clock.now() + LONGEST_MS, deadline),
      causation: job.cause.eventId,
      correlation: job.cause.correlation,
    });
    // It is told of who executes too: then that no node is to blame for.
    if (reply.status === 'refused' && reply.code === 'requester_unavailable') await principalNow(tools, job);
    return ranOf(reply, node);
  } catch (error) {
    if (isTransient(error)) return { kind: 'away' };
    throw error;
  }
};

/** The id of one attempt of a node: what is sent under it is done once. An attempt that was not recorded has the same again. */
const stepId = (executionId: string, nodeId: string, attempt: number): string =>
  derivedId(executionId, `step ${nodeId}`, attempt);

/** What a model is asked beside its id, or why there is nothing that it could be asked. */
const askedOf = ({ value, job, fileKey }: AskedNode) => {
  const question = questionOf(value);
  if (question === undefined) return NOTHING_TO_ASK;
  if (question !== 'the file')
    return isLonger(question.text, LONGEST_INPUT) ? TOO_LONG : { body: { input_text: question.text } };
  const file: FileRecord | undefined = job.file;
  if (file === undefined) return NOTHING_TO_ASK;
  return { body: {}, file, ...(fileKey === undefined ? {} : { file_key: fileKey }) };
};

/** What a node's saver may not use any more, or what is gone. */
const UNAVAILABLE: ReadonlySet<string> = new Set(['not_found', 'forbidden', 'requester_unavailable']);

const UNUSABLE =
  'The model, or the version of it that was fixed when the execution began, is gone or none that who saved the node may use.';

const ranOf = (reply: CommandReply, { settings }: PlannedNode): Ran => {
  if (reply.status === 'refused') {
    if (reply.code === 'model_busy' || reply.code === 'projection_lag') return { kind: 'away' };
    return UNAVAILABLE.has(reply.code)
      ? failed('entity_unavailable', UNUSABLE)
      : failed(reply.code, reply.detail);
  }
  const result = reply.result as RunResult | undefined;
  if (result === undefined) throw new Error('a run of a model was answered without its result');
  const { error, inference_id } = result;
  return error === ''
    ? { kind: 'completed', answer: answerOf(result, settings) }
    : { ...failed('model_failed', error), inference_id };
};
