import { datasetCommands } from '@cairn/contracts';
import {
  type BeforeAndAfter,
  type Decision,
  inFuture,
  isInFuture,
  isRefusal,
  notFound,
  notRevertible,
  readBeforeAndAfter,
  readBeforeAndAfterCommand,
  type Refusal,
  refuse,
  serviceCommand,
  tellingLater,
} from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { liveSplit } from '../../domain/version/state.js';
import { checked, visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState, type KnownItem } from '../../domain/item/state.js';
import { type ItemContent, eventsToReachItem } from '../../domain/item/difference.js';
import { itemUndone, viewOfItem } from '../../domain/item/undoing.js';

/** What stands around the item. */
export interface RevertContext extends BeforeAndAfter<ItemState> {
  /** Around all events of its command, when that appended several. */
  readonly together: BeforeAndAfter<ItemState> | undefined;
  readonly parents: Parents;
  readonly isFuture: boolean;
}

/**
 * Undoes one event of an item or its annotations (SPEC-8). When it cannot be undone alone, the events
 * that its command appended with it are undone together.
 */
export const decideRevertItem = (state: ItemState, context: RevertContext): Decision => {
  const { parents, together } = context;
  const current = visibleItem(state, parents, true);
  if (isRefusal(current)) return current;
  if (context.isFuture) return inFuture();
  const alone = undoneContent(current, context, parents);
  if (!isRefusal(alone)) return eventsToReachItem(current, alone);
  const all = together === undefined ? alone : undoneContent(current, together, parents);
  return isRefusal(all) ? alone : eventsToReachItem(current, all);
};

/** The content without the change, or why it may not be. */
const undoneContent = (
  current: KnownItem,
  sides: BeforeAndAfter<ItemState>,
  parents: Parents,
): Partial<ItemContent> | Refusal => {
  const undone = undoneBetween(sides, current);
  if (current.status === 'deleted' && (isRefusal(undone) || undone.status === undefined)) return notFound();
  if (isRefusal(undone)) return undone;
  if (splitsGone(current, undone, parents)) return cannotStand('One of its splits is deleted.');
  const wanted = checked(current, undone, parents);
  return isRefusal(wanted) && wanted.refused !== 'multi_label_violation'
    ? cannotStand(wanted.detail)
    : wanted;
};

const undoneBetween = ({ before, after }: BeforeAndAfter<ItemState>, current: KnownItem) =>
  before.status === 'none' || after.status === 'none'
    ? notRevertible()
    : itemUndone({ before, after }, current);

/** Whether it would come into a split that is deleted. */
const splitsGone = (
  { splits: present }: KnownItem,
  { splits = [] }: Partial<ItemContent>,
  { version }: Parents,
): boolean => splits.some((id) => !present.includes(id) && liveSplit(version, id) === undefined);

/** Nothing later touched it, but what was before does not fit what the item and its version are by now. */
const cannotStand = (why: string): Refusal =>
  refuse('not_revertible', `The item as it was does not fit what is there now. ${why}`);

export const revertItem = serviceCommand(
  datasetCommands.revertDatasetItem,
  async ({ dataset_id, version_id, id: item_id, body: { revision } }, context) => {
    const executed = await context.executeAddressed(datasetItem, item_id, {
      given: async () => {
        const parents = await givenParents(context, { dataset_id, version_id }, 'write')();
        if (isRefusal(parents)) return parents;
        const sides = await readBeforeAndAfter(context, datasetItem, item_id, revision)();
        const together = await readBeforeAndAfterCommand(context, datasetItem, item_id, revision)();
        return { parents, together, ...sides };
      },
      decide: (state, given, tip) =>
        decideRevertItem(state, { ...given, isFuture: isInFuture(revision, tip) }),
    });
    return tellingLater(context, datasetItem, { id: item_id, revision }, viewOfItem, executed);
  },
);
