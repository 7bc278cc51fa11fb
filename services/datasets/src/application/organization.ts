import { assetIdIn, organizationWithin } from '@cairn/assets';
import type { Admitted } from '@cairn/kernel';
import { dataset, datasetAsset } from '../domain/dataset/state.js';

/** The field in which what is in a dataset tells so. */
const FIELD = 'dataset_id';

/** Whatever is in a dataset is of its organization: versions, items, jobs. */
export const datasetsOrganization = organizationWithin(dataset, datasetAsset, FIELD);

/** The id of the dataset that something is in. */
export const datasetOf = (decided: Pick<Admitted, 'state' | 'events'>): string => assetIdIn(FIELD, decided);
