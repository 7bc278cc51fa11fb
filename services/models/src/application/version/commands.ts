import { modelCommands } from '@cairn/contracts';
import { isRefusal, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import {
  decideDeleteVersion,
  decidePurgeVersion,
  decideRestoreVersion,
} from '../../domain/version/deleting.js';
import { modelVersion } from '../../domain/version/state.js';
import { decideUpdateVersion } from '../../domain/version/update-version.js';
import { visibleVersion } from '../../domain/version/visible.js';
import { givenModel } from '../parents.js';
import type { RunnerOf } from '../runner-of.js';
import { applicationRefusal, namedDataset } from '../references.js';
import { makeVersion } from './make-version.js';
import { revertVersion } from './revert-version.js';
import { uploadCommands } from './upload-assets.js';

const createVersion = serviceCommand(modelCommands.createModelVersion, ({ model_id, body = {} }, context) =>
  makeVersion(context, model_id, { body, assets: async () => [] }),
);

const updateVersion = serviceCommand(
  modelCommands.updateModelVersion,
  ({ model_id, id: version_id, body }, context) =>
    context.executeAddressed(modelVersion, version_id, {
      given: async (state) => {
        const found = await givenModel(context, model_id, 'write');
        if (isRefusal(found)) return found;
        const version = visibleVersion(state, model_id);
        if (isRefusal(version)) return version;
        const other = body.application_id === version.application_id ? undefined : body.application_id;
        return (await applicationRefusal(context, other)) ?? namedDataset(context, body, version);
      },
      decide: (state, { dataset_id, dataset_version_id, dataset_position, dataset_as_of }) =>
        decideUpdateVersion(state, model_id, body, {
          ...{ dataset_id, dataset_version_id },
          ...{ dataset_position, dataset_as_of },
        }),
    }),
);

const deleteVersion = serviceCommand(
  modelCommands.deleteModelVersion,
  ({ model_id, id: version_id }, context) =>
    context.executeAddressed(modelVersion, version_id, {
      given: () => givenModel(context, model_id, 'delete'),
      decide: (state, found) => decideDeleteVersion(state, found, context.at),
    }),
);

const restoreVersion = serviceCommand(
  modelCommands.restoreModelVersion,
  ({ model_id, id: version_id }, context) =>
    context.executeAddressed(modelVersion, version_id, {
      given: () => givenModel(context, model_id, 'delete'),
      decide: (state) => decideRestoreVersion(state, model_id),
    }),
);

const purgeVersion = serviceCommand(modelCommands.purgeModelVersion, ({ id: version_id }, context) =>
  context.execute(modelVersion, version_id, {
    decide: (state) => decidePurgeVersion(state, context.principal),
  }),
);

/** The commands on a version of a model; `runnerOf` gives what opens models. */
export const modelVersionCommands = (runnerOf: RunnerOf): readonly ServiceCommand[] => [
  createVersion,
  updateVersion,
  deleteVersion,
  restoreVersion,
  revertVersion,
  purgeVersion,
  ...uploadCommands(runnerOf),
];
