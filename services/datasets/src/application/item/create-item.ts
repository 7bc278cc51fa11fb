import { datasetCommands, type DatasetItemInput } from '@cairn/contracts';
import { type CommandContext, type Decision, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { itemCreated, surroundings } from '../../domain/item/item-created.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';

/** Ids that a new item and its annotations get. */
export interface NewItem {
  readonly id: string;
  readonly userId: string;
  annotationId(this: void, ordinal: number): string;
}

export const decideCreateItem = (
  state: ItemState,
  { splits, ...body }: DatasetItemInput,
  parents: Parents,
  { id, userId, annotationId }: NewItem,
): Decision => {
  if (state.status !== 'none') return refuse('conflict', 'There is an item of this id.');
  const event = itemCreated(
    {
      ...body,
      id,
      user_id: userId,
      annotationId,
      ...(splits === undefined ? {} : { splits: splits.map((split) => split.id) }),
    },
    surroundings(parents),
  );
  return isRefusal(event) ? event : [event];
};

/** The ids of the item at a place of a bulk, 0 for a single one. */
export const newItem = (context: CommandContext, ordinal = 0): NewItem => ({
  id: context.id('item', ordinal),
  userId: context.principal.userId,
  annotationId: (place) => context.id(`annotation:${ordinal}`, place),
});

export const createItem = serviceCommand(
  datasetCommands.createDatasetItem,
  ({ dataset_id, version_id, body }, context) => {
    const made = newItem(context);
    return context.executeAddressed(datasetItem, made.id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideCreateItem(state, body, parents, made),
    });
  },
);
