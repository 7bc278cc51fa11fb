import { namedEntities } from '@cairn/assets';
import { model } from '@cairn/contracts';
import { modelReads } from '../models.js';
import { modelVersions } from '../versions.js';
import type { ModelDocument } from './documents.js';

/** What is answered about models that workflows name. */
export const namedModels = namedEntities(model, modelReads, {
  use: 'execute',
  own: ({ kind, application_id }: ModelDocument) => ({ kind, application_id }),
  versions: modelVersions.named,
});
