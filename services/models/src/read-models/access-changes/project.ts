import { accessChanges, projectAccessChanges } from '@cairn/assets';
import { modelAssetEvents, type ModelEvent, modelStreamEvents } from '@cairn/contracts';
import { projection } from '@cairn/kernel';

export const MODEL_ACCESS_CHANGES = 'model_access_changes';

/** `models.access_changes`: what access reviews tell of models. */
export const accessChangesProjection = projection<ModelEvent>({
  name: 'models.access_changes',
  version: 1,
  collections: [accessChanges(MODEL_ACCESS_CHANGES)],
  events: Object.values(modelStreamEvents),
  project: projectAccessChanges(modelAssetEvents, MODEL_ACCESS_CHANGES),
});
