import { operations } from '@cairn/contracts';
import { placeOf } from '../resource.js';

/** Where a version of a dataset is. */
export const versionAt = ({ dataset_id }: { readonly dataset_id: string }, id: string): string =>
  placeOf(operations.getDatasetVersion.path, { dataset_id, id });
