import { type Static, Type } from '@sinclair/typebox';
import { namedEntityQueries } from '../assets/named-entities.js';
import { query } from '../kit/query.js';
import { Uuid } from '../kit/schemas.js';
import { dataset } from './asset.js';
import { PostProcessorTryInput, TriedPostProcessor } from './post-processor-run.js';
import { DatasetVersion } from './version.js';

/** A dataset, one of its versions, or both: what something refers to. */
export const DatasetReference = Type.Object({
  dataset_id: Type.Optional(Uuid),
  version_id: Type.Optional(Uuid),
});
export type DatasetReference = Readonly<Static<typeof DatasetReference>>;

/** What is referred to, which the person it is asked for may read. */
export const ReferredDataset = Type.Object({
  dataset_id: Uuid,
  version_id: Type.Optional(Uuid),
  position: Type.String({ description: 'Of the log, at which it was looked at.' }),
  at: Type.String({ description: 'When that was, RFC 3339: what it held then is read `as_of` this time.' }),
});
export type ReferredDataset = Readonly<Static<typeof ReferredDataset>>;

const Ids = Type.Array(Uuid, { maxItems: 1_000 });

/** Datasets, versions of datasets and items that something names, each by its id alone. */
export const NamedInDatasets = Type.Object({ dataset_ids: Ids, version_ids: Ids, item_ids: Ids });
export type NamedInDatasets = Readonly<Static<typeof NamedInDatasets>>;

/** What other services may ask of datasets. */
export const datasetQueries = {
  ...dataset.queries,
  ...namedEntityQueries('datasets', {}, DatasetVersion),
  /** `not_found` for what the person may not read, and for a version that is none of the dataset's. */
  referred: query('datasets.referred', DatasetReference, ReferredDataset),
  /** Those of some that the person may not read, and that are none. */
  unreadable: query('datasets.unreadable', NamedInDatasets, Type.Object({ ids: Type.Array(Uuid) })),
  /** What a post-processor would write, for who may read and write the dataset and execute its model. Nothing is stored. */
  triedPostProcessor: query(
    'datasets.triedPostProcessor',
    Type.Object({ dataset_id: Uuid, id: Uuid, body: PostProcessorTryInput }),
    TriedPostProcessor,
  ),
} as const;
