import { assetIndexes, assetInternal, projectAsset, shareIndexes } from '@cairn/assets';
import { modelAssetEvents, type ModelEvent, modelStreamEvents } from '@cairn/contracts';
import { type Change, projection, type ProjectedEvent } from '@cairn/kernel';

export const MODELS = 'models';
export const MODEL_SHARES = 'model_shares';
/** By the id of the version: under which number the model has it. */
export const VERSION_NUMBERS = 'model_version_numbers';

const ofAsset = projectAsset(modelAssetEvents, MODELS, MODEL_SHARES);

const project = (event: ModelEvent, facts: Omit<ProjectedEvent, 'event'>): readonly Change[] => {
  if (event.type !== 'ModelVersionAdded') return ofAsset(event, facts);
  const { version_id, version_number } = event.data;
  const { id, at, revision } = facts;
  const fields = { revision: revision.toString(), updated_at: at };
  return [
    {
      kind: 'put',
      collection: VERSION_NUMBERS,
      document: { id: version_id, model_id: id, version_number, created_at: at },
    },
    { kind: 'patch', collection: MODELS, id, fields },
  ];
};

/** `models.models`: a document for each model, without its versions; one for each share, and for each version's number. */
export const modelsProjection = projection<ModelEvent>({
  name: 'models.models',
  version: 2,
  collections: [
    {
      name: MODELS,
      indexes: [
        ...assetIndexes,
        { kind: 'compound', fields: ['kind', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['application_id', 'deleted', 'created_at'] },
      ],
    },
    { name: MODEL_SHARES, indexes: shareIndexes },
    {
      name: VERSION_NUMBERS,
      indexes: [{ kind: 'compound', fields: ['model_id', 'version_number'] }],
    },
  ],
  internal: assetInternal,
  events: Object.values(modelStreamEvents),
  project,
});
