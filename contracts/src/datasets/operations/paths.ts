import { Type } from '@sinclair/typebox';
import { Uuid } from '../../kit/schemas.js';

/** Paths and their parameters, spelt as the specification spells them. */
export const versionsPath = '/api/v1/datasets/{dataset_id}/versions';
export const versionPath = '/api/v1/datasets/{dataset_id}/versions/{id}';
export const versionBase = '/api/v1/datasets/{dataset_id}/versions/{version_id}';

export const IdParams = Type.Object({ id: Uuid });
export const DatasetParams = Type.Object({ dataset_id: Uuid });
/** Of what is in a dataset: a version, a post-processor. */
export const InDatasetParams = Type.Object({ dataset_id: Uuid, id: Uuid });
export const VersionParams = InDatasetParams;
export const InVersionParams = Type.Object({ dataset_id: Uuid, version_id: Uuid });
export const InVersionIdParams = Type.Object({ dataset_id: Uuid, version_id: Uuid, id: Uuid });
export const InVersionSplitParams = Type.Object({ dataset_id: Uuid, version_id: Uuid, split_id: Uuid });
export const InItemParams = Type.Object({ dataset_id: Uuid, version_id: Uuid, item_id: Uuid });
export const InItemIdParams = Type.Object({ dataset_id: Uuid, version_id: Uuid, item_id: Uuid, id: Uuid });
export const splitItemPath =
  '/api/v1/datasets/{dataset_id}/versions/{version_id}/splits/{split_id}/items/{id}';
export const SplitItemParams = Type.Object({ dataset_id: Uuid, version_id: Uuid, split_id: Uuid, id: Uuid });
export const ItemJobParams = Type.Object({ dataset_id: Uuid, version_id: Uuid, item_id: Uuid, job_id: Uuid });
