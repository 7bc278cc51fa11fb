import type { Format } from '../format.js';
import { baseName } from '../reading/item-file.js';
import { SPLITS_FILE } from './declarations.js';
import { jsonTargets } from './mapped.js';
import { ITEMS_FILE, jsonFiles, read } from './read.js';
import { write } from './write.js';

/** JSON lines or an array: the lossless native form, and the dialects of others (SPEC-dataset-formats). */
export const jsonl: Format = {
  name: 'jsonl',
  clues: {
    archive: (names) => names.includes(ITEMS_FILE) && names.some((name) => baseName(name) === SPLITS_FILE),
    json: ({ top, keys }) => top !== 'object' || keys.some((key) => itemKeys.has(key)),
    extensions: ['.jsonl', '.ndjson', '.json'],
  },
  targets: jsonTargets,
  records: jsonFiles,
  read,
  write,
};

const itemKeys = new Set(['text', 'data', 'messages', 'file_name', 'label', 'labels']);
