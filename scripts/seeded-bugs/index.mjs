// Bugs that the suites must catch (R12). Each replaces one piece of text that occurs exactly once in its file.
import { accountsBugs } from './accounts.mjs';
import { clientsBugs } from './clients.mjs';
import { clusterBugs } from './cluster.mjs';
import { commandsBugs } from './commands.mjs';
import { datasetsBugs } from './datasets.mjs';
import { documentsBugs } from './documents.mjs';
import { enginesBugs } from './engines.mjs';
import { logBugs } from './log.mjs';
import { pastBugs } from './past.mjs';
import { processesBugs } from './processes.mjs';
import { projectingBugs } from './projecting.mjs';
import { signInBugs } from './sign-in.mjs';
import { storageBugs } from './storage.mjs';

export const bugs = [
  ...logBugs,
  ...documentsBugs,
  ...projectingBugs,
  ...commandsBugs,
  ...accountsBugs,
  ...signInBugs,
  ...datasetsBugs,
  ...pastBugs,
  ...storageBugs,
  ...processesBugs,
  ...clientsBugs,
  ...enginesBugs,
  ...clusterBugs,
];
