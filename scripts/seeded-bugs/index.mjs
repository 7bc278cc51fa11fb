// Bugs that the suites must catch (R12): those of durability and of the laws, and a few of rights. At most 80: a new one takes
// the place of one that says less. Each replaces one piece of text that occurs exactly once in its file.
import { commandsBugs } from './commands.mjs';
import { enginesBugs } from './engines.mjs';
import { logBugs } from './log.mjs';
import { projectingBugs } from './projecting.mjs';
import { recordsBugs } from './records.mjs';
import { rightsBugs } from './rights.mjs';
import { storageBugs } from './storage.mjs';

export const bugs = [
  ...logBugs,
  ...commandsBugs,
  ...projectingBugs,
  ...recordsBugs,
  ...storageBugs,
  ...enginesBugs,
  ...rightsBugs,
];
