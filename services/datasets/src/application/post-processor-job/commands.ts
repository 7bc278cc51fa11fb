import type { ServiceCommand } from '@cairn/kernel';
import { applyAnswer } from './apply-answer.js';
import { requestJob } from './request-job.js';
import { retryItemJob } from './retry-job.js';
import { stopPostProcessor } from './stop-post-processor.js';
import { answerJob, completeJob, deferJob, failJob, startJob } from './work-on-job.js';

/** The commands on jobs of post-processors; all but `retryItemJob` are the service's own. */
export const postProcessorJobServiceCommands: readonly ServiceCommand[] = [
  requestJob,
  startJob,
  answerJob,
  applyAnswer,
  completeJob,
  deferJob,
  failJob,
  retryItemJob,
  stopPostProcessor,
];
