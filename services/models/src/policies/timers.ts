import { purgeTimer, together } from '@cairn/kernel';
import { modelVersionStreamEvents } from '@cairn/contracts';

const { ModelVersionDeleted, ModelVersionRestored, ModelVersionPurged } = modelVersionStreamEvents;
const versionEnd = {
  deleted: ModelVersionDeleted,
  restored: ModelVersionRestored,
  purged: ModelVersionPurged,
};

/** What versions of models owe themselves at a time. */
export const modelTimers = together([purgeTimer(versionEnd, 'models.purgeModelVersion')]);
