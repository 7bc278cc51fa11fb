import { awaitedShares } from '@cairn/assets';
import { modelCommands } from '@cairn/contracts';
import type { Policy, ServiceTools } from '@cairn/kernel';
import { MODEL_SHARES } from '../read-models/models/project.js';

/** Shares of models that wait for somebody's address. */
export const modelAwaitedShares = (tools: ServiceTools): Policy =>
  awaitedShares(tools, {
    name: 'models.awaitedShares',
    shares: MODEL_SHARES,
    commands: modelCommands,
  });
