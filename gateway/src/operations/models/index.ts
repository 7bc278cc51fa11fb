import { models } from '@cairn/models';
import { assetHandlers } from '../assets/handlers.js';
import type { AnyHandler } from '../handler.js';
import * as aliases from './aliases.js';
import { applicationHandlers } from './applications.js';
import * as files from './files.js';
import * as inferences from './inferences.js';
import * as versions from './versions.js';

/** What answers the operations of models. */
export const modelHandlers: readonly AnyHandler[] = [
  ...applicationHandlers,
  ...[versions, aliases, files, inferences].flatMap((resource) => Object.values<AnyHandler>(resource)),
  ...assetHandlers(models),
];
