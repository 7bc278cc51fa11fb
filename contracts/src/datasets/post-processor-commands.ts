import { Type } from '@sinclair/typebox';
import { command } from '../kit/command.js';
import { OneOf, Time, Uuid } from '../kit/schemas.js';
import { jobCommands } from '../work/commands.js';
import { JobError } from '../work/events.js';
import { stopReasons } from './post-processor.js';
import { LeftAnswers } from './post-processor-job.js';

const Fence = Type.String({ description: 'The revision of the claim that the worker has, decimal.' });
/** The job of the next post-processor of the item, asked for where this one ends. */
const Next = Type.Optional(Type.Object({ job_id: Uuid, post_processor_id: Uuid, user_id: Type.String() }));
const ofJob = { job_id: Uuid, fence: Fence };

/** What the datasets service tells itself about jobs of post-processors. */
export const postProcessorJobCommands = {
  /** Nothing happens where the item has another content by then, or is gone. */
  request: command(
    'datasets.requestPostProcessorJob',
    Type.Object({
      job_id: Uuid,
      dataset_id: Uuid,
      version_id: Uuid,
      item_id: Uuid,
      post_processor_id: Uuid,
      user_id: Type.String(),
      content: Type.String(),
      run_id: Type.String(),
    }),
  ),
  /** `gone`: the worker that has it, and is not there any more. */
  start: command(
    'datasets.startPostProcessorJob',
    Type.Object({
      job_id: Uuid,
      worker: Type.String(),
      user_id: Type.String(),
      lease_until: Time,
      gone: Type.Optional(Type.String()),
    }),
  ),
  answer: command(
    'datasets.answerPostProcessorJob',
    Type.Object({
      ...ofJob,
      result: Type.String(),
      cut: Type.Integer({ minimum: 0 }),
      read: OneOf(['text', 'file']),
      model_id: Uuid,
      model_version_id: Uuid,
      inference_id: Uuid,
    }),
  ),
  /**
   * Writes the answer of a job on its item, once. Sent as the person with whose rights the post-processor works. The reply's
   * `result` is `{ outcome, applied, left }`.
   */
  apply: command('datasets.applyPostProcessorJob', Type.Object(ofJob)),
  complete: command(
    'datasets.completePostProcessorJob',
    Type.Object({
      ...ofJob,
      outcome: Type.String(),
      applied: Type.Integer({ minimum: 0 }),
      left: Type.Array(LeftAnswers),
      next: Next,
    }),
  ),
  defer: command(
    'datasets.deferPostProcessorJob',
    Type.Object({
      ...ofJob,
      code: Type.String(),
      message: Type.String(),
      due: Time,
      counts: Type.Boolean(),
    }),
  ),
  fail: command(
    'datasets.failPostProcessorJob',
    Type.Object({ ...ofJob, code: Type.String(), message: Type.String(), next: Next }),
  ),
  /** The post-processor works no more until somebody enables it. */
  stop: command('datasets.stopPostProcessor', Type.Object({ id: Uuid, reason: OneOf(stopReasons) })),
} as const;

/** What the work is told that asks for jobs of post-processors. */
export const labellingJobCommands = jobCommands({
  service: 'datasets',
  noun: 'LabellingJob',
  error: JobError,
});
