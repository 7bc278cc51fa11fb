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
  purgeTimer(modelAssetEvents, 'models.purgeModel'),
  shareLapses(modelAssetEvents, 'models.lapseShare'),
  purgeTimer(versionEnd, 'models.purgeModelVersion'),
]);
