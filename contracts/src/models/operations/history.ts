import { historyOperations } from '../../assets/operations.js';
import { exampleModelVersion } from '../examples.js';
import { ModelVersion } from '../version.js';
import { tag, VersionParams, versionPath } from './paths.js';

const ofVersion = historyOperations({
  noun: 'ModelVersion',
  called: 'version',
  tag,
  resource: 'models',
  path: versionPath,
  params: VersionParams,
  record: ModelVersion,
  example: exampleModelVersion,
  past: {
    asset: 'model',
    parts: ' or its files',
    revertErrors: ['version_in_use', 'version_active', 'version_aliased', 'labels_mismatch'],
  },
});
export const listModelVersionHistory = ofVersion.history;
export const restoreModelVersion = ofVersion.restore;
export const revertModelVersion = ofVersion.revert;
