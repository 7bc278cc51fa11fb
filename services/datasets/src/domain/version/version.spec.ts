import { datasetVersionStreamEvents } from '@cairn/contracts';
import { system } from '@cairn/kernel';
import { given } from '@cairn/kernel/testkit';
import {
  DATASET,
  HAM,
  idOf,
  labelRecord,
  owner,
  OWNER,
  SPAM,
  TEST,
  TRAIN,
  VERSION,
  versionCreated,
  versionDeleted,
  versionPurged,
} from '../../testing/examples.js';
import { decideCreateLabels } from '../../application/version/create-label.js';
import { decideCreateSplit } from '../../application/version/create-split.js';
import { decideCreateVersion } from '../../application/version/create-version.js';
import { decideDeleteLabel } from '../../application/version/delete-label.js';
import { decideDeleteSplit } from '../../application/version/delete-split.js';
import { decideDeleteVersion } from '../../application/version/delete-version.js';
import { decidePurgeVersion } from '../../application/version/purge-version.js';
import { decideRestoreVersion } from '../../application/version/restore-version.js';
import { decideUpdateLabel } from '../../application/version/update-label.js';
import { decideUpdateSplit } from '../../application/version/update-split.js';
import { decideUpdateVersion } from '../../application/version/update-version.js';
import { datasetVersion, type VersionState } from './state.js';

const events = datasetVersionStreamEvents;
const created = [versionCreated()];
const there = given(datasetVersion, created);
const gone = given(datasetVersion, [...created, versionDeleted]);
const made = { ids: [idOf('new')], userId: OWNER, autoCreated: false };

describe('creating a version', () => {
  const make = (body: object, splits: { id: string; name: string }[] = []) =>
    given(datasetVersion, []).when((state) =>
      decideCreateVersion(state, {
        id: VERSION,
        dataset_id: DATASET,
        user_id: OWNER,
        name: '2',
        body,
        labelIds: [SPAM, HAM],
        splits,
      }),
    );
  const bare = versionCreated({ name: '2', labels: [], splits: [], default_split: '' });

  it('is named by its number when it has no name', () => make({}).then(bare));
  it('takes items without a split into train', () =>
    make({}, [
      { id: TEST, name: 'test' },
      { id: TRAIN, name: 'Train' },
    ]).then({
      ...bare,
      data: {
        ...bare.data,
        default_split: TRAIN,
        splits: [
          { id: TEST, name: 'test', description: '', user_id: OWNER },
          { id: TRAIN, name: 'Train', description: '', user_id: OWNER },
        ],
      },
    }));
  it('chooses numbers and colours of labels', () =>
    make({ labels: [{ name: 'spam' }, { name: 'ham' }] }).then({
      ...bare,
      data: { ...bare.data, labels: versionCreated().data.labels },
    }));
  it('refuses labels of one name or number, and unknown parents', () => {
    make({ labels: [{ name: 'Spam' }, { name: 'SPAM' }] }).thenRefused('label_name_taken');
    make({
      labels: [
        { name: 'a', number: 3 },
        { name: 'b', number: 3 },
      ],
    }).thenRefused('label_number_taken');
    make({ labels: [{ name: 'a', parent_id: idOf('x') }] }).thenRefused('foreign_label');
  });
  it('keeps a text of JSON byte for byte, stringifies objects, refuses the rest', () => {
    make({ config: ' {"a": 1}' }).then({ ...bare, data: { ...bare.data, config: ' {"a": 1}' } });
    make({ config: { a: 1 } }).then({ ...bare, data: { ...bare.data, config: '{"a":1}' } });
    make({ config: '{a}' }).thenRefused('invalid_body');
  });
  it('is done once', () =>
    there
      .when((state) =>
        decideCreateVersion(state, {
          id: VERSION,
          dataset_id: DATASET,
          user_id: OWNER,
          name: '2',
          body: {},
          labelIds: [],
          splits: [],
        }),
      )
      .thenRefused('conflict'));
});

