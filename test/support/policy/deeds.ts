/** What people do in a sequence of the model. */
import * as ofAssets from './asset-deeds.js';
import type { Plan } from './deed.js';
import * as ofGroups from './group-deeds.js';
import * as ofKeys from './key-deeds.js';
import * as ofMembers from './member-deeds.js';
import * as ofMoves from './move-deeds.js';
import * as ofShares from './share-deeds.js';

/** Every kind of deed: all that the files have. A new way to give or take a right is a new one there. */
export const deeds: Readonly<Record<string, Plan>> = {
  ...ofGroups,
  ...ofMembers,
  ...ofAssets,
  ...ofShares,
  ...ofMoves,
  ...ofKeys,
};
