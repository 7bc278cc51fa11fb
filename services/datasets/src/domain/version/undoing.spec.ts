import { type DatasetVersionEvent, datasetVersionStreamEvents } from '@cairn/contracts';
import { given, stateAfter } from '@cairn/kernel/testkit';
import {
  datasetCreated,
  editor,
  HAM,
  idOf,
  labelRecord,
  owner,
  parents,
  SPAM,
  TEST,
  TRAIN,
  versionCreated,
  versionDeleted,
  versionPurged,
} from '../../testing/examples.js';
import { decideRevertVersion } from '../../application/version/revert-version.js';
import { datasetVersion } from './state.js';

const events = datasetVersionStreamEvents;
const created = [versionCreated()];

describe('undoing a change of a version', () => {
  const revert = (
    more: readonly DatasetVersionEvent[],
    revision: number,
    caller = owner,
    others = 1,
    manyClassifications = false,
  ) => {
    const all = [...created, ...more];
    return given(datasetVersion, all).when((state) =>
      decideRevertVersion(state, {
        dataset: parents([datasetCreated()]).dataset,
        others,
        manyClassifications,
        before: stateAfter(datasetVersion, all.slice(0, revision)),
        after: stateAfter(datasetVersion, all.slice(0, revision + 1)),
        isFuture: revision >= all.length,
        caller,
      }),
    );
  };
  const renamed = events.DatasetVersionUpdated.of({ changes: { name: 'b' } });
  const spamGone = events.LabelDeleted.of({ id: SPAM });
  const trainGone = events.SplitDeleted.of({ id: TRAIN, default_split: '' });

  it('sets fields back unless they changed again', () => {
    revert([renamed], 1).then(events.DatasetVersionUpdated.of({ changes: { name: '1' } }));
    const again = events.DatasetVersionUpdated.of({ changes: { name: 'c' } });
    revert([renamed, again], 1).thenRefused('not_revertible');
  });
  it('sets an attribute of a label back although another was changed since, and names what was changed again', () => {
    const attributed = (attributes: Readonly<Record<string, unknown>> | null) =>
      events.LabelUpdated.of({ id: SPAM, changes: { attributes } });
    const changed = [attributed({ a: 1 }), attributed({ a: 1, b: 1 })];
    revert(changed, 1).then(attributed({ b: 1 }));
    revert([...changed, attributed({ a: 2, b: 1 })], 1).thenRefused('not_revertible', [
      `/labels/${SPAM}/attributes/a`,
    ]);
  });
  it('brings labels back while their name is free', () => {
    revert([spamGone], 1).then(events.LabelRestored.of({ id: SPAM }));
    const taken = events.LabelsCreated.of({ labels: [labelRecord({ id: idOf('n'), number: 5 })] });
    revert([spamGone, taken], 1).thenRefused('not_revertible');
  });
  it('brings labels back only under labels that are there, and never under themselves', () => {
    const under = events.LabelUpdated.of({ id: SPAM, changes: { parent_id: HAM } });
    const hamGone = events.LabelDeleted.of({ id: HAM });
    revert([under, spamGone], 2).then(events.LabelRestored.of({ id: SPAM }));
    revert([under, hamGone, spamGone], 3).thenRefused('not_revertible');
    revert([under, hamGone], 2).then(events.LabelRestored.of({ id: HAM }));
    const turned = events.LabelUpdated.of({ id: HAM, changes: { parent_id: SPAM } });
    revert([under, spamGone, turned], 2).thenRefused('not_revertible');
    const third = labelRecord({ id: idOf('n'), name: 'n', number: 5, parent_id: SPAM });
    const chained = events.LabelUpdated.of({ id: HAM, changes: { parent_id: idOf('n') } });
    const added = events.LabelsCreated.of({ labels: [third] });
    revert([under, added, spamGone, chained], 3).thenRefused('not_revertible');
  });
  it('shows no item with more classifications than its dataset allows', () => {
    revert([spamGone], 1, owner, 1, true).thenRefused('multi_label_violation');
    revert([versionDeleted], 1, owner, 1, true).thenRefused('multi_label_violation');
    revert([renamed], 1, owner, 1, true).then(events.DatasetVersionUpdated.of({ changes: { name: '1' } }));
  });
  it('takes back what was added or renamed', () => {
    const added = events.LabelsCreated.of({ labels: [labelRecord({ id: idOf('n'), name: 'n', number: 5 })] });
    revert([added], 1).then(events.LabelDeleted.of({ id: idOf('n') }));
    const relabelled = events.LabelUpdated.of({ id: SPAM, changes: { name: 'junk' } });
    revert([relabelled], 1).then(events.LabelUpdated.of({ id: SPAM, changes: { name: 'spam' } }));
    revert([relabelled, spamGone], 1).thenRefused('not_revertible');
  });
  it('brings a split back as the default that it was', () => {
    revert([trainGone], 1).then(events.SplitRestored.of({ id: TRAIN, default_split: TRAIN }));
    const other = events.DatasetVersionUpdated.of({ changes: { default_split: TEST } });
    revert([trainGone, other], 1).then(events.SplitRestored.of({ id: TRAIN, default_split: TEST }));
  });
  it('brings a split back, or its name, while that is free', () => {
    const renamedTrain = events.SplitUpdated.of({ id: TRAIN, changes: { name: 'learn' } });
    const taken = events.SplitCreated.of({ id: idOf('n'), name: 'TRAIN', description: '', user_id: 'u' });
    revert([renamedTrain], 1).then(events.SplitUpdated.of({ id: TRAIN, changes: { name: 'train' } }));
    revert([renamedTrain, taken], 1).thenRefused('not_revertible');
    revert([trainGone, taken], 1).thenRefused('not_revertible');
    revert([renamedTrain, trainGone], 1).thenRefused('not_revertible', [`/splits/${TRAIN}/deleted`]);
  });
  it('undoes a deletion for who may delete', () => {
    revert([versionDeleted], 1).then(events.DatasetVersionRestored.of({}));
    revert([versionDeleted], 1, editor).thenRefused('forbidden');
    revert([renamed, versionDeleted], 1).thenRefused('not_found');
    const restored = events.DatasetVersionRestored.of({});
    revert([versionDeleted, restored], 2, owner, 0).thenRefused('not_revertible');
    revert([versionDeleted, restored], 2).then(versionDeleted);
  });
  it('law 6: undoes nothing of what was purged', () => {
    revert([versionDeleted, versionPurged], 1).thenRefused('purged');
    revert([versionDeleted, versionPurged], 2).thenRefused('purged');
  });
  it('refuses the creation and the future', () => {
    revert([], 0).thenRefused('not_revertible');
    revert([], 1).thenRefused('in_future');
  });
});
