import { awaitedShares } from '@cairn/assets';
import { datasetCommands } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';
import { DATASET_SHARES } from '../read-models/datasets/project.js';

/** Shares of datasets that wait for somebody's address. */
export const datasetAwaitedShares = (tools: ServiceTools): Policy =>
  awaitedShares(tools, {
    name: 'datasets.awaitedShares',
    shares: DATASET_SHARES,
    commands: datasetCommands,
  });
