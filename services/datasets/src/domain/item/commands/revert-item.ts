import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, type Refusal, serviceCommand } from '@cairn/kernel';
import { notFound } from '../../access.js';
import { givenParents, type Parents } from '../../parents.js';
import { givenSides, inFuture, isInFuture, notRevertible, type Sides } from '../../undoing.js';
import { liveSplit } from '../../version/state.js';
import { checked, visibleItem } from '../changing.js';
import { datasetItem, type ItemState, type KnownItem } from '../state.js';
import { type ItemContent, itemTowards } from '../towards.js';
import { itemUndone } from '../undoing.js';

/** What stands around the item. */
export interface RevertContext extends Sides<ItemState> {
  readonly parents: Parents;
  readonly isFuture: boolean;
}

/** Undoes one event of an item or its annotations (decisions, section 7, 8). */
export const decideRevertItem = (state: ItemState, context: RevertContext): Decision => {
  const current = visibleItem(state, context.parents, true);
  if (isRefusal(current)) return current;
  if (context.isFuture) return inFuture();
  const undone = undoneContent(current, context);
  if (isRefusal(undone)) return undone;
  if (splitsGone(current, undone, context.parents)) return notRevertible();
  const wanted = checked(current, undone, context.parents);
  return isRefusal(wanted) ? cannotStand(wanted) : itemTowards(current, wanted);
};

/** Whether it would come into a split that is deleted. */
const splitsGone = (
  { splits: present }: KnownItem,
  { splits = [] }: Partial<ItemContent>,
  { version }: Parents,
): boolean => splits.some((id) => !present.includes(id) && liveSplit(version, id) === undefined);

/** What was before may not come back, because of what its version and dataset are by now. */
const cannotStand = (refused: Refusal): Refusal =>
  refused.refused === 'multi_label_violation' ? refused : notRevertible();

const undoneContent = (
  current: KnownItem,
  { before, after }: RevertContext,
): Partial<ItemContent> | Refusal => {
  const undone =
    before.status === 'none' || after.status === 'none' ? undefined : itemUndone({ before, after }, current);
  if (current.status === 'deleted' && undone?.status === undefined) return notFound();
  return undone ?? notRevertible();
};

export const revertItem = serviceCommand(
  datasetCommands.revertItem,
  ({ dataset_id, version_id, item_id, revision }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: async () => {
        const parents = await givenParents(context, { dataset_id, version_id }, 'write')();
        if (isRefusal(parents)) return parents;
        return { parents, ...(await givenSides(context, datasetItem, item_id, revision)()) };
      },
      decide: (state, given, tip) =>
        decideRevertItem(state, { ...given, isFuture: isInFuture(revision, tip) }),
    }),
);
