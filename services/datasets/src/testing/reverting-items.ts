import { given, stateAfter } from '@cairn/kernel/testkit';
import { decideRevertItem } from '../application/item/revert-item.js';
import { datasetItem } from '../domain/item/state.js';
import { around, tagged } from './items.js';

const sides = (all: Parameters<typeof stateAfter>[1], first: number, last: number) => ({
  before: stateAfter(datasetItem, all.slice(0, first)),
  after: stateAfter(datasetItem, all.slice(0, last + 1)),
});
/** Given an item and what happened to it, when the event of a revision is undone. */
export const revert = (
  more: Parameters<typeof stateAfter>[1],
  revision: number,
  first = tagged,
  context = around,
  together?: readonly [number, number],
) => {
  const all = [first, ...more];
  return given(datasetItem, all).when((state) =>
    decideRevertItem(state, {
      parents: context,
      together: together && sides(all, ...together),
      ...sides(all, revision, revision),
      isFuture: revision >= all.length,
    }),
  );
};
