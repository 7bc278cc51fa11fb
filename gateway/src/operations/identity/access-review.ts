import { operations } from '@cairn/contracts';
import { accessReview } from '@cairn/identity';
import { assetKinds } from '../assets/kinds.js';
import { list } from '../resource.js';

/** The kinds of assets that are in an access review. */
const kinds = assetKinds.map(({ accessChanges }) => accessChanges);

export const getAccessReview = list(operations.getAccessReview, ({ context, params, page, filters }) =>
  accessReview(context, params.id, page, filters, kinds),
);
