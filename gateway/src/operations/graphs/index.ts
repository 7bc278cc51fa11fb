import { graphs, graphVersionReads, graphVersions } from '@cairn/graphs';
import type { AnyHandler } from '../../call/handler.js';
import { assetHandlers } from '../assets/handlers.js';
import { versionHandlers } from '../assets/versions.js';
import * as elements from './elements.js';
import * as files from './files.js';
import * as stats from './stats.js';

/** What answers the operations of graphs. */
export const graphHandlers: readonly AnyHandler[] = [
  ...assetHandlers(graphs),
  ...versionHandlers(graphVersions, graphVersionReads),
  ...Object.values<AnyHandler>(elements),
  ...Object.values<AnyHandler>(files),
  ...Object.values<AnyHandler>(stats),
];
