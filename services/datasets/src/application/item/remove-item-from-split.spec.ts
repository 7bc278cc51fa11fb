import { datasetItemStreamEvents, datasetVersionStreamEvents } from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import { itemCreated, parents, TEST, TRAIN, versionCreated } from '../../testing/examples.js';
import { counts, tally } from '../../testing/items.js';
import { datasetItem } from '../../domain/item/state.js';
import { decideRemoveItemFromSplit } from './remove-item-from-split.js';

const events = datasetItemStreamEvents;

describe('taking an item out of a split while another of its splits is deleted', () => {
  const withoutTest = parents(undefined, [
    versionCreated(),
    datasetVersionStreamEvents.SplitDeleted.of({ id: TEST, default_split: TRAIN }),
  ]);
  const both = given(datasetItem, [itemCreated({ splits: [TRAIN, TEST] })]);

  it('deletes it when no other that is seen is left: it would be seen nowhere', () =>
    both
      .when((state) => decideRemoveItemFromSplit(state, TRAIN, withoutTest))
      .then(events.ItemDeleted.of({ counts: counts(tally([TRAIN, TEST]), null) })));
  it('does not find it in the deleted one', () =>
    both.when((state) => decideRemoveItemFromSplit(state, TEST, withoutTest)).thenRefused('not_found'));
});
