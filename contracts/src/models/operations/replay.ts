import { operation } from '../../kit/operation.js';
import { Job } from '../../work/job.js';
import { exampleModelVersion, exampleReplay } from '../examples.js';
import { Replay, ReplayInput } from '../replay.js';
import { OfVersionParams, ofVersionPath, tag } from './paths.js';

export const replayModelVersion = operation({
  id: 'replayModelVersion',
  tag,
  summary: 'Run a version on what another one was asked',
  description:
    'Before you switch: how often the version answers as the other one did, by label, and where not. It is asked what ' +
    'the list of inferences of the other version tells you, hidden ones left out: your own, and those of members where ' +
    'you may write the model through a role in its organization. Classifications agree in their first label, numbers ' +
    'within a ten thousandth, all others in the text of their first prediction. Nothing is recorded as an inference. ' +
    'What takes longer than a minute goes on as a job.',
  method: 'POST',
  path: `${ofVersionPath}/replay`,
  access: 'models:execute',
  params: OfVersionParams,
  body: ReplayInput,
  bodyLimit: 'configured',
  durableWork: true,
  rateClass: 'inference',
  replies: {
    200: { description: 'How the answers compare.', schema: Replay },
    202: {
      description: 'The replay goes on; `Location` is its job, whose `result` it will be.',
      schema: Job,
    },
  },
  errors: [
    'forbidden',
    'foreign_version',
    'model_not_runnable',
    'model_held_back',
    'job_cancelled',
    'requester_unavailable',
  ],
  example: { body: { of_version_id: exampleModelVersion.id, limit: 500 }, reply: exampleReplay },
});
