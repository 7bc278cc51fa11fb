import { operations } from '@cairn/contracts';
import { datasetAccessChanges } from '@cairn/datasets';
import { accessReview } from '@cairn/identity';
import { modelAccessChanges } from '@cairn/models';
import { list } from '../resource.js';

/** Kinds of assets that are in an access review. */
const kinds = [datasetAccessChanges, modelAccessChanges];

export const getAccessReview = list(operations.getAccessReview, ({ context, params, page, filters }) =>
  accessReview(context, params.id, page, filters, kinds),
);
