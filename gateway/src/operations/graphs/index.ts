import { graphs } from '@cairn/graphs';
import { assetHandlers } from '../assets/handlers.js';
import type { AnyHandler } from '../handler.js';

/** What answers the operations of graphs. */
export const graphHandlers: readonly AnyHandler[] = [...assetHandlers(graphs)];
