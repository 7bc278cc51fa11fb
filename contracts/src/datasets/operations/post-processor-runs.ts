import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { Job } from '../../work/job.js';
import { exampleLabel } from '../examples.js';
import { postProcessor } from '../post-processor.js';
import {
  PostProcessorRun,
  PostProcessorRunInput,
  PostProcessorTryInput,
  TriedPostProcessor,
} from '../post-processor-run.js';
import { InDatasetParams } from './paths.js';

const tag = 'Post-processors';
const onePath = postProcessor.description.paths.one;

export const runDatasetPostProcessor = operation({
  id: 'runDatasetPostProcessor',
  tag,
  summary: 'Have a post-processor work on items that are there',
  description:
    'It asks for a job for each of these items, which work as those of items that come. At most 2,000 jobs of a dataset ' +
    'wait at a time: the run goes on when some have ended. It is durable work: what takes longer than ten seconds goes on ' +
    'as a job. Cancelling that asks for no more; what was asked for ends by itself. It fails with ' +
    '`post_processor_not_working` when the post-processor is disabled meanwhile; another run goes on where it ended.',
  method: 'POST',
  path: `${onePath}/run`,
  access: 'datasets:write',
  params: InDatasetParams,
  body: PostProcessorRunInput,
  durableWork: true,
  replies: {
    200: { description: 'What it asked for.', schema: PostProcessorRun },
    202: { description: 'The run goes on; `Location` is its job.', schema: Job },
  },
  errors: [
    'forbidden',
    'foreign_version',
    'foreign_split',
    'post_processor_not_working',
    'provider_not_served',
    'job_running',
    'job_cancelled',
    'requester_unavailable',
    'quota_reached',
  ],
  example: {
    body: { only: 'missing' },
    reply: { looked_at: 1_000, asked: 900, there_already: 90, nothing_to_read: 10 },
  },
});

export const tryDatasetPostProcessor = operation({
  id: 'tryDatasetPostProcessor',
  tag,
  summary: 'Show what a post-processor would write',
  description:
    'The model is asked once, as you, and nothing is stored: about an item, with `item_id`, or about a `text`. You must be ' +
    'able to read and write the dataset, and to execute the model. A disabled post-processor can be tried too.',
  method: 'POST',
  path: `${onePath}/try`,
  access: 'datasets:write',
  params: InDatasetParams,
  body: PostProcessorTryInput,
  bodyLimit: 'configured',
  rateClass: 'execute',
  eventless: true,
  replies: ok('What it would write.', TriedPostProcessor),
  errors: [
    'forbidden',
    'foreign_version',
    'model_unavailable',
    'model_not_runnable',
    'model_held_back',
    'model_input_invalid',
    'model_busy',
    'provider_not_served',
  ],
  example: {
    body: { text: 'You have won!' },
    reply: {
      annotations: [
        {
          type: 'classification',
          label: exampleLabel.name,
          label_id: exampleLabel.id,
          value: {},
          confidence: 0.93,
        },
      ],
      left: [{ code: 'not_best', count: 1 }],
      unknown_labels: [],
      answers: [
        { prediction: exampleLabel.name, confidence: 0.93, type: 'classification', value: {} },
        { prediction: 'ham', confidence: 0.07, type: 'classification', value: {} },
      ],
      error: '',
      model_version_id: '01955652-1b2c-7d3e-8f40-516273849506',
      ms: 12.8,
    },
  },
});
