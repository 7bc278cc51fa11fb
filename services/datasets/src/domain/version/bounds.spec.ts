import { type DatasetVersionEvent, datasetVersionStreamEvents, type LabelRecord } from '@cairn/contracts';
import { given } from '@cairn/kernel/testkit';
import { DATASET, idOf, labelRecord, OWNER, SPAM, VERSION, versionCreated } from '../../testing/examples.js';
import { decidePrepareImport } from '../job/preparing.js';
import { LARGEST_VERSION_BYTES, MOST_LABELS, MOST_SPLITS } from './bounds.js';
import { decideCreateLabels } from '../../application/version/create-label.js';
import { decideCreateSplit } from '../../application/version/create-split.js';
import { decideCreateVersion } from '../../application/version/create-version.js';
import { decideUpdateLabel } from '../../application/version/update-label.js';
import { decideUpdateVersion } from '../../application/version/update-version.js';
import { datasetVersion } from './state.js';

const events = datasetVersionStreamEvents;
const made = { ids: [idOf('new')], userId: OWNER, autoCreated: false };
const large = { text: 'x'.repeat(LARGEST_VERSION_BYTES) };
const half = { text: 'x'.repeat(LARGEST_VERSION_BYTES / 2) };
const past = (...more: readonly DatasetVersionEvent[]) => given(datasetVersion, [versionCreated(), ...more]);
const many = (count: number): LabelRecord[] =>
  Array.from({ length: count }, (_, number) =>
    labelRecord({ id: `l${number}`, name: `l${number}`, number: number + 10 }),
  );
const splits = (count: number) =>
  Array.from({ length: count }, (_, ordinal) =>
    events.SplitCreated.of({ id: `s${ordinal}`, name: `s${ordinal}`, description: '', user_id: OWNER }),
  );

describe('law 7: a version', () => {
  it('holds a bounded number of labels, deleted ones counted', () => {
    const full = past(
      events.LabelsCreated.of({ labels: many(MOST_LABELS - 2) }),
      events.LabelDeleted.of({ id: SPAM }),
    );
    full
      .when((state) => decideCreateLabels(state, DATASET, [{ name: 'new' }], made))
      .thenRefused('version_too_large');
    const wanted = { labels: [{ id: idOf('new'), name: 'new' }], splits: [] };
    full.when((state) => decidePrepareImport(state, DATASET, OWNER, wanted)).thenRefused('version_too_large');
    full
      .when((state) => decideUpdateLabel(state, DATASET, 'l0', { name: 'first' }))
      .then(events.LabelUpdated.of({ id: 'l0', changes: { name: 'first' } }));
  });
  it('holds a bounded number of splits', () => {
    const draft = { id: idOf('new'), name: 'new' };
    past(...splits(MOST_SPLITS - 2))
      .when((state) => decideCreateSplit(state, DATASET, draft, OWNER))
      .thenRefused('version_too_large');
    past(...splits(MOST_SPLITS - 3))
      .when((state) => decideCreateSplit(state, DATASET, draft, OWNER))
      .then(events.SplitCreated.of({ ...draft, description: '', user_id: OWNER }));
  });
  it('is bounded in bytes, whichever way they come', () => {
    past()
      .when((state) => decideCreateLabels(state, DATASET, [{ name: 'new', attributes: large }], made))
      .thenRefused('version_too_large');
    past()
      .when((state) => decideUpdateLabel(state, DATASET, SPAM, { attributes: large }))
      .thenRefused('version_too_large');
    past(events.LabelUpdated.of({ id: SPAM, changes: { attributes: half } }))
      .when((state) => decideUpdateVersion(state, DATASET, { config: half }))
      .thenRefused('version_too_large');
    given(datasetVersion, [])
      .when((state) =>
        decideCreateVersion(state, {
          id: VERSION,
          dataset_id: DATASET,
          user_id: OWNER,
          name: '2',
          body: { labels: [{ name: 'new', attributes: large }] },
          labelIds: [SPAM],
          splits: [],
        }),
      )
      .thenRefused('version_too_large');
  });
});
