import { datasetFormatOf } from '@cairn/contracts';
import { csv, tsv } from './csv/index.js';
import type { Format } from './format.js';
import { jsonl } from './jsonl/index.js';

/** Every format that is read and written, the more particular before the more general: detection asks in this order. */
export const formats: readonly Format[] = [csv, tsv, jsonl];

/** The format of a name or an alias, `-` and `_` alike; `undefined` when it is none that is read and written here. */
export const formatNamed = (name: string): Format | undefined => {
  const known = datasetFormatOf(name);
  return formats.find((format) => format.name === known);
};
