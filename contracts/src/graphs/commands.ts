import { commandsOf, commandWithQuery } from '../kit/command.js';
import { byOwnName } from '../kit/named.js';
import { graph } from './asset.js';
import * as operations from './operations.js';
import { graphVersion } from './versions.js';

/** Every command of the graphs service. */
export const graphCommands = {
  ...commandsOf('graphs', operations),
  ...byOwnName(graph.commands),
  ...byOwnName(graphVersion.commands),
  ...byOwnName({
    node: commandWithQuery('graphs', operations.updateGraphNode),
    edge: commandWithQuery('graphs', operations.updateGraphEdge),
    nodes: commandWithQuery('graphs', operations.bulkGraphNodes),
    edges: commandWithQuery('graphs', operations.bulkGraphEdges),
    undo: commandWithQuery('graphs', operations.undoGraphContent),
  }),
} as const;
