import { columnTargets } from '@cairn/contracts';
import type { Format } from '../format.js';
import { ownFolder } from '../reading/record-files.js';
import { reader, tables } from './read.js';
import { writer } from './write.js';

/** Tables with a header (SPEC-dataset-formats); the delimiter is told from the header when it is read. */
export const csv: Format = {
  name: 'csv',
  clues: { archive: (names) => ownFolder(names, ['items.csv']) !== undefined, extensions: ['.csv'] },
  targets: columnTargets,
  records: tables('items.csv', ','),
  read: reader(','),
  write: writer({ extension: '.csv', contentType: 'text/csv; charset=utf-8', delimiter: ',' }),
};

export const tsv: Format = {
  name: 'tsv',
  clues: {
    archive: (names) => ownFolder(names, ['items.tsv']) !== undefined,
    extensions: ['.tsv', '.tab'],
  },
  targets: columnTargets,
  records: tables('items.tsv', '\t'),
  read: reader('\t'),
  write: writer({
    extension: '.tsv',
    contentType: 'text/tab-separated-values; charset=utf-8',
    delimiter: '\t',
  }),
};
