import { Type } from '@sinclair/typebox';

const GIGABYTE = 1024 ** 3;

/** How much may be stored. */
export const storageSettings = {
  CAIRN_MAX_DATASETS: Type.Integer({
    default: 10_000,
    minimum: 0,
    description: 'Datasets that an account may own, deleted ones too until they are purged; 0 is no limit.',
  }),
  CAIRN_MAX_ITEMS: Type.Integer({
    default: 10_000_000,
    minimum: 0,
    description: 'Items in the datasets of an account, deleted ones too; 0 is no limit.',
  }),
  CAIRN_MAX_STORED_BYTES: Type.Integer({
    default: 100 * GIGABYTE,
    minimum: 0,
    description:
      'Bytes of files and events in the datasets of an account, former ones too until they are purged; 0 is no limit.',
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
};
