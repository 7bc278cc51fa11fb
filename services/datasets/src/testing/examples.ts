import {
  datasetItemStreamEvents,
  datasetStreamEvents,
  datasetVersionStreamEvents,
  type LabelRecord,
} from '@cairn/contracts';
import { callerNamed, idNamed as idOf, stateAfter } from '@cairn/kernel/testkit';
import { dataset, type KnownDataset } from '../domain/dataset/state.js';
import type { Parents } from '../domain/version/parents.js';
import { datasetVersion, type KnownVersion } from '../domain/version/state.js';

export { idOf };

export const AT = '2026-02-01T00:00:00.000Z';
export const OWNER = idOf('owner');
export const DATASET = idOf('dataset');
export const VERSION = idOf('version');
export const TRAIN = idOf('train');
export const TEST = idOf('test');
export const SPAM = idOf('spam');
export const HAM = idOf('ham');

export const owner = callerNamed('owner', AT);
export const editor = callerNamed('editor', AT);

type CreatedDataset = Parameters<typeof datasetStreamEvents.DatasetCreated.of>[0];

/** A private dataset that is shared with an editor and a viewer. */
export const datasetCreated = (changes: Partial<CreatedDataset> = {}) =>
  datasetStreamEvents.DatasetCreated.of({
    id: DATASET,
    user_id: OWNER,
    name: 'mails',
    description: '',
    notes: '',
    public: false,
    visibility: 'private',
    multi_label: true,
    default_splits: true,
    content_type: 'text',
    active_version_id: VERSION,
    readers: [
      { token: `user:${OWNER}` },
      { token: `user:${idOf('editor')}`, role: 'share_editor' },
      { token: `user:${idOf('viewer')}`, role: 'share_viewer' },
    ],
    ...changes,
  });

export const labelRecord = (changes: Partial<LabelRecord> = {}): LabelRecord => ({
  id: SPAM,
  name: 'spam',
  description: '',
  color: '#e6194b',
  number: 0,
  type: 'any',
  user_id: OWNER,
  auto_created: false,
  ...changes,
});

type CreatedVersion = Parameters<typeof datasetVersionStreamEvents.DatasetVersionCreated.of>[0];

/** A version with the labels spam and ham and the splits train, which is the default, and test. */
export const versionCreated = (changes: Partial<CreatedVersion> = {}) =>
  datasetVersionStreamEvents.DatasetVersionCreated.of({
    id: VERSION,
    dataset_id: DATASET,
    user_id: OWNER,
    name: '1',
    description: '',
    config: '',
    labels: [labelRecord(), labelRecord({ id: HAM, name: 'ham', number: 1, color: '#3cb44b' })],
    splits: [
      { id: TRAIN, name: 'train', description: '', user_id: OWNER },
      { id: TEST, name: 'test', description: '', user_id: OWNER },
    ],
    default_split: TRAIN,
    complete: true,
    ...changes,
  });

/** 30 days after `AT` it is purged. */
export const versionDeleted = datasetVersionStreamEvents.DatasetVersionDeleted.of({
  purge_at: '2026-03-03T00:00:00.000Z',
});
export const versionPurged = datasetVersionStreamEvents.DatasetVersionPurged.of({});

type CreatedItem = Parameters<typeof datasetItemStreamEvents.ItemCreated.of>[0];

/** An item in train, without annotations. */
export const itemCreated = (changes: Partial<CreatedItem> = {}) =>
  datasetItemStreamEvents.ItemCreated.of({
    id: idOf('item'),
    dataset_id: DATASET,
    version_id: VERSION,
    user_id: OWNER,
    name: 'mail',
    description: '',
    text: 'Ein 😀 Brief',
    splits: [TRAIN],
    annotations: [],
    attributes: null,
    extension: '',
    counts: { version_id: VERSION, before: null, after: { splits: [TRAIN], labels: {}, classifications: 0 } },
    ...changes,
  });

/** The parents of an item after these events. */
export const parents = (
  ofDataset: Parameters<typeof stateAfter>[1] = [datasetCreated()],
  ofVersion: Parameters<typeof stateAfter>[1] = [versionCreated()],
): Parents => ({
  dataset: stateAfter(dataset, ofDataset) as KnownDataset,
  version: stateAfter(datasetVersion, ofVersion) as KnownVersion,
});
