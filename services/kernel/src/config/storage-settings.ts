import { Type } from '@sinclair/typebox';

const GIGABYTE = 1024 ** 3;

/** How much may be stored. */
export const storageSettings = {
  CAIRN_MAX_DATASETS: Type.Integer({
    default: 10_000,
    minimum: 0,
    description:
      'Datasets that an account may own, deleted ones too until they are purged, until an administrator sets another bound; 0 is no limit.',
  }),
  CAIRN_MAX_ITEMS: Type.Integer({
    default: 10_000_000,
    minimum: 0,
    description:
      'Items in the datasets of an account, deleted ones too, until an administrator sets another bound; 0 is no limit.',
  }),
  CAIRN_MAX_STORED_BYTES: Type.Integer({
    default: 100 * GIGABYTE,
    minimum: 0,
    description:
      'Bytes of files and events in the datasets of an account, as many in each other kind of its assets, former ones too until they are purged, until an administrator sets another bound; 0 is no limit.',
  }),
  CAIRN_MAX_UNUSED_UPLOAD_BYTES: Type.Integer({
    default: 10 * GIGABYTE,
    minimum: 0,
    description:
      'Bytes of uploads to which nothing was done (the request was refused), for each caller and day; 0 is no limit.',
  }),
  CAIRN_DISK_RESERVE_BYTES: Type.Integer({
    default: GIGABYTE / 4,
    minimum: 0,
    description:
      'Free bytes of the disk that uploads, imports and copies leave to everything else: with less they are refused or wait; 0 keeps none.',
  }),
  CAIRN_JOURNAL_DAYS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3650,
    description: 'How long the journal keeps which requests were answered, days.',
  }),
  CAIRN_JOURNAL_MOST: Type.Integer({
    default: 1_000_000,
    minimum: 1000,
    description:
      'Requests that the journal keeps, some 850 bytes each; the oldest go first. Near CAIRN_DISK_RESERVE_BYTES it keeps no more.',
  }),
};