describe('changing a version', () => {
  it('sets what is sent', () => {
    there
      .when((state) => decideUpdateVersion(state, DATASET, { name: 'clean', default_split: TEST }))
      .then(events.DatasetVersionUpdated.of({ changes: { name: 'clean', default_split: TEST } }));
    there.when((state) => decideUpdateVersion(state, DATASET, { name: '1' })).thenNothing();
  });
  it('refuses a split of another version and a broken config', () => {
    there
      .when((state) => decideUpdateVersion(state, DATASET, { default_split: idOf('x') }))
      .thenRefused('foreign_split');
    there.when((state) => decideUpdateVersion(state, DATASET, { config: '{' })).thenRefused('invalid_body');
  });
  it('law 5: is not found under another dataset, deleted, or before it is complete', () => {
    there.when((state) => decideUpdateVersion(state, idOf('other'), {})).thenRefused('not_found');
    gone.when((state) => decideUpdateVersion(state, DATASET, {})).thenRefused('not_found');
    given(datasetVersion, [versionCreated({ complete: false })])
      .when((state) => decideUpdateVersion(state, DATASET, {}))
      .thenRefused('not_found');
  });
});

describe('deleting and restoring a version', () => {
  it('keeps the last one', () => {
    const decide = (others: number) => (state: VersionState) =>
      decideDeleteVersion(state, DATASET, others, owner.at);
    there.when(decide(1)).then(versionDeleted);
    there.when(decide(0)).thenRefused('conflict');
    gone.when(decide(1)).thenRefused('not_found');
  });
  it('is undone', () => {
    gone
      .when((state) => decideRestoreVersion(state, DATASET, false))
      .then(events.DatasetVersionRestored.of({}));
    there.when((state) => decideRestoreVersion(state, DATASET, false)).thenRefused('not_deleted');
    gone.when((state) => decideRestoreVersion(state, idOf('other'), false)).thenRefused('not_found');
  });
  it('is not undone when its items have more classifications than the dataset allows by now', () => {
    gone.when((state) => decideRestoreVersion(state, DATASET, true)).thenRefused('multi_label_violation');
    there.when((state) => decideRestoreVersion(state, DATASET, true)).thenRefused('not_deleted');
  });
  it('law 6: is undone until it is purged', () => {
    const over = given(datasetVersion, [...created, versionDeleted, versionPurged]);
    over.when((state) => decideRestoreVersion(state, DATASET, false)).thenRefused('purged');
    over.when((state) => decideUpdateVersion(state, DATASET, {})).thenRefused('not_found');
  });
  it('law 6: is purged by a timer only, and not when it is back', () => {
    gone.when((state) => decidePurgeVersion(state, system)).then(versionPurged);
    gone.when((state) => decidePurgeVersion(state, owner.principal)).thenRefused('forbidden');
    there.when((state) => decidePurgeVersion(state, system)).thenNothing();
    given(datasetVersion, [...created, versionDeleted, versionPurged])
      .when((state) => decidePurgeVersion(state, system))
      .thenNothing();
    given(datasetVersion, [])
      .when((state) => decidePurgeVersion(state, system))
      .thenRefused('not_found');
  });
});

describe('splits', () => {
  const dev = { id: idOf('dev'), name: 'dev' };
  it('come', () => {
    there
      .when((state) => decideCreateSplit(state, DATASET, dev, OWNER))
      .then(events.SplitCreated.of({ ...dev, description: '', user_id: OWNER }));
    gone.when((state) => decideCreateSplit(state, DATASET, dev, OWNER)).thenRefused('not_found');
  });
  it('change', () => {
    there
      .when((state) => decideUpdateSplit(state, DATASET, TRAIN, { name: 'training' }))
      .then(events.SplitUpdated.of({ id: TRAIN, changes: { name: 'training' } }));
    there.when((state) => decideUpdateSplit(state, DATASET, TRAIN, { name: 'train' })).thenNothing();
    there.when((state) => decideUpdateSplit(state, DATASET, idOf('x'), {})).thenRefused('not_found');
  });
  it('go, and take the default with them', () => {
    there
      .when((state) => decideDeleteSplit(state, DATASET, TRAIN))
      .then(events.SplitDeleted.of({ id: TRAIN, default_split: '' }));
    there
      .when((state) => decideDeleteSplit(state, DATASET, TEST))
      .then(events.SplitDeleted.of({ id: TEST, default_split: TRAIN }));
    there.when((state) => decideDeleteSplit(state, DATASET, idOf('x'))).thenRefused('not_found');
  });
});

