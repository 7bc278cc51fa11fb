import { commandsOf } from '../kit/command.js';
import { byOwnName } from '../kit/named.js';
import { graph } from './asset.js';
import * as operations from './operations.js';
import { graphVersion } from './versions.js';

/** Every command of the graphs service. */
export const graphCommands = {
  ...commandsOf('graphs', operations),
  ...byOwnName(graph.commands),
  ...byOwnName(graphVersion.commands),
} as const;
