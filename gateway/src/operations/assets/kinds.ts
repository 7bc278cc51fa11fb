import { datasets } from '@cairn/datasets';
import { graphs } from '@cairn/graphs';
import { models } from '@cairn/models';
import { workflows } from '@cairn/workflows';
import type { ServedAsset } from './handlers.js';

/** Every kind of asset. */
export const assetKinds: readonly ServedAsset[] = [datasets, models, workflows, graphs];
