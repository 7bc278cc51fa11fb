import { namedEntities, numbersOf } from '@cairn/assets';
import { model, type ModelVersion } from '@cairn/contracts';
import { modelReads } from '../models.js';
import type { ModelDocument, VersionDocument } from './documents.js';
import { MODEL_VERSIONS, VERSIONS } from './versions/project.js';
import { versionResource } from './versions/resource.js';

type Numbered = VersionDocument & { readonly number: number };
type Own = Pick<ModelDocument, 'kind' | 'application_id'>;

/** What is answered about models that workflows name. */
export const namedModels = namedEntities<ModelDocument, Numbered, ModelVersion, Own>(model, modelReads, {
  use: 'execute',
  own: ({ kind, application_id }) => ({ kind, application_id }),
  versions: {
    collection: VERSIONS,
    of: 'model_id',
    where: { deleted: false },
    // What no model has taken in is not there.
    there: async (context, found) => {
      const numbers = await numbersOf(
        context,
        { collection: MODEL_VERSIONS.numbers },
        found.map(({ id }) => id),
      );
      return (found as readonly VersionDocument[]).flatMap((each) => {
        const number = numbers.get(each.id);
        return number === undefined ? [] : [{ ...each, number }];
      });
    },
    shown: (version, asset) => versionResource({ version, number: version.number }, asset),
  },
});
