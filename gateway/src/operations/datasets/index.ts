import type { AnyHandler } from '../handler.js';
import { datasetOwnHandlers } from './own.js';

/** What answers the operations of datasets. */
export const datasetHandlers: readonly AnyHandler[] = [...datasetOwnHandlers];
