import { datasetVersionStreamEvents } from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import {
  DATASET,
  HAM,
  idOf,
  labelRecord,
  OWNER,
  SPAM,
  TEST,
  TRAIN,
  VERSION,
  versionCreated,
} from '../../testing/examples.js';
import { decideCreateLabels } from '../../application/version/create-label.js';
import { decideCreateSplit } from '../../application/version/create-split.js';
import { decideCreateVersion } from '../../application/version/create-version.js';
import { decideUpdateLabel } from '../../application/version/update-label.js';
import { decideUpdateSplit } from '../../application/version/update-split.js';
import { datasetVersion, type VersionState } from './state.js';

const events = datasetVersionStreamEvents;
const created = [versionCreated()];
const there = given(datasetVersion, created);
const made = { ids: [idOf('new')], userId: OWNER, autoCreated: false };

describe('names in a new version', () => {
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

  it('cleans the names of labels and splits, and tells which is taken or empty', () => {
    make({ labels: [{ name: ' spam ' }, { name: 'ham\u200b' }] }, [{ id: TRAIN, name: ' train ' }]).then({
      ...bare,
      data: {
        ...bare.data,
        labels: versionCreated().data.labels,
        default_split: TRAIN,
        splits: [{ id: TRAIN, name: 'train', description: '', user_id: OWNER }],
      },
    });
    make({ labels: [{ name: 'a' }, { name: 'A ' }] }).thenRefused('label_name_taken', ['/labels/1/name']);
    make({ labels: [{ name: 'a' }, { name: ' ' }] }).thenRefused('invalid_body', ['/labels/1/name']);
    const two = (name: string) =>
      make({}, [
        { id: TEST, name: 'a' },
        { id: TRAIN, name },
      ]);
    two('A ').thenRefused('split_name_taken', ['/splits/1/name']);
    two('\u2800').thenRefused('invalid_body', ['/splits/1/name']);
  });
});

describe('names of splits', () => {
  const dev = { id: idOf('dev'), name: 'dev' };
  it('have clean names, which differ when folded', () => {
    const named = (name: string) => (state: VersionState) =>
      decideCreateSplit(state, DATASET, { ...dev, name }, OWNER);
    there
      .when(named('\u200b my \u3000 dev '))
      .then(events.SplitCreated.of({ id: dev.id, name: 'my dev', description: '', user_id: OWNER }));
    there.when(named(' \u200b')).thenRefused('invalid_body', ['/name']);
    for (const taken of ['train', 'Train\u200b', 'ｔｒａｉｎ'])
      there.when(named(taken)).thenRefused('split_name_taken', ['/name']);
    const changed = (name: string) => (state: VersionState) =>
      decideUpdateSplit(state, DATASET, TEST, { name, description: 'd' });
    there.when(changed('TRAIN ')).thenRefused('split_name_taken', ['/name']);
    there.when(changed('\u2800')).thenRefused('invalid_body', ['/name']);
    there
      .when(changed('Test\n'))
      .then(events.SplitUpdated.of({ id: TEST, changes: { name: 'Test', description: 'd' } }));
  });
  it('keep a name that came before until it is changed', () => {
    const old = { id: idOf('old'), name: 'train ', description: '', user_id: OWNER };
    const before = given(datasetVersion, [...created, events.SplitCreated.of(old)]);
    for (const body of [{ description: 'd' }, { name: 'train ', description: 'd' }])
      before
        .when((state) => decideUpdateSplit(state, DATASET, old.id, body))
        .then(events.SplitUpdated.of({ id: old.id, changes: { description: 'd' } }));
    before
      .when((state) => decideUpdateSplit(state, DATASET, old.id, { name: 'train' }))
      .thenRefused('split_name_taken');
  });
});

describe('names of labels', () => {
  it('have clean names, which differ when folded', () => {
    const named = (name: string) => (state: VersionState) =>
      decideCreateLabels(state, DATASET, [{ name }], made);
    there.when(named(' rubber\t boots\ufeff')).then(
      events.LabelsCreated.of({
        labels: [labelRecord({ id: idOf('new'), name: 'rubber boots', number: 2, color: '#4363d8' })],
      }),
    );
    there.when(named(' \u200b')).thenRefused('invalid_body', ['/name']);
    there.when(named('Spam\u200b ')).thenRefused('label_name_taken', ['/name']);
    const changed = (name: string) => (state: VersionState) =>
      decideUpdateLabel(state, DATASET, HAM, { name });
    there.when(changed(' ')).thenRefused('invalid_body', ['/name']);
    there.when(changed('\u2060spam')).thenRefused('label_name_taken', ['/name']);
    there
      .when(changed(' cafe\u0301 '))
      .then(events.LabelUpdated.of({ id: HAM, changes: { name: 'caf\u00e9' } }));
    there.when(changed('ham ')).thenNothing();
  });
  it('keep a name that came before until it is changed', () => {
    const old = labelRecord({ id: idOf('old'), name: 'spam ', number: 7 });
    const before = given(datasetVersion, [...created, events.LabelsCreated.of({ labels: [old] })]);
    for (const body of [{ color: '#000000' }, { name: 'spam ', color: '#000000' }])
      before
        .when((state) => decideUpdateLabel(state, DATASET, old.id, body))
        .then(events.LabelUpdated.of({ id: old.id, changes: { color: '#000000' } }));
    before
      .when((state) => decideUpdateLabel(state, DATASET, old.id, { name: 'spam' }))
      .thenRefused('label_name_taken');
  });
});
