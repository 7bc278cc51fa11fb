import { chargedBytes, type Totalled, versionCollections } from '@cairn/assets';
import type { ModelVersionDocument } from '../documents.js';

/** What the files of versions take, by who made them. */
export const totalledVersions: Totalled = {
  collection: versionCollections('model').versions,
  totals: 'model_version_totals',
  atOnce: 100,
  chargedOf: (document) => {
    const { user_id, assets, purged } = document as ModelVersionDocument;
    const files = purged === true ? [] : Object.values(assets);
    return chargedBytes(
      user_id,
      files.reduce((sum, { file }) => sum + file.size, 0),
    );
  },
};