describe('labels', () => {
  it('come with the next number', () => {
    there
      .when((state) => decideCreateLabels(state, DATASET, [{ name: 'new' }], made))
      .then(
        events.LabelsCreated.of({
          labels: [labelRecord({ id: idOf('new'), name: 'new', number: 2, color: '#4363d8' })],
        }),
      );
    there.when((state) => decideCreateLabels(state, DATASET, [], made)).thenNothing();
  });
  it.each([
    ['Straße', 'STRASSE'],
    ['ΣΑΣ', 'σασ'],
  ])('have names that differ whatever their case: %s and %s do not', (one, other) => {
    const labels = [labelRecord({ id: idOf('one'), name: one, number: 7 })];
    const past = given(datasetVersion, [...created, events.LabelsCreated.of({ labels })]);
    past
      .when((state) => decideCreateLabels(state, DATASET, [{ name: other }], made))
      .thenRefused('label_name_taken');
    const both = [...labels, labelRecord({ id: idOf('other'), name: other, number: 8 })];
    given(datasetVersion, [...created, events.LabelsCreated.of({ labels: both })])
      .when((state) => decideUpdateLabel(state, DATASET, idOf('other'), { color: '#000000' }))
      .then(events.LabelUpdated.of({ id: idOf('other'), changes: { color: '#000000' } }));
  });
  it('have names that differ when folded, and numbers of their own', () => {
    there
      .when((state) => decideCreateLabels(state, DATASET, [{ name: 'ＳＰＡＭ' }], made))
      .thenRefused('label_name_taken');
    there
      .when((state) => decideCreateLabels(state, DATASET, [{ name: 'x', number: 1 }], made))
      .thenRefused('label_number_taken');
    there
      .when((state) => decideUpdateLabel(state, DATASET, HAM, { name: 'Spam' }))
      .thenRefused('label_name_taken');
    there
      .when((state) => decideUpdateLabel(state, DATASET, HAM, { number: 0 }))
      .thenRefused('label_number_taken');
  });
  it('come with the lowest free number when the largest there is is taken', () => {
    const last = labelRecord({ id: idOf('last'), name: 'last', number: 2_147_483_647 });
    const past = given(datasetVersion, [...created, events.LabelsCreated.of({ labels: [last] })]);
    const two = { ...made, ids: [idOf('one'), idOf('two')] };
    const decided = (state: VersionState) =>
      decideCreateLabels(state, DATASET, [{ name: 'one' }, { name: 'two' }], two);
    past.when(decided).then(
      events.LabelsCreated.of({
        labels: [
          labelRecord({ id: idOf('one'), name: 'one', number: 2, color: '#4363d8' }),
          labelRecord({ id: idOf('two'), name: 'two', number: 3, color: '#f58231' }),
        ],
      }),
    );
  });
  it('change', () => {
    there
      .when((state) => decideUpdateLabel(state, DATASET, SPAM, { name: 'SPAM', parent_id: HAM }))
      .then(events.LabelUpdated.of({ id: SPAM, changes: { name: 'SPAM', parent_id: HAM } }));
    there.when((state) => decideUpdateLabel(state, DATASET, SPAM, { parent_id: '' })).thenNothing();
    there.when((state) => decideUpdateLabel(state, DATASET, idOf('x'), {})).thenRefused('not_found');
  });
  it('never stand under themselves', () => {
    there
      .when((state) => decideUpdateLabel(state, DATASET, SPAM, { parent_id: SPAM }))
      .thenRefused('label_cycle');
    given(datasetVersion, [...created, events.LabelUpdated.of({ id: HAM, changes: { parent_id: SPAM } })])
      .when((state) => decideUpdateLabel(state, DATASET, SPAM, { parent_id: HAM }))
      .thenRefused('label_cycle');
  });
  it('go once', () => {
    const spamGone = events.LabelDeleted.of({ id: SPAM });
    there.when((state) => decideDeleteLabel(state, DATASET, SPAM)).then(spamGone);
    given(datasetVersion, [...created, spamGone])
      .when((state) => decideDeleteLabel(state, DATASET, SPAM))
      .thenRefused('not_found');
  });
});
