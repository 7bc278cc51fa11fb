import { Type } from '@sinclair/typebox';
import { assetContract } from '../assets/contract.js';
import { Dataset, DatasetChanges, DatasetInput } from './dataset.js';
import { exampleDataset } from './examples.js';
import { PublishedDataset } from './states.js';

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** Datasets as assets: what they are beside what all assets are. */
export const dataset = assetContract({
  area: 'datasets',
  noun: 'Dataset',
  called: 'dataset',
  resource: 'datasets',
  tag: 'Datasets',
  record: Dataset,
  input: DatasetInput,
  changes: DatasetChanges,
  own: { multi_label: Type.Boolean(), default_splits: Type.Boolean(), content_type: Type.String() },
  state: PublishedDataset,
  filters: {},
  texts: {
    list: 'Datasets; their versions stand without labels and splits, and with an empty config where it has more than 4,000 characters. Of very many the newest are shown.',
    get: 'The dataset with its versions whole; of more than 8 MB of them the newest, and those before as in lists.',
    create: {
      description:
        'Makes version `1` with it, active. With `default_splits` the version has train, validation and test. ' +
        '`history_from` can be no time that has not come; what is new has no history before it.',
      reply: 'The dataset with its first version.',
    },
    update: {
      description:
        'Fields that are sent are set, others stay, `null` clears. Showing a dataset to others shows them its whole ' +
        'history; with `history_from` (`now` or a time) who may not write it sees nothing of what was before: neither ' +
        'by `as_of` and `revision` nor in histories. Only who may share the dataset sets it. A write that says who ' +
        'sees the dataset answers with `X-History-Visible-From`.',
      errors: ['multi_label_violation'],
    },
  },
  example: exampleDataset,
  sent: {
    create: {
      name: 'Sea birds',
      description: 'Photographs from the cliff camera',
      content_type: 'image',
      default_splits: true,
    },
    update: { name: 'Sea birds of the north' },
  },
  told: {
    created: {
      id: '018f4d1a-0000-7000-8000-000000000001',
      user_id: USER,
      name: 'mails',
      description: '',
      notes: '',
      public: false,
      visibility: 'private',
      multi_label: true,
      default_splits: true,
      content_type: 'text',
      active_version_id: '018f4d1a-0000-7000-8000-000000000002',
      readers: [{ token: `user:${USER}` }],
    },
    updated: {
      changes: { public: true, visibility: 'public' },
      readers: [{ token: `user:${USER}` }, { token: 'public' }],
    },
  },
});
