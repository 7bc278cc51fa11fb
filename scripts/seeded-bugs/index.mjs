// Bugs that the suites must catch (R12). Each replaces one piece of text that occurs exactly once in its file.
import { accountsBugs } from './accounts.mjs';
import { clientsBugs } from './clients.mjs';
import { clusterBugs } from './cluster.mjs';
import { commandsBugs } from './commands.mjs';
import { datasetsBugs } from './datasets.mjs';
import { documentsBugs } from './documents.mjs';
import { enginesBugs } from './engines.mjs';
import { limitsBugs } from './limits.mjs';
import { journalBugs } from './journal.mjs';
import { logBugs } from './log.mjs';
import { formatsBugs } from './formats.mjs';
import { modelsBugs } from './models.mjs';
import { pastBugs } from './past.mjs';
import { peopleBugs } from './people.mjs';
import { processesBugs } from './processes.mjs';
import { projectingBugs } from './projecting.mjs';
import { readsBugs } from './reads.mjs';
import { rightsBugs } from './rights.mjs';
import { runningBugs } from './running.mjs';
import { signInBugs } from './sign-in.mjs';
import { storageBugs } from './storage.mjs';

export const bugs = [
  ...logBugs,
  ...documentsBugs,
  ...projectingBugs,
  ...commandsBugs,
  ...accountsBugs,
  ...rightsBugs,
  ...signInBugs,
  ...datasetsBugs,
  ...formatsBugs,
  ...modelsBugs,
  ...runningBugs,
  ...pastBugs,
  ...readsBugs,
  ...storageBugs,
  ...peopleBugs,
  ...limitsBugs,
  ...processesBugs,
  ...clientsBugs,
  ...journalBugs,
  ...enginesBugs,
  ...clusterBugs,
];
