import type { AnyVersions } from '../assets/versions/contract.js';
import { modelCommands } from './commands.js';
import { ModelVersionAdded } from './events/model.js';
import {
  ModelVersionCreated,
  ModelVersionDeleted,
  ModelVersionPurged,
  ModelVersionRestored,
  ModelVersionUpdated,
} from './events/version.js';
import * as operations from './operations.js';

/** Versions of models: what is asked of them, done to them and told of them, as of all versions. */
export const modelVersion = {
  area: 'models',
  noun: 'Model',
  called: 'model',
  params: { asset: 'model_id', version: 'id' },
  added: ModelVersionAdded,
  events: {
    created: ModelVersionCreated,
    updated: ModelVersionUpdated,
    deleted: ModelVersionDeleted,
    restored: ModelVersionRestored,
    purged: ModelVersionPurged,
  },
  operations: {
    list: operations.listModelVersions,
    get: operations.getModelVersion,
    create: operations.createModelVersion,
    update: operations.updateModelVersion,
    remove: operations.deleteModelVersion,
    history: operations.listModelVersionHistory,
    restore: operations.restoreModelVersion,
    revert: operations.revertModelVersion,
  },
  commands: {
    create: modelCommands.createModelVersion,
    update: modelCommands.updateModelVersion,
    delete: modelCommands.deleteModelVersion,
    restore: modelCommands.restoreModelVersion,
    revert: modelCommands.revertModelVersion,
    purge: modelCommands.purgeModelVersion,
  },
} satisfies AnyVersions;
