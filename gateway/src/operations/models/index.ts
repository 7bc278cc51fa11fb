import { models, modelVersionReads, modelVersions } from '@cairn/models';
import type { AnyHandler } from '../../call/handler.js';
import { assetHandlers } from '../assets/handlers.js';
import { versionHandlers } from '../assets/versions.js';
import * as aliases from './aliases.js';
import { applicationHandlers } from './applications.js';
import * as files from './files.js';
import * as inferences from './inferences.js';
import * as metrics from './metrics.js';
import * as openInference from './open-inference.js';
import * as outOfService from './out-of-service.js';
import * as replay from './replay.js';

/** What answers the operations of models. */
export const modelHandlers: readonly AnyHandler[] = [
  ...applicationHandlers,
  ...[metrics, aliases, files, inferences, openInference, outOfService, replay].flatMap((resource) =>
    Object.values<AnyHandler>(resource),
  ),
  ...assetHandlers(models),
  ...versionHandlers(modelVersions, modelVersionReads),
];
