import { operation } from '../../kit/operation.js';
import { deleted, ok } from '../../kit/replies.js';
import { ModelAliasInput } from '../alias.js';
import { exampleModel } from '../examples.js';
import { Model } from '../model.js';
import { AliasParams, aliasPath, tag } from './paths.js';

export const setModelAlias = operation({
  id: 'setModelAlias',
  tag,
  summary: 'Give a version an alias',
  description:
    'From the version that has it, if one has: no two ever do. A model has at most 50. `revert` on the model takes it back.',
  method: 'PUT',
  path: aliasPath,
  access: 'models:write',
  params: AliasParams,
  etag: true,
  body: ModelAliasInput,
  replies: ok('The model as it is now.', Model),
  errors: ['forbidden', 'foreign_version', 'aliases_too_many'],
  example: { body: { version_id: exampleModel.active_version_id }, reply: exampleModel },
});

export const deleteModelAlias = operation({
  id: 'deleteModelAlias',
  tag,
  summary: 'Remove an alias',
  description: 'The version that has it stays as it is.',
  method: 'DELETE',
  path: aliasPath,
  access: 'models:write',
  params: AliasParams,
  etag: true,
  replies: deleted('The alias', Model),
  errors: ['forbidden'],
  example: { reply: { ...exampleModel, aliases: {} } },
});
