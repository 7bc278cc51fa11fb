import type { AnyHandler } from '../handler.js';
import { applicationHandlers } from './applications.js';
import * as files from './files.js';
import * as inferences from './inferences.js';
import * as models from './models.js';
import { modelSharingHandlers } from './sharing.js';
import * as versions from './versions.js';

/** What answers the operations of models. */
export const modelHandlers: readonly AnyHandler[] = [
  ...applicationHandlers,
  ...[models, versions, files, inferences].flatMap((resource) => Object.values<AnyHandler>(resource)),
  ...modelSharingHandlers,
];
