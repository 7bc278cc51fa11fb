import { datasets } from '@cairn/datasets';
import { models } from '@cairn/models';
import type { ServedAsset } from './handlers.js';

/** Every kind of asset. */
export const assetKinds: readonly ServedAsset[] = [datasets, models];
