import { datasetCommands } from '@cairn/contracts';
import {
  type Decision,
  eachOf,
  hasChanged,
  isRefusal,
  notFound,
  rowError,
  serviceCommand,
  withLastPosition,
} from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { datasetVersion, liveSplit } from '../../domain/version/state.js';
import { visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { counted, countersRefused } from '../../domain/item/tally.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

export const decideAddItemToSplit = (state: ItemState, splitId: string, parents: Parents): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  if (liveSplit(parents.version, splitId) === undefined) return notFound();
  if (current.splits.includes(splitId)) return [];
  const splits = [...current.splits, splitId];
  return countersRefused(counted({ ...current, splits })) ?? eventsToReachItem(current, { splits });
};

/** Each item for itself: those that cannot be put there are listed, the rest is. */
export const addItemsToSplit = serviceCommand(
  datasetCommands.addItemsToSplit,
  async ({ dataset_id, version_id, id: split_id, body: { item_ids } }, context) => {
    const given = givenParents(context, { dataset_id, version_id }, 'write');
    const parent = await context.executeAddressed(datasetVersion, version_id, {
      given,
      decide: (_state, { version }) => (liveSplit(version, split_id) === undefined ? notFound() : []),
    });
    if (isRefusal(parent)) return parent;
    const ids = [...new Set(item_ids)];
    const done = await eachOf(ids, (id) =>
      context.execute(datasetItem, id, {
        given,
        decide: (state, parents) => decideAddItemToSplit(state, split_id, parents),
      }),
    );
    const outcomes = new Map(ids.map((id, index) => [id, done[index]!]));
    const errors = item_ids.flatMap((id, index) => {
      const outcome = outcomes.get(id)!;
      return isRefusal(outcome) ? [rowError(index, outcome)] : [];
    });
    const added = done.filter((outcome) => !isRefusal(outcome) && hasChanged(outcome)).length;
    const unchanged = item_ids.length - added - errors.length;
    return { ...withLastPosition(parent, done), result: { added, unchanged, errors } };
  },
);
