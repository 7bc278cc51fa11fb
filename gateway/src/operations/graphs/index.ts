import { graphs, graphVersionReads, graphVersions } from '@cairn/graphs';
import { assetHandlers } from '../assets/handlers.js';
import { versionHandlers } from '../assets/versions.js';
import type { AnyHandler } from '../handler.js';
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
