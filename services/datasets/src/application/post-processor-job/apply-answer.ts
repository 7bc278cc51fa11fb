import { postProcessorJobCommands } from '@cairn/contracts';
import { derivedId, isRefusal, notFound, type Refusal, refuse, serviceCommand } from '@cairn/kernel';
import { type AnsweredJob, type Written, writtenOn } from '../../domain/post-processor-job/answered.js';
import { visibleItem } from '../../domain/item/changing.js';
import { predictionsIn } from '../../domain/post-processor-job/answers.js';
import { datasetItem } from '../../domain/item/state.js';
import { postProcessorJob, type PostProcessorJobState } from '../../domain/post-processor-job/state.js';
import { postProcessors } from '../../post-processors.js';
import { givenParents } from '../parents.js';

/** The job whose answer is to be written by who has it under this fence. */
const answeredJob = (state: PostProcessorJobState, fence: string, userId: string): AnsweredJob | Refusal => {
  if (state.status !== 'processing' || state.answer === null) return notFound();
  if (state.fence !== fence || state.user_id !== userId)
    return refuse('conflict', 'Another worker has the job.');
  return { ...state, answer: state.answer, predictions: predictionsIn(state.answer.result) };
};

/**
 * Writes the answer of a job on its item. Rights, labels and settings are those of the moment. A job that has written does
 * not write again, whoever sends this (law 3): the item remembers it.
 */
export const applyAnswer = serviceCommand(
  postProcessorJobCommands.apply,
  async ({ job_id, fence }, context) => {
    const state = await context.load(postProcessorJob, job_id);
    if (state.status === 'none') return notFound();
    let written: Written | undefined;
    const executed = await context.execute(datasetItem, state.item_id, {
      given: async () => {
        const job = answeredJob(
          await context.load(postProcessorJob, job_id),
          fence,
          context.principal.userId,
        );
        if (isRefusal(job)) return job;
        const parents = await givenParents(context, state, 'write')();
        if (isRefusal(parents)) return parents;
        const record = await context.load(postProcessors.aggregate, job.post_processor_id);
        if (record.status !== 'live') return notFound();
        return { job, parents, settings: record.values };
      },
      decide: (current, { job, parents, settings }) => {
        const item = visibleItem(current, parents);
        if (isRefusal(item)) return item;
        const annotationId = (ordinal: number): string => derivedId(job.id, 'annotation', ordinal);
        written = writtenOn(item, job, { parents, settings, annotationId });
        return written.events;
      },
    });
    if (isRefusal(executed)) return executed;
    const item = await context.load(datasetItem, state.item_id);
    const by = item.status === 'none' ? undefined : item.processing.by[state.post_processor_id];
    const { outcome, applied, left } = by?.job_id === job_id ? by : (written ?? OVERTAKEN);
    return { ...executed, result: { outcome, applied, left: left.map((each) => ({ ...each })) } };
  },
);

/** The command was here before, and another job of the post-processor has worked on the item since. */
const OVERTAKEN = { outcome: 'overtaken', applied: 0, left: [] } as const;
