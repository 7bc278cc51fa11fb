// Bugs that the suites must catch (R12). Each replaces one piece of text that occurs exactly once in its file.
import { clusterBugs } from './cluster.mjs';
import { commandsBugs } from './commands.mjs';
import { documentsBugs } from './documents.mjs';
import { enginesBugs } from './engines.mjs';
import { logBugs } from './log.mjs';
import { projectingBugs } from './projecting.mjs';
import { servicesBugs } from './services.mjs';

export const bugs = [
  ...logBugs,
  ...documentsBugs,
  ...projectingBugs,
  ...commandsBugs,
  ...servicesBugs,
  ...enginesBugs,
  ...clusterBugs,
];
