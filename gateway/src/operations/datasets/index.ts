import type { AnyHandler } from '../handler.js';
import { datasetOwnHandlers } from './own.js';
import { transferHandlers } from './transfer/index.js';

/** What answers the operations of datasets. */
export const datasetHandlers: readonly AnyHandler[] = [...datasetOwnHandlers, ...transferHandlers];
