import { statsLimits } from '@cairn/contracts';
import { type JobLease, JobRefused, type ServiceTools, untilReached } from '@cairn/kernel';
import { type GraphJob, READING } from '../../domain/job/state.js';
import { type ContentThen, contentThen } from '../../read-models/content/moment.js';

/** So often it is told how far the work is. */
const TOLD_EACH = 1_000;

/** All of the content of a version at the moment when work on it began. */
export interface WholeContent {
  readonly content: ContentThen;
  /** Called after each element. Throws `WorkStopped`. */
  step(this: void): void;
}

/** The content with all that was written when the work began. Throws `JobRefused` where it is too large. */
export const wholeContent = async (
  { version_id }: Pick<GraphJob, 'version_id'>,
  lease: Pick<JobLease, 'check' | 'progress'>,
  tools: Pick<ServiceTools, 'documents' | 'log' | 'reached'>,
): Promise<WholeContent> => {
  await untilReached(await tools.log.head(), tools, () => lease.check());
  const { documents } = tools;
  const content = await contentThen({ documents, today: documents }, version_id);
  const { nodes, edges } = content;
  if (Math.max(nodes, edges) > statsLimits.measuredByJob) throw tooMany(nodes, edges);
  let done = 0;
  const step = (): void => {
    done += 1;
    if (done % TOLD_EACH !== 0) return;
    lease.check();
    lease.progress({ phase: READING, done, total: nodes + edges });
  };
  return { content, step };
};

const tooMany = (nodes: number, edges: number): JobRefused =>
  new JobRefused(
    'too_many_elements',
    `The version has ${nodes} nodes and ${edges} edges; at most ${statsLimits.measuredByJob} of each are gone over.`,
  );
