import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { exampleModelVersion } from '../examples.js';
import { ModelVersion, ModelVersionService } from '../version.js';
import { OfVersionParams, ofVersionPath, tag } from './paths.js';

const { id, model_id, user_id, version_number } = exampleModelVersion;

export const reinstateModelVersion = operation({
  id: 'reinstateModelVersion',
  tag: 'Administration',
  summary: 'Put a version of a model back into service',
  description:
    'One that is out of service because its file ended the processes that ran it (`out_of_service`), as often as it is ' +
    'needed. What was counted against it counts no more. One that is in service stays as it is.',
  method: 'POST',
  path: '/admin/models/{id}/versions/{version_id}/reinstate',
  access: 'administrator',
  params: OfVersionParams,
  replies: ok('The version, without what is in it.', ModelVersionService),
  example: { reply: { id, model_id, user_id, version_number, can_inference: true } },
});

export const reinstateOwnModelVersion = operation({
  id: 'reinstateOwnModelVersion',
  tag,
  summary: 'Put a version back into service',
  description:
    'One that is out of service because its file ended the processes that ran it (`out_of_service`): once in 30 days by ' +
    'who may write the model, by an administrator as often as it is needed. One that is in service stays as it is.',
  method: 'POST',
  path: `${ofVersionPath}/reinstate`,
  access: 'models:write',
  params: OfVersionParams,
  replies: ok('The version as it is now.', ModelVersion),
  errors: ['forbidden', 'reinstated_lately'],
  example: { reply: exampleModelVersion },
});
