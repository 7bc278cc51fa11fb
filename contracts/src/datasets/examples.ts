import { PERSON } from '../kit/example-ids.js';
import type { Annotation } from './annotation.js';
import type { Dataset } from './dataset.js';
import type { ImportReport } from './import.js';
import type { DatasetItem } from './item.js';
import type { Label, LabelStat } from './label.js';
import type { DatasetSplit, DatasetVersion } from './version.js';

const times = { created_at: '2026-03-02T09:15:00.000Z', updated_at: '2026-03-02T09:15:00.000Z' };
const datasetId = '01955630-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const versionId = '01955630-2b3c-7d4e-8f50-6b7c8d9e0f1a';
const itemId = '01955632-4d5e-7f60-9172-8d9e0f1a2b3c';

export const exampleLabel: Label = {
  id: '01955631-3c4d-7e5f-8061-7c8d9e0f1a2b',
  ...times,
  name: 'puffin',
  description: '',
  color: '#e4572e',
  number: 0,
  type: 'any',
  dataset_id: datasetId,
  version_id: versionId,
  user_id: PERSON,
  auto_created: false,
};

export const exampleSplit: DatasetSplit = {
  id: '01955630-6f70-7182-9394-afb0c1d2e3f4',
  ...times,
  name: 'train',
  description: '',
  user_id: PERSON,
  version_id: versionId,
};

export const exampleVersion: DatasetVersion = {
  id: versionId,
  ...times,
  name: '1',
  description: '',
  labels: [exampleLabel],
  user_id: PERSON,
  dataset_id: datasetId,
  splits: [exampleSplit],
  default_split: exampleSplit.id,
  config: '',
};

export const exampleDataset: Dataset = {
  id: datasetId,
  ...times,
  name: 'Sea birds',
  description: 'Photographs from the cliff camera',
  notes: '',
  user_id: PERSON,
  has_logo: false,
  logo: '',
  public: false,
  shared_with_me: false,
  visibility: 'private',
  versions: [exampleVersion],
  active_version_id: versionId,
  activation: { version_id: versionId, at: times.created_at, user_id: PERSON, reason: '' },
  multi_label: false,
  default_splits: true,
  content_type: 'image',
};

export const exampleAnnotation: Annotation = {
  id: '01955633-5e6f-7081-8293-9e0f1a2b3c4d',
  ...times,
  name: '',
  description: '',
  label_id: exampleLabel.id,
  dataset_item_id: itemId,
  type: 'rectangle',
  value: { x: 120, y: 64, width: 48, height: 96 },
  confidence: 1,
  source: 'manual',
  ground_truth: true,
  user_id: PERSON,
};

export const exampleItem: DatasetItem = {
  id: itemId,
  ...times,
  name: 'cliff-0001.jpg',
  description: '',
  user_id: PERSON,
  text: '',
  splits: [exampleSplit],
  annotations: [exampleAnnotation],
  extension: '.jpg',
  attributes: { width: 1920, height: 1080 },
  content_sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  size: 482_113,
  content_type: 'image/jpeg',
};

export const exampleLabelStat: LabelStat = {
  id: '5a0f6c1d-2b3e-8f4a-9d6c-7e8f9a0b1c2d',
  ...times,
  label_id: exampleLabel.id,
  split_id: exampleSplit.id,
  count: 17,
  annotation_count: 23,
  item_count: 17,
};

export const exampleImport: ImportReport = {
  job_id: '01955640-5f6e-7d7c-8b8a-999897969594',
  format: 'coco',
  dry_run: false,
  created: 1200,
  restored: 0,
  unchanged: 3,
  existing: 0,
  updated: 0,
  skipped: 0,
  labels_created: 4,
  splits_created: 0,
  splits: [
    { name: 'train', items: 1000 },
    { name: 'test', items: 200 },
  ],
  errors: [],
};
