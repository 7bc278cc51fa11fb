// Bugs that the suites must catch (R12). Each replaces one piece of text that occurs exactly once in its file.
import { accountsBugs } from './accounts.mjs';
import { clientsBugs } from './clients.mjs';
import { clusterBugs } from './cluster.mjs';
import { commandsBugs } from './commands.mjs';
import { datasetsBugs } from './datasets.mjs';
import { documentsBugs } from './documents.mjs';
import { enginesBugs } from './engines.mjs';
import { logBugs } from './log.mjs';
import { processesBugs } from './processes.mjs';
import { projectingBugs } from './projecting.mjs';

export const bugs = [
  ...logBugs,
  ...documentsBugs,
  ...projectingBugs,
  ...commandsBugs,
  ...accountsBugs,
  ...datasetsBugs,
  ...processesBugs,
  ...clientsBugs,
  ...enginesBugs,
  ...clusterBugs,
];
