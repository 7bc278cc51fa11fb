import { type JobLease, JobRefused, type ServiceTools } from '@cairn/kernel';
import { type JobOfVersion, landedBy } from './changes-of-job.js';

/** Does the work; where it is refused in the middle, the message also says what stays. */
export const tellingLanded = async <Result>(
  job: JobOfVersion,
  lease: Pick<JobLease, 'check'>,
  tools: Pick<ServiceTools, 'documents' | 'log' | 'streams' | 'reached'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof JobRefused)) throw error;
    const { put, deleted } = await landedBy(job, tools, lease);
    const gone = deleted.nodes + deleted.edges;
    if (put + gone === 0) throw error;
    const stays = ` What was done stays: ${put} nodes and edges were stored, ${gone} deleted.`;
    throw new JobRefused(error.code, `${error.message}${stays}`, error.errors);
  }
};
