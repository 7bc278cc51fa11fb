import { operation } from '../../kit/operation.js';
import { ok } from '../../kit/replies.js';
import { exampleModelVersion } from '../examples.js';
import { ModelVersionService } from '../version.js';
import { OfVersionParams } from './paths.js';

const { id, model_id, user_id, version_number } = exampleModelVersion;

export const reinstateModelVersion = operation({
  id: 'reinstateModelVersion',
  tag: 'Administration',
  summary: 'Put a version of a model back into service',
  description:
    'One that is out of service because its file ended the processes that ran it (`out_of_service`). It may do so three ' +
    'times again, in every process. One that is in service stays as it is.',
  method: 'POST',
  path: '/admin/models/{id}/versions/{version_id}/reinstate',
  access: 'administrator',
  params: OfVersionParams,
  replies: ok('The version, without what is in it.', ModelVersionService),
  example: { reply: { id, model_id, user_id, version_number, can_inference: true } },
});
