import { purgeTimer, shareLapses, together } from '@cairn/assets';
import { modelAssetEvents, modelVersionStreamEvents } from '@cairn/contracts';

const { ModelVersionDeleted, ModelVersionRestored, ModelVersionPurged } = modelVersionStreamEvents;
const versionEnd = {
  deleted: ModelVersionDeleted,
  restored: ModelVersionRestored,
  purged: ModelVersionPurged,
};

/** What models owe themselves at a time. */
export const modelTimers = together([
  purgeTimer(modelAssetEvents, 'models.purgeModel', (id) => ({ model_id: id })),
  shareLapses(modelAssetEvents, 'models.lapseModelShare', (model_id, share_id) => ({ model_id, share_id })),
  purgeTimer(versionEnd, 'models.purgeModelVersion', (id) => ({ version_id: id })),
]);
